# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The report's claims of COMSNETS09's figure 4, with numbers of peers and random numbers that it was not written from."""

import pandas

import comparison
import equations
import plots
import published
import report

# what the report says of 128 peers, as bounds: id, text, low, high
CLAIMS = [
    ("collapse", "no congestion control: rate at a load of 80 over the peak", None, 1),
    ("limit", "peak over what full segments carry", None, 1),
    ("credit", "credits over the peak", 0.9, 1.1),
    ("back-pressure", "back-pressure over the peak", 1, None),
    ("marking", "marking over the peak", 0.8, None),
    ("order", "marking over credits", None, 1),
]
SIZE = 256
SPREAD = "bars: 95 % intervals"


def _values(data):
    """By claim, a table by run and peers."""
    runs = data.runs.set_index(["run", "peers"])
    none = runs[runs["scheme"] == "none"]
    peak = none.groupby(level=[0, 1])["achieved"].max()
    rates = {scheme: of["achieved"] for scheme, of in runs[runs["scheme"] != "none"].groupby("scheme")}
    limit = peak.index.get_level_values("peers").map(lambda peers: equations.full_segments(peers, 600e3, SIZE))
    return {
        "collapse": none[none["load"] == 80]["achieved"] / peak,
        "limit": peak / limit,
        **{scheme: rate / peak for scheme, rate in rates.items()},
        "order": rates["marking"] / rates["credit"],
    }


def table(data):
    rows = []
    for (claim, text, low, high), values in zip(CLAIMS, map(_values(data).get, [claim[0] for claim in CLAIMS])):
        for peers, of_size in values.groupby("peers"):
            line = comparison.measured(_bound(claim, text, low, high), of_size)
            rows.append({"claim": text, "peers": peers, "ours": line.ours, "half": line.half, "verdict": line.verdict()})
    return pandas.DataFrame(rows)


def _bound(id, text, low, high):
    ends = {"low": -float("inf") if low is None else low, "high": float("inf") if high is None else high}
    others = dict.fromkeys(("paper", "where", "conditions", "claim"), "")
    return published.Published(id=id, quantity=text, kind="order", unit="ratio", rounding=0, **ends, **others)


def draw(data):
    points = table(data)
    picture, ((axes,),) = plots.panels(width=8, height=4)
    names = list(dict.fromkeys(points["claim"]))
    for number, (peers, of_size) in enumerate(points.groupby("peers")):
        places = [names.index(name) + 0.2 * number - 0.1 for name in of_size["claim"]]
        axes.errorbar(of_size["ours"], places, xerr=of_size["half"], marker="o", linestyle="none", capsize=3, label="%d peers" % peers)
    axes.axvline(1, color="#555555", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel("ratio")
    picture.suptitle("Held out: other numbers of peers, other random numbers")
    plots.legend_below(picture, axes)
    return picture


def page(data):
    rows = [["Claim", "Bounds", "Peers", "Ours", "Verdict"]]
    bounds = {text: _bound("", text, low, high).text() for _, text, low, high in CLAIMS}
    for point in table(data).to_dict("records"):
        ours = "%.3f ± %.2g" % (point["ours"], point["half"])
        rows.append([point["claim"], bounds[point["claim"]], point["peers"], ours, point["verdict"]])
    return report.list_table("The claims of 128 peers, held out", rows, [44, 16, 10, 18, 12])
