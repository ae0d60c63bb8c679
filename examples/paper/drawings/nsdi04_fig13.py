# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 13: how long a fetch takes over real links, one at a time."""

import equations
import numpy
import plots

RESULTS = ["total_s_p50", "total_s_mean", "total_s_p99", "lookup_s_p50", "fetch_s_p50", "hops_mean", "success_percent"]
QUANTILES = ("p1", "p5", "p10", "p25", "p50", "p75", "p90", "p95", "p99")
# by block of runs: those that there are are drawn
LOOKS = {
    "stp": ("credit", "STP", "-"),
    "early": ("credit", "STP, lookups end early", ":"),
    "tcp": ("none", "TCP, send buffers of 64 KB", "-"),
    "tcp-4k": ("none", "TCP, send buffers of 4 KB", ":"),
}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    shares = [0.01 * float(quantile[1:]) for quantile in QUANTILES]
    for block, (look, name, line) in LOOKS.items():
        runs = data.runs[data.runs["block"] == block]
        if not runs.empty:
            times = [1e3 * numpy.mean(runs["total_s_" + quantile]) for quantile in QUANTILES]
            axes.plot(times, shares, color=plots.COLOURS[look], marker=plots.MARKERS[look], linestyle=line, label=name)
    for block in ("stp", "tcp"):
        median = data.published["nsdi-f13-" + block].low
        plots.published_point(axes, median, 0.5, "%s, median %.0f ms" % (block.upper(), median))
    plots.label(axes, "NSDI04, figure 13: 26 nodes with 4 peers each, one fetch at a time", "fetch [ms]", "share of fetches")
    axes.legend(loc="lower right")
    axes.set_xlim(0)
    return picture


def compare(data):
    medians = {"nsdi-f13-" + block: 1e3 * data.values("total_s_p50", block=block) for block in ("stp", "tcp")}
    hops = data.values("hops_mean", block="stp")
    return medians | {
        "nsdi-f13-hops": hops,
        "nsdi-stp-spurious": data.spurious("stp"),
        "nsdi-f13-stp-model": hops.map(equations.stp_fetch),
        "nsdi-f13-tcp-model": hops.map(equations.tcp_fetch),
        "nsdi-f13-tcp-model-slow": hops.map(lambda lookup: equations.tcp_fetch(lookup, slow_starts=2)),
    }
