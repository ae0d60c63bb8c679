# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 5: recursive and iterative lookups."""

import plots

PERCENTS = [1, 5, 10, 25, 50, 75, 90, 95, 99]
RESULTS = ["delay_s_mean", *("delay_s_p%d" % percent for percent in PERCENTS), "hops_mean"]
ROUTINGS = {"recursive": "credit", "iterative": "none"}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data).set_index("routing")
    for routing, look in ROUTINGS.items():
        delays = [1e3 * points.loc[routing, "delay_s_p%d" % percent] for percent in PERCENTS]
        mean = 1e3 * points.loc[routing, "delay_s_mean"]
        style = {"color": plots.COLOURS[look], "marker": plots.MARKERS[look], "markersize": 4}
        axes.plot(delays, [percent / 100 for percent in PERCENTS], label="%s, mean %.0f ms" % (routing, mean), **style)
        number = data.published["nsdi-f5-" + routing + "-median"]
        plots.published_point(axes, number.low, 0.5, "median, %s: %s ms" % (routing, number.text()))
    plots.label(axes, "NSDI04, figure 5: lookups among 2048 peers", "lookup latency [ms]", "share of the lookups")
    axes.set(xlim=(0, 2500), ylim=(0, 1))
    axes.legend(loc="lower right")
    return picture


def compare(data):
    mean = {routing: 1e3 * data.values("delay_s_mean", routing=routing) for routing in ROUTINGS}
    found = {"nsdi-f5-" + routing + "-mean": mean[routing] for routing in ROUTINGS}
    found |= {
        "nsdi-f5-" + routing + "-median": 1e3 * data.values("delay_s_p50", routing=routing) for routing in ROUTINGS
    }
    # the paper counts the way back
    messages = data.values("hops_mean", routing="recursive") + 1
    found["nsdi-f5-hops"] = messages
    found["nsdi-f5-return"] = mean["recursive"] / messages
    found["nsdi-f5-ratio"] = mean["recursive"] / mean["iterative"]
    return found
