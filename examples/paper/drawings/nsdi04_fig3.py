# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 3: round-trip times between hosts."""

import pandas
import plots

from drawings import globe


def table(data):
    curves = {"run_%d_ms" % run: found["percentiles_ms"] for run, found in globe.read(data).items()}
    return pandas.DataFrame({"percent": range(101), **curves})


def draw(data):
    picture, ((axes,),) = plots.panels()
    curves = table(data)
    for run in globe.RUNS:
        name = "globe, three draws" if run == 1 else None
        axes.plot(curves["run_%d_ms" % run], curves["percent"] / 100, color=plots.COLOURS["credit"], alpha=0.7, label=name)
    plots.published_point(axes, data.published["nsdi-f3-king-median"].low, 0.5, "median of King, 134 ms")
    plots.published_x(axes, data.published["nsdi-f3-king-mean"], "mean of King, 154 ms")
    plots.label(axes, "NSDI04, figure 3: delays between 2048 hosts", "round-trip time [ms]", "share of the pairs")
    axes.set(xlim=(0, 600), ylim=(0, 1))
    axes.legend(loc="lower right")
    return picture


def compare(data):
    found = globe.read(data).values()
    return {
        "nsdi-f3-king-median": pandas.Series([one["round_trip_ms"]["p50"] for one in found]),
        "nsdi-f3-king-mean": pandas.Series([one["round_trip_ms"]["mean"] for one in found]),
    }
