# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Iterative against recursive routing under each scheme (COMSNETS09, section VII)."""

import plots
import report

RESULTS = ["achieved", "delay_s_mean", "retransmitted_percent", "dropped_percent", "hops_mean", "outstanding_mean"]
ROUTINGS = ["recursive", "iterative"]


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, panels = plots.panels(1, 3, width=4.6)
    points = table(data)
    none = points[points["scheme"] == "none"]
    left, middle, right = panels.flat
    for routing, style in zip(ROUTINGS, ({}, {"linestyle": "--", "fillstyle": "none", "markersize": 8})):
        of_routing = none[none["routing"] == routing]
        name = "%s, no congestion control" % routing
        plots.curve(left, of_routing, "load", "achieved", "none", name, **style)
    plots.label(left, "", "offered load [requests/s/peer]", "achieved [requests/s/peer]")
    left.set_ylim(bottom=0)
    schemes = {scheme: points[points["scheme"] == scheme].set_index("routing") for scheme in plots.schemes(points)}
    plots.groups(middle, ROUTINGS, schemes, "achieved")
    middle.set(ylabel="achieved [requests/s/peer]")
    plots.groups(right, ROUTINGS, schemes, "delay_s_mean")
    right.set(ylabel="mean delay [s]")
    plots.legend_below(picture, left, right, columns=5)
    picture.suptitle("Routing: 128 peers, 600 kbit/s, 20 ms")
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data).set_index("routing")
    points["name"] = points["scheme"].where(points["load"].isna(), "none, load of " + points["load"].map("{:g}".format))
    rows = [["Scheme", *("%s: %s" % (routing, what) for routing in ROUTINGS for what in ("achieved", "mean delay"))]]
    loads = sorted(set(points["name"]) - set(points["scheme"]))
    for name in [*loads, *plots.schemes(points)]:
        of_name = points[points["name"] == name].loc[ROUTINGS]
        cells = [(report.with_half(one["achieved"], one["achieved_95"], "%.1f"), "%.2f s" % one["delay_s_mean"]) for _, one in of_name.iterrows()]
        rows.append([name, *cells[0], *cells[1]])
    return report.list_table("Achieved (requests/s/peer) and mean delay", rows, [36, 16, 16, 16, 16])
