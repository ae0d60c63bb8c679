# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Blocks under overload: STP, and TCP between neighbours under each scheme (NSDI04, section 5)."""

import plots
import report

RESULTS = [
    "load_achieved",
    "load_achieved_lowest",
    "load_bytes_per_get",
    "load_achieved_percent_of_offered",
    "total_s_mean",
    "total_s_p99",
]
# gets/s/peer that are offered: where the page shows more than what is achieved
SHOWN = [2, 8]
PANELS = [
    ("load_achieved", "achieved [gets/s/peer]"),
    ("load_achieved_lowest", "achieved by the lowest peer [gets/s]"),
    ("total_s_mean", "mean time of a get [s]"),
    ("load_achieved_percent_of_offered", "achieved of offered [%]"),
]


def table(data):
    return data.points(RESULTS).sort_values(["block", "scheme", "load"])


def draw(data):
    picture, panels = plots.panels(2, 2, width=5.5, height=3.8)
    for axes, (result, unit) in zip(panels.flat, PANELS):
        for name, colour, line, points in _curves(table(data)):
            plots.curve(axes, points, "load", result, colour, name, linestyle=line)
        axes.set(xlabel="offered [gets/s/peer]", ylabel=unit, ylim=(0, None))
    plots.legend_below(picture, panels[0][0])
    picture.suptitle("Blocks of 8 KB under overload: %d peers, 600 to 1000 kbit/s" % data.runs["peers"].max())
    return picture


def _curves(points):
    """Name, colour, line and points of each curve."""
    curves = [("STP", "STP", "-", points[points["block"] == "stp"])]
    over_tcp = points[points["block"] != "stp"]
    for scheme in ("none", *plots.schemes(over_tcp)):
        for block, name, line in (("tcp", "TCP, %s", "-"), ("tcp-queues", "TCP, %s, one queue per neighbour", ":")):
            of = over_tcp[(over_tcp["scheme"] == scheme) & (over_tcp["block"] == block)]
            if not of.empty:
                curves.append((name % scheme, scheme, line, of))
    return curves


def page(data):
    """What each achieves, as a table for the documentation."""
    points = table(data)
    loads = sorted(points["load"].unique())
    shown = [load for load in loads if load in SHOWN]
    columns = [("Achieved", loads), ("Lowest peer", shown), ("Bytes per get", shown)]
    rows = [["", *("%s, at %g" % (what, load) for what, those in columns for load in those)]]
    for name, _, _, curve in _curves(points):
        at = {load: curve[curve["load"] == load].iloc[0] for load in loads}
        achieved = [report.with_half(at[load]["load_achieved"], at[load]["load_achieved_95"], "%.2f") for load in loads]
        lowest = ["%.2f" % at[load]["load_achieved_lowest"] for load in shown]
        rows.append([name, *achieved, *lowest, *("%.0f" % at[load]["load_bytes_per_get"] for load in shown)])
    title = "Gets with a block per second and peer, by the gets that are offered; the peer with the fewest; bytes that peers send"
    return report.list_table(title, rows, [24, *[10] * (len(rows[0]) - 1)])


def compare(data):
    return {}
