# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 11: lookup and fetch by how many holders a lookup has to find."""

import plots

RESULTS = ["lookup_s_mean", "fetch_s_mean", "total_s_mean", "total_s_p50", "total_s_p99", "hops_mean"]
LOOKS = {"lookup_s_mean": ("credit", "lookup"), "fetch_s_mean": ("back-pressure", "fetch"), "total_s_mean": ("none", "both")}


def table(data):
    return data.points(RESULTS).sort_values(["block", "wanted"])


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    integrated = points[points["block"] == "integrated"].copy()
    for result, (look, name) in LOOKS.items():
        integrated["ms"] = 1e3 * integrated[result]
        integrated["ms_mean_deviation"] = 1e3 * integrated[result + "_mean_deviation"]
        plots.curve(axes, integrated, "wanted", "ms", look, name)
    apart = points[points["block"] == "predecessor"].iloc[0]
    for result in ("lookup_s_mean", "fetch_s_mean"):
        look, name = LOOKS[result]
        axes.axhline(1e3 * apart[result], color=plots.COLOURS[look], linestyle=":", label=name + " at the responsible peer")
    for id in ("nsdi-f11-lookup", "nsdi-f11-fetch"):
        name = "%s at the predecessor, %s ms" % (id.split("-")[-1], data.published[id].text())
        plots.published_level(axes, data.published[id], name)
    plots.published_claim(axes, "d = l = 14 is best", x=0.02, y=0.93)
    plots.label(axes, "NSDI04, figure 11: 2048 peers, 7 of 14 fragments", "holders that a lookup finds (d)", "mean time [ms]")
    # above all curves, there is room for the legend
    axes.set_ylim(0, 1.6e3 * integrated["total_s_mean"].max())
    axes.legend(loc="upper right", ncols=2)
    return picture


def compare(data):
    integrated = data.runs[data.runs["block"] == "integrated"]
    total = integrated.set_index(["run", "wanted"])["total_s_mean"].unstack("wanted")
    return {
        "nsdi-f11-lookup": 1e3 * data.values("lookup_s_mean", block="predecessor"),
        "nsdi-f11-fetch": 1e3 * data.values("fetch_s_mean", block="predecessor"),
        "nsdi-f11-d": total.idxmin(axis="columns"),
    }
