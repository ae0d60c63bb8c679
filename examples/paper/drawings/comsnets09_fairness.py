# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, section V-D: what the fairness parameter of eq. 10 does to the peers' request rates."""

import plots

GAMMA = "ns3::DhtMarking::Fairness"
RESULTS = ["level_deviation_percent", "achieved_deviation_percent", "achieved", "marked_percent"]


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    result = "level_deviation_percent"
    plots.curve(axes, points, GAMMA, result, "marking", "mean deviation of x over the peers")
    without = points[points[GAMMA] == 0].iloc[0][result]
    change = data.published["com-fair"].low
    plots.published_point(axes, 16, without * (1 + change / 100), "%g %% against gamma = 0" % change)
    title = "COMSNETS09, section V-D: marking, 128 peers, 600-1000 kbit/s"
    plots.label(axes, title, "gamma", "mean deviation [% of the mean]")
    axes.set_ylim(0)
    plots.legend_below(picture, axes)
    return picture


def compare(data):
    deviation = data.runs.set_index([GAMMA, "run"])["level_deviation_percent"]
    return {"com-fair": 100 * (deviation[16] / deviation[0] - 1)}
