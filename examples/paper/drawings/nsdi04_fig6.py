# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 6: lookups by how many candidates for a finger there are."""

import plots

SPREAD = "means of all runs; bars: 10th to 90th percentile of the lookups"
RESULTS = ["delay_s_mean", "delay_s_p10", "delay_s_p90", "hops_mean"]


def table(data):
    return data.points(RESULTS).sort_values("pns-candidates")


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    mean, low, high = (1e3 * points["delay_s_" + name] for name in ("mean", "p10", "p90"))
    axes.errorbar(
        points["pns-candidates"],
        mean,
        yerr=[mean - low, high - mean],
        color=plots.COLOURS["credit"],
        marker="s",
        capsize=3,
        label="mean; bars: 10th and 90th percentile",
    )
    for candidates in (1, 16, 2048):
        number = data.published["nsdi-f6-" + "pns%d" % candidates]
        plots.published_point(axes, candidates, number.low, "PNS(%d): %s ms" % (candidates, number.text()))
    plots.label(axes, "NSDI04, figure 6: lookups with PNS(x), 2048 peers", "x", "lookup latency [ms]")
    plots.powers_of_two(axes, sorted(points["pns-candidates"].unique()))
    axes.set_ylim(0)
    axes.legend()
    return picture


def compare(data):
    mean = {candidates: _mean(data, candidates) for candidates in (1, 16, 2048)}
    found = {"nsdi-f6-" + "pns%d" % candidates: value for candidates, value in mean.items()}
    # of what all candidates save, the part that sixteen do
    found["nsdi-f6-knee"] = (mean[1] - mean[16]) / (mean[1] - mean[2048])
    return found


def _mean(data, candidates):
    return 1e3 * data.values("delay_s_mean", pns_candidates=candidates)
