# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What greedy peers, liars and losers leave honest peers under unlimited load, for each scheme."""

import math

import plots
import report
import summaries
from drawings import hostile_ring

KINDS = ["greedy", "alarmist", "silent", "dropping", "lying"]
LONGER = "ns3::DhtFerry::WaitingPerLink"
OPTIONS = ["kind", "hostile_percent", "scheme", "series"]
RESULTS = ["right_percent", "honest", "least", "hostile_share", "wrong_percent"]


def table(data):
    runs = data.runs.copy()
    runs["series"] = runs["scheme"].where(runs[LONGER].isna(), runs["scheme"] + ", Q = " + runs[LONGER].map("{:g}".format))
    runs["honest"] = runs["hostile_honest_achieved"].fillna(runs["achieved"])
    runs["least"] = runs["hostile_honest_least"].fillna(runs["peers_least"])
    runs = hostile_ring.beside_honest(runs, ["series", "run"], "honest")
    runs["hostile_share"] = runs["hostile_hostile_achieved"] / runs["honest_ring"]
    # what liars answer in their own name, of all answers
    kept = runs.get("hostile_hostile_kept", math.nan) * runs["hostile_peers"]
    runs["wrong_percent"] = (100 * kept / (runs["achieved"] * runs["peers"])).where(runs["kind"] == "lying")
    runs["right_percent"] = runs["relative_percent"] * (1 - runs["wrong_percent"].fillna(0) / 100)
    return summaries.points(runs, OPTIONS, RESULTS, sort=False)


def draw(data):
    points = table(data)
    kinds = kinds_of(points)
    picture, (panels,) = plots.panels(1, len(kinds), width=3.2, height=3.8)
    shares = sorted(points["hostile_percent"].unique())
    # the shares are too far from each other for an axis of numbers
    points["place"] = points["hostile_percent"].map(shares.index)
    for axes, kind in zip(panels, kinds):
        for series, chosen in curves(points, kind):
            scheme = chosen["scheme"].iloc[0]
            style = {} if series == scheme else {"color": plots.pale(plots.COLOURS[scheme]), "linestyle": "--"}
            plots.curve(axes, chosen, "place", "right_percent", scheme, plots.ALIASES.get(series, series), **style)
        axes.set_xticks(range(len(shares)), ["%g" % share for share in shares])
        axes.set_ylim(0, 110)
        plots.label(axes, kind, "%s peers [%% of all]" % kind, "")
    panels[0].set_ylabel("right answers that an honest peer gets\n[% of those in an honest ring]")
    plots.legend_below(picture, *panels, columns=6)
    picture.suptitle("Hostile peers under unlimited load, with hold: %d peers" % data.runs["peers"].max())
    return picture


def kinds_of(points):
    """The kinds of hostile peers, in the order in which they are shown."""
    return [kind for kind in KINDS if kind in set(points["kind"])]


def curves(points, kind):
    """The series that have hostile peers of a kind, each from none of them on."""
    for series in dict.fromkeys(points["series"]):
        chosen = points[(points["series"] == series) & points["kind"].isin([kind, hostile_ring.HONEST])]
        if kind in set(chosen["kind"]):
            yield series, chosen.sort_values("hostile_percent")


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    shares = sorted(points["hostile_percent"].unique())
    rows = [["Kind", "Scheme", *("%g %%" % share for share in shares)]]
    for kind in kinds_of(points):
        for series, chosen in curves(points, kind):
            found = chosen.set_index("hostile_percent")
            rows.append([kind, series, *(_cell(found.loc[share]) for share in shares)])
    title = (
        "%d peers: answers that an honest peer gets, and the honest peer that gets least [1/s]; what a hostile peer gets, over what all "
        "get in an honest ring; wrong answers" % data.runs["peers"].max()
    )
    return report.list_table(title, rows, [12, 16] + [18] * len(shares))


def _cell(point):
    text = "%.1f, %.1f" % (point["honest"], point["least"])
    if point["kind"] == hostile_ring.HONEST:
        return text
    text += "; %.2f" % point["hostile_share"]
    return text + "; %.1f %%" % point["wrong_percent"] if point["kind"] == "lying" else text
