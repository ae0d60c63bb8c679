# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 5: the three schemes under cross-load."""

import plots

DEVIATION = "achieved_deviation_percent"
PANELS = {
    "achieved": ("(a) throughput", "achieved [requests/s/peer]"),
    "retransmitted_percent": ("(b) retransmissions", "retransmitted [%]"),
    "delay_s_mean": ("(c) lookup delay", "mean delay [s]"),
    "outstanding_mean": ("(d) outstanding requests", "outstanding [requests/peer]"),
}
CLAIMS = {
    "achieved": "marking well above credits (loss)\nunder heavy cross-load",
    "delay_s_mean": "back-pressure considerably above the others",
    "outstanding_mean": "back-pressure considerably above the others",
}


def table(data):
    return data.points([*PANELS, DEVIATION, "level_deviation_percent", "dropped_percent"])


def draw(data):
    picture, panels = plots.panels(2, 2, width=5.5, height=4)
    points = table(data)
    for axes, (result, (title, unit)) in zip(panels.flat, PANELS.items()):
        for scheme in plots.schemes(points):
            plots.curve(axes, points[points["scheme"] == scheme], "cross-load", result, scheme)
        axes.set_ylim(0)
        if result in CLAIMS:
            plots.published_claim(axes, CLAIMS[result])
        else:
            plots.published_level(axes, data.published["com-f5b-marking"], "marking below 0.2 %, back-pressure 0")
        plots.label(axes, title, "cross-load [% of the time]", unit)
    plots.legend_below(picture, *panels.flat)
    picture.suptitle("COMSNETS09, figure 5: 128 peers, 600-1000 kbit/s, 10-30 ms, pauses of 0.5 s")
    return picture


def compare(data):
    heaviest = data.runs["cross-load"].max()
    achieved, retransmitted, delay, outstanding = (_by_scheme(data, result) for result in PANELS)
    deviation = _by_scheme(data, DEVIATION)
    last = achieved.xs(heaviest, level="cross-load")
    falls = last / achieved.xs(0, level="cross-load")
    return {
        **{"com-f5a-" + scheme: falls[scheme] for scheme in plots.PAPERS_SCHEMES},
        "com-f5a-order": last["marking"] / last["credit"],
        "com-f5b-marking": retransmitted["marking"].groupby("run").max(),
        "com-f5b-back-pressure": retransmitted["back-pressure"].groupby("run").max(),
        "com-f5b-order": (retransmitted["credit"] - retransmitted["marking"]).xs(heaviest, level="cross-load"),
        "com-f5c-order": _over_the_others(delay),
        "com-f5d-order": _over_the_others(outstanding),
        "com-i-throughput": (achieved["marking"] / _others(achieved).max(axis="columns")).groupby("run").min(),
        "com-i-delay": (delay["marking"] / _others(delay).min(axis="columns")).groupby("run").max(),
        "com-i-fairness": (deviation["marking"] / _others(deviation).min(axis="columns")).groupby("run").max(),
    }


def _by_scheme(data, result):
    return data.runs.set_index(["cross-load", "run", "scheme"])[result].unstack("scheme")


def _over_the_others(table):
    others = table[["credit", "marking"]].max(axis="columns")
    return (table["back-pressure"] / others).groupby("run").min()


def _others(table):
    """Those that marking is to beat."""
    return table[["credit", "back-pressure"]]
