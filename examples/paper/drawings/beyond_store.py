# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Blocks under overload: STP, and TCP between neighbours under each scheme (NSDI04, section 5)."""

import plots

RESULTS = [
    "load_achieved",
    "load_achieved_lowest",
    "load_bytes_per_get",
    "load_achieved_percent_of_offered",
    "total_s_mean",
    "total_s_p99",
]
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
    points = table(data)
    for axes, (result, unit) in zip(panels.flat, PANELS):
        plots.curve(axes, points[points["block"] == "stp"], "load", result, "STP", "STP")
        for scheme in ("none", *plots.schemes(points[points["block"] != "stp"])):
            of = points[points["scheme"] == scheme]
            plots.curve(axes, of[of["block"] == "tcp"], "load", result, scheme, "TCP, " + scheme)
            apart = of[of["block"] == "tcp-queues"]
            if not apart.empty:
                name = "TCP, %s, a queue a neighbour" % scheme
                plots.curve(axes, apart, "load", result, scheme, name, linestyle=":")
        axes.set(xlabel="offered [gets/s/peer]", ylabel=unit, ylim=(0, None))
    panels[0][0].legend(loc="upper left")
    picture.suptitle("Blocks of 8 KB under overload: %d peers, 600 to 1000 kbit/s" % data.runs["peers"].max())
    return picture


def compare(data):
    return {}
