# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NCA06, figure 5: credits and back-pressure under cross-load, with two sizes of buffers."""

import plots

CAPACITY = "ns3::DhtPeerApplication::QueueCapacity"
RESULTS = ["achieved", "retransmitted_percent", "delay_s_mean", "outstanding_mean"]
LINES = {100: "--", 400: "-"}
# hollow markers tell the buffers apart in the legend, too
FILLS = {100: "white", 400: None}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    for (scheme, capacity), of_line in points.groupby(["scheme", CAPACITY]):
        name = "%s, buffer of %d" % (plots.ALIASES[scheme], capacity)
        style = {"linestyle": LINES[capacity], "markerfacecolor": FILLS[capacity]}
        plots.curve(axes, of_line, "cross-load", "achieved", scheme, name, **style)
    title = "NCA06, figure 5: 16 peers, 1 Mbit/s, 30 ms, pauses of 2 s"
    plots.label(axes, title, "cross-load [% of the time]", "achieved [requests/s/peer]")
    axes.set_ylim(0)
    plots.published_claim(axes, "back-pressure above credits everywhere;\na larger buffer helps back-pressure only")
    plots.legend_below(picture, axes)
    return picture


def compare(data):
    runs = data.runs.set_index(["scheme", CAPACITY, "cross-load", "run"])["achieved"]
    ratio = runs["back-pressure"] / runs["credit"]
    heaviest = data.runs["cross-load"].max()
    by_load = ratio.groupby(["cross-load", "run"]).mean()
    buffers = runs.xs(heaviest, level="cross-load").unstack(CAPACITY)
    return {
        "nca-f5-order": ratio.groupby("run").min(),
        "nca-f5-grows": by_load[heaviest] / by_load[0],
        "nca-f5-bpcc-buffer": (buffers[400] / buffers[100])["back-pressure"],
        "nca-f5-cscc-buffer": (buffers[400] / buffers[100])["credit"],
    }
