# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 14: how fast a single client gets blocks."""

import numpy
import pandas
import plots

RESULTS = ["throughput_bytes_s_%s" % name for name in ("mean", "least", "p5", "p50", "p95", "most")] + ["success_percent"]
QUANTILES = {"least": 0, "p5": 0.05, "p50": 0.5, "p95": 0.95, "most": 1}
# by block of runs: those that there are are drawn
LOOKS = {
    "w1": ("back-pressure", "STP, w RPCs", ":"),
    "w3": ("credit", "STP, 3 w RPCs", "-"),
    "w5": ("marking", "STP, 5 w RPCs", ":"),
    "tcp": ("none", "TCP, send buffers of 64 KB", "-"),
    "tcp-4k": ("none", "TCP, send buffers of 4 KB", ":"),
}
MULTIPLIERS = {"w1": 1, "w3": 3, "w5": 5}
# what the paper states of its clients
PUBLISHED = {"stp": "STP", "tcp": "TCP"}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    for block, (look, name, line) in LOOKS.items():
        runs = data.runs[data.runs["block"] == block]
        if not runs.empty:
            rates = [1e-3 * numpy.mean(runs["throughput_bytes_s_" + quantile]) for quantile in QUANTILES]
            shares = list(QUANTILES.values())
            axes.plot(rates, shares, color=plots.COLOURS[look], marker=plots.MARKERS[look], linestyle=line, label=name)
    for transport, name in PUBLISHED.items():
        rates = [data.published["nsdi-f14-%s%s" % (transport, which)].low for which in ("-least", "", "-most")]
        line = {"stp": "-", "tcp": "--"}[transport]
        axes.plot(rates, [0, 0.5, 1], color=plots.PUBLISHED, marker="*", markersize=9, linestyle=line, label="published: %s" % name)
    plots.label(axes, "NSDI04, figure 14: 26 clients, one after the other, 4 MB each", "throughput [KB/s]", "share of clients")
    axes.legend(loc="lower right")
    axes.set_xlim(0)
    return picture


def slowest_links(data):
    """What all nodes together send if each is as slow as the slowest can be, in MB/s."""
    of_run = data.runs.iloc[0]
    least, sites = float(of_run["rate"].partition("kbps..")[0]), of_run["peers"] / int(of_run["peers-per-node"])
    return 1e-3 / 8 * least * sites


def compare(data):
    def rate(block, quantile):
        return 1e-3 * data.values("throughput_bytes_s_" + quantile, block=block)

    off = pandas.DataFrame({m: abs(rate(block, "p50") - rate("tcp", "p50").values) for block, m in MULTIPLIERS.items()})
    bound = slowest_links(data)
    return {
        "nsdi-f14-stp": rate("w3", "p50"),
        "nsdi-f14-stp-least": rate("w3", "least"),
        "nsdi-f14-stp-most": rate("w3", "most"),
        "nsdi-f14-tcp": rate("tcp", "p50"),
        "nsdi-f14-tcp-least": rate("tcp", "least"),
        "nsdi-f14-tcp-most": rate("tcp", "most"),
        "nsdi-f14-order": rate("tcp", "p50") / rate("w3", "p50").values,
        "nsdi-f14-multiplier": rate("w1", "p50") / rate("w3", "p50").values,
        "nsdi-stp-multiplier": off.idxmin(axis="columns"),
        "nsdi-f14-bound": [bound],
        "nsdi-f14-half": 1e-3 * rate("w3", "most") / bound,
        "nsdi-stp-spurious-loaded": data.spurious("w3"),
    }
