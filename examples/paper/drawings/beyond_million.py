# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes with short queues, from 2^12 peers on, by messages (model M1 of COMSNETS09); 2^20 as far as 4 GB take them."""

import equations
import plots
import report

RESULTS = [
    "achieved",
    "share_of_best",
    "delay_s_mean",
    "delay_s_p99",
    "dropped_percent",
    "retransmitted_percent",
    "bytes_per_peer",
]
PANELS = {
    "achieved": "achieved [requests/s/peer]",
    "share_of_best": "achieved / x_opt",
    "delay_s_mean": "mean delay; pale: 99th percentile [s]",
    "bytes_per_peer": "bytes per peer; line: 4096",
}


def table(data):
    data.runs["share_of_best"] = data.runs["achieved"] / data.runs.apply(equations.highest_rate, axis=1)
    return data.points(RESULTS).sort_values(["scheme", "peers"])


def draw(data):
    points = table(data)
    picture, (panels,) = plots.panels(1, len(PANELS), width=3.6, height=4)
    best = points.drop_duplicates("peers").sort_values("peers")
    panels[0].plot(best["peers"], best.apply(equations.highest_rate, axis=1), color="#555555", linestyle="--", label="x_opt")
    panels[3].axhline(4096, color="#888888", linewidth=0.8, linestyle="-.")
    plots.by_peers(panels, PANELS, points)
    plots.legend_below(picture, panels[0], columns=5)
    picture.suptitle("Short queues, up to 2^20 peers: 120 requests/s (M1), 20 ms, half a second after 4 s, by messages")
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    rows = [["Scheme", "Peers", "Achieved", "/ x_opt", "Delay: mean, p99", "Dropped", "Sent again", "Bytes per peer"]]
    for _, point in points.iterrows():
        rows.append(
            [
                point["scheme"],
                "2^%d" % (int(point["peers"]).bit_length() - 1),
                "%.2f" % point["achieved"],
                "%.2f" % point["share_of_best"],
                "%.2f s, %.1f s" % (point["delay_s_mean"], point["delay_s_p99"]),
                "%.1f %%" % point["dropped_percent"],
                "%.1f %%" % point["retransmitted_percent"],
                "%.0f" % point["bytes_per_peer"],
            ]
        )
    return report.list_table("M1, half a second after four", rows, [18, 10, 12, 10, 18, 10, 10, 12])
