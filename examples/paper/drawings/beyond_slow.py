# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What slow peers do to all others (COMSNETS09, section VI): access links of the same mean, more and more unequal."""

import plots

RESULTS = ["achieved", "peers_least", "peers_most", "peers_jain", "delay_s_mean"]
# mean and half the width of the rates that are drawn, in kbit/s
MEAN = 600


def _spread(rate):
    """Of "200kbps..1000kbps" 400, of "600kbps" 0."""
    return MEAN - float(rate.split("kbps")[0])


def table(data):
    data.runs["spread_kbps"] = data.runs["rate"].map(_spread)
    return data.points(RESULTS).assign(spread_kbps=lambda points: points["rate"].map(_spread)).sort_values("spread_kbps")


def draw(data):
    picture, panels = plots.panels(1, 3, width=4.2, height=4)
    points = table(data)
    places = [
        ("achieved", "achieved [requests/s/peer]"),
        ("peers_least", "rate of the peer with the least [requests/s]"),
        ("peers_jain", "Jain's index of the peers' rates"),
    ]
    for axes, (result, unit) in zip(panels.flat, places):
        for scheme in plots.schemes(points):
            plots.curve(axes, points[points["scheme"] == scheme], "spread_kbps", result, scheme)
        plots.label(axes, "", "access links of 600 kbit/s, plus or minus up to [kbit/s]", unit)
        axes.set_ylim(bottom=0)
    plots.legend_below(picture, panels.flat[0])
    picture.suptitle("Slow peers: 64 peers, links drawn evenly around the same mean, by messages")
    return picture
