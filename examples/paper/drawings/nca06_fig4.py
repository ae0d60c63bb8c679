# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NCA06, figure 4: collapse of 16 peers, and what credits and back-pressure hold."""

import plots

RESULTS = ["achieved", "retransmitted_percent", "early_timeout_percent", "dropped_percent", "delay_s_mean"]


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    none = points[points["scheme"] == "none"]
    plots.curve(axes, none, "load", "achieved", "none")
    axes.plot([0, 100], [0, 100], color="#999999", linestyle=":", label="all that is offered")
    for scheme, id in ("credit", "nca-f4-cscc"), ("back-pressure", "nca-f4-bpcc"):
        point = points[points["scheme"] == scheme].iloc[0]
        name = "%s, unlimited: %.1f" % (plots.ALIASES[scheme], point["achieved"])
        plots.level(axes, point["achieved"], point["achieved_mean_deviation"], scheme, name)
        plots.published_level(axes, data.published[id], "%s %s" % (scheme, data.published[id].text()))
    peak = data.published["nca-f4-peak"]
    plots.published_point(axes, peak.low, peak.low, "collapse sets in")
    title = "NCA06, figure 4: 16 peers, 1 Mbit/s, 30 ms"
    plots.label(axes, title, "offered load [requests/s/peer]", "achieved [requests/s/peer]")
    axes.set_ylim(0)
    plots.legend_below(picture, axes)
    return picture


def compare(data):
    none = data.runs[data.runs["scheme"] == "none"]
    peak = none.groupby("run")["achieved"].max()
    credit = data.values("achieved", scheme="credit")
    back_pressure = data.values("achieved", scheme="back-pressure")
    retransmitted = data.values("retransmitted_percent", scheme="credit")
    early = data.values("early_timeout_percent", scheme="credit")
    return {
        "nca-f4-peak": peak,
        "nca-f4-collapse": (data.values("achieved", scheme="none", load=none["load"].max()) / peak).dropna(),
        "nca-f4-cscc": credit,
        "nca-f4-bpcc": back_pressure,
        "nca-f4-bpcc-global": 16 * back_pressure,
        "nca-f4-bpcc-peak": (back_pressure / peak).dropna(),
        "nca-f4-cscc-bpcc": credit / back_pressure,
        "nca-f4-cscc-retx": retransmitted,
        "nca-f4-cscc-drops": data.values("dropped_percent", scheme="credit"),
        "nca-f4-cscc-early": early,
        "nca-f4-bpcc-retx": data.values("retransmitted_percent", scheme="back-pressure"),
    }
