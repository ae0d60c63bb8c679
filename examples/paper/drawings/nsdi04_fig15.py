# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 15: what all sites together get when all of them read."""

import plots

RATE = "together_throughput_bytes_s"
RESULTS = ["sites", "megabytes", "total_s_p50", "success_percent"]
PEERS_PER_SITE = 3
# of the slowest access link, in MB/s
SLOWEST = 0.2


def table(data):
    data.runs["sites"] = data.runs["peers"] // PEERS_PER_SITE
    data.runs["megabytes"] = 1e-6 * data.runs[RATE]
    return data.points(RESULTS).sort_values("sites")


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    plots.curve(axes, points, "sites", "megabytes", "credit", "STP")
    most = points["sites"].max()
    axes.plot([0, most], [0, SLOWEST * most], color="#636363", linestyle=":", label="sites times the slowest link, 200 KB/s")
    first = data.published["nsdi-f15-first"].low
    plots.published_point(axes, 10, first, "ten sites, %.1f MB/s" % first)
    peak = data.published["nsdi-f15-peak"].low
    plots.published_level(axes, data.published["nsdi-f15-peak"], "150 machines at 70 sites, %.1f MB/s" % peak)
    plots.label(axes, "NSDI04, figure 15: all sites read at once", "sites, of 3 peers each", "all together [MB/s]")
    axes.set(xlim=(0, None), ylim=(0, None))
    axes.legend()
    return picture


def compare(data):
    rates = {sites: 1e-6 * data.values(RATE, peers=PEERS_PER_SITE * sites) for sites in (10, 70)}
    return {
        "nsdi-f15-first": rates[10],
        "nsdi-f15-linear": rates[70] / 7 / rates[10].values,
        "nsdi-f15-peak": rates[70],
    }
