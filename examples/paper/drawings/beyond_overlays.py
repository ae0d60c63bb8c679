# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes on ring, tree and small world (COMSNETS09, section VI)."""

import plots
import report

RESULTS = ["achieved", "delay_s_mean", "retransmitted_percent", "dropped_percent", "hops_mean", "outstanding_mean"]
OVERLAYS = ["chord", "tree", "small-world"]


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, panels = plots.panels(1, 2, width=5.5)
    points = table(data)
    names = {scheme: points[points["scheme"] == scheme] for scheme in plots.schemes(points)}
    loads = points[points["scheme"] == "none"].groupby("load")
    names |= {"none, load of %g" % load: of_load for load, of_load in loads}
    for axes, result, unit in zip(panels.flat, RESULTS, ["achieved [requests/s/peer]", "mean delay [s]"]):
        plots.groups(axes, OVERLAYS, {name: of.set_index("overlay") for name, of in names.items()}, result)
        axes.set(ylabel=unit)
    plots.legend_below(picture, panels[0][1])
    title = "Overlays: %d peers, 600 kbit/s, 20 ms; published: results comparable on all three"
    picture.suptitle(title % data.runs["peers"].max())
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    points["name"] = points["scheme"].where(points["load"].isna(), "none, load of " + points["load"].map("{:g}".format))
    rows = [["Scheme", *OVERLAYS]]
    loads = sorted(set(points["name"]) - set(points["scheme"]))
    for name in [*loads, *plots.schemes(points)]:
        rates = points[points["name"] == name].set_index("overlay")["achieved"]
        rows.append([name, *("%.1f" % rates[overlay] for overlay in OVERLAYS)])
    title = "Achieved, in requests/s/peer, %d peers" % data.runs["peers"].max()
    return report.list_table(title, rows, [40, 20, 20, 20])
