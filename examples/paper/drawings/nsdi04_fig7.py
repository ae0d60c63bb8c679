# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 7: lookups by how many peers there are."""

import plots

RESULTS = ["delay_s_mean", "hops_mean"]
LOOKS = {16: ("credit", "PNS(16)"), 2048: ("back-pressure", "PNS(N)")}


def table(data):
    return data.points(RESULTS).sort_values("peers")


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    points["latency_ms"] = 1e3 * points["delay_s_mean"]
    points["latency_ms_mean_deviation"] = 1e3 * points["delay_s_mean_mean_deviation"]
    for candidates, (look, name) in LOOKS.items():
        plots.curve(axes, points[points["pns-candidates"] == candidates], "peers", "latency_ms", look, name)
    plots.published_level(axes, data.published["nsdi-f7"], "ideal PNS stays near 3 delta = 201 ms")
    plots.label(axes, "NSDI04, figure 7: lookups and the number of peers", "peers", "mean lookup latency [ms]")
    plots.powers_of_two(axes, sorted(points["peers"].unique()))
    axes.set_ylim(0)
    axes.legend()
    return picture


def compare(data):
    ideal = data.runs[data.runs["pns-candidates"] == 2048]
    return {"nsdi-f7": 1e3 * ideal.groupby("run")["delay_s_mean"].mean()}
