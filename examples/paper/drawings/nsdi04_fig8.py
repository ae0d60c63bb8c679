# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 8: the least of several latencies, in the median."""

import pandas
import plots

from drawings import globe


def table(data):
    columns = {"run_%d_ms" % run: found["median_least_of_ms"] for run, found in globe.read(data).items()}
    return pandas.DataFrame(columns).rename_axis("samples").reset_index().astype({"samples": int})


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    for run in globe.RUNS:
        name = "globe, three draws" if run == 1 else None
        axes.plot(points["samples"], points["run_%d_ms" % run], color=plots.COLOURS["credit"], marker="s", label=name)
    plots.published_claim(axes, "falls ever more slowly:\nthe distribution has a flat toe", x=0.4, y=0.6)
    plots.label(axes, "NSDI04, figure 8: the least of x latencies", "x", "median of the least round-trip time [ms]")
    plots.powers_of_two(axes, list(points["samples"]))
    axes.set_ylim(0)
    axes.legend()
    return picture


def compare(data):
    points = table(data).set_index("samples")
    falls = -points.diff().dropna()
    # what each doubling saves, over what the one before has saved
    return {"nsdi-f8": (falls / falls.shift(1)).dropna().max()}
