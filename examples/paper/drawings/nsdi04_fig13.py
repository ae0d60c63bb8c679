# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 13: how long a fetch takes over real links, one at a time."""

import numpy

import plots

RESULTS = ["total_s_p50", "total_s_mean", "total_s_p99", "lookup_s_p50", "fetch_s_p50", "hops_mean", "success_percent"]
QUANTILES = ("p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99")
# by block of runs: those that there are are drawn
LOOKS = {"stp": ("credit", "STP"), "early": ("none", "STP, lookups end early")}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    shares = [0.01 * float(quantile[1:]) for quantile in QUANTILES]
    for block, (look, name) in LOOKS.items():
        runs = data.runs[data.runs["block"] == block]
        if not runs.empty:
            times = [1e3 * numpy.mean(runs["total_s_" + quantile]) for quantile in QUANTILES]
            axes.plot(times, shares, color=plots.COLOURS[look], marker="o", label=name)
            id = "nsdi-f13-" + block
            if id in data.published:
                value = data.published[id]
                axes.plot([value.low], [0.5], color=plots.COLOURS[look], marker="x", linestyle="", label="%s, published median" % name)
    plots.label(axes, "NSDI04, figure 13: 26 nodes with 4 peers each, one fetch at a time", "fetch [ms]", "share of fetches")
    axes.legend()
    return picture


def compare(data):
    stp = 1e3 * data.values("total_s_p50", block="stp")
    return {"nsdi-f13-stp": stp, "nsdi-f13-hops": data.values("hops_mean", block="stp")}
