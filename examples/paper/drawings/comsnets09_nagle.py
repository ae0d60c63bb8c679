# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 4: what Nagle's rule and TCP's delayed acknowledgements change."""

import plots
import report

NAGLE = "ns3::DhtPeerApplication::Nagle"
RESULTS = ["achieved", "delay_s_mean", "retransmitted_percent"]
ACKS = ["after 200 ms", "after 40 ms", "every segment"]


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, panels = plots.panels(1, 2, width=5, height=4.2)
    points = table(data)
    for axes, scheme in zip(panels.flat, plots.schemes(points)):
        of_scheme = points[points["scheme"] == scheme]
        names = {0: scheme, 1: scheme + ", with Nagle's rule"}
        series = {names[nagle]: of.set_index("block") for nagle, of in of_scheme.groupby(NAGLE)}
        plots.published_level(axes, data.published["com-f4-" + scheme])
        plots.groups(axes, ACKS, series, "achieved")
        plots.label(axes, scheme, "TCP acknowledges", "achieved [requests/s/peer]")
        axes.set_ylim(0, 85)
    plots.legend_below(picture, *panels.flat, columns=3)
    picture.suptitle("Nagle's rule and acknowledgements: 128 peers, 600 kbit/s, 20 ms")
    return picture


def page(data):
    rows = [["TCP acknowledges", "Scheme", "Nagle", "Achieved", "Mean delay", "Retransmitted"]]
    for point in table(data).sort_values(["scheme", NAGLE]).to_dict("records"):
        cells = [point["block"], point["scheme"], "on" if point[NAGLE] else "off", report.with_half(point["achieved"], point["achieved_95"], "%.1f")]
        rows.append([*cells, "%.2f s" % point["delay_s_mean"], "%.2g %%" % point["retransmitted_percent"]])
    return report.list_table("Rates in requests/s/peer; published are 65 to 70", rows, [20, 16, 10, 14, 14, 14])
