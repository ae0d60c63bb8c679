# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Marking: the share of marked answers beside equation 11's, and what two readings of the paper change, by messages and packets."""

import equations
import plots
import report

RESULTS = [
    "achieved",
    "marked_percent",
    "computed_percent",
    "delay_s_mean",
    "delay_s_p99",
    "dropped_percent",
    "retransmitted_percent",
    "queue_mean",
    "level_mean",
    "level_deviation_percent",
    "achieved_deviation_percent",
    "peers_least",
]
DECREASE = "ns3::DhtMarking::Decrease"
INCREASE = 2
# by the block of settings.yaml: how it looks, and what it is
VARIANTS = {
    "each": ("D", "-", "each mark lowers the rate (the paper's)"),
    "once": ("o", "--", "at most one decrease per smoothed round trip"),
    "without-own": ("x", "none", "own requests not in x_avg"),
}
# packet by packet, with the default c-: what is there, in words
BY_PACKETS = {"packets": "no pauses", "pauses": "pauses"}
RULES = {"credit": "``credit``", "each": "``marking``: each mark", "once": "``marking``: once per round trip"}
PANELS = [
    ("marked_percent", "answers with a mark [%]"),
    ("achieved", "achieved [requests/s/peer]"),
    ("achieved_deviation_percent", "mean deviation of rates among peers [%]"),
]


def _runs(data):
    runs = data.runs.copy()
    shares = [equations.marked_share(INCREASE, run[DECREASE], run["level_mean"]) for _, run in runs.iterrows()]
    runs["computed_percent"] = [100 * share for share in shares]
    return runs


def table(data):
    data.runs["computed_percent"] = _runs(data)["computed_percent"]
    return data.points(RESULTS).sort_values(["block", DECREASE])


def draw(data):
    picture, panels = plots.panels(1, len(PANELS), width=4.6, height=4.2)
    points = table(data)
    for axes, (result, unit) in zip(panels.flat, PANELS):
        for block, (marker, line, name) in VARIANTS.items():
            style = {"marker": marker, "linestyle": line}
            plots.curve(axes, points[points["block"] == block], DECREASE, result, "marking", name, **style)
        plots.label(axes, "", "c-, the rate's factor at a decrease", unit)
    computed = points[points["block"] == "each"]
    axes = panels.flat[0]
    axes.plot(computed[DECREASE], computed["computed_percent"], color="#555555", label="equation 11 at the measured x")
    for axes in panels.flat:
        axes.set_ylim(bottom=0)
    plots.legend_below(picture, panels.flat[0])
    picture.suptitle("Marks and rates of marking: 128 peers, 600 kbit/s, 20 ms, by messages")
    return picture


def page(data):
    """The same as tables for the documentation."""
    points = table(data)
    return _by_messages(points[points["block"].isin(VARIANTS)]) + "\n" + _by_packets(points)


def _by_packets(points):
    rows = [["Set-up", "Rule", "Achieved", "Mean delay", "99 %", "Lowest peer", "Deviation", "Dropped", "Retransmitted"]]
    for place, name in BY_PACKETS.items():
        of_place = points[points["block"].str.startswith(place + " ")].sort_values(["cross-load", "block"])
        for point in of_place.to_dict("records"):
            pauses = "%s, %g %%" % (name, point["cross-load"]) if point["cross-load"] > 0 else name
            cells = [pauses, RULES[point["block"].split()[1]], report.with_half(point["achieved"], point["achieved_95"], "%.1f")]
            cells += ["%.2f s" % point["delay_s_mean"], "%.2f s" % point["delay_s_p99"], "%.1f" % point["peers_least"]]
            cells += ["%.1f %%" % point["achieved_deviation_percent"]]
            rows.append([*cells, *("%.2f %%" % point[name] for name in ("dropped_percent", "retransmitted_percent"))])
    title = "Packet by packet, 128 peers, c- of 0.95: links of 600 kbit/s; of 600 to 1000 kbit/s with pauses of 0.5 s, and their cross-load"
    return report.list_table(title, rows, [16, 26, 14, 10, 10, 10, 10, 10, 12])


def _by_messages(points):
    rows = [["c-", "Rule", "Achieved", "Mean delay", "Lowest peer", "Deviation", "Marked", "Equation 11"]]
    for point in points.to_dict("records"):
        achieved = report.with_half(point["achieved"], point["achieved_95"], "%.1f")
        cells = ["%g" % point[DECREASE], VARIANTS[point["block"]][2], achieved]
        cells += ["%.2f s" % point["delay_s_mean"], "%.1f" % point["peers_least"]]
        cells += ["%.1f %%" % point["achieved_deviation_percent"], "%.2f %%" % point["marked_percent"]]
        rows.append([*cells, "%.2f %%" % point["computed_percent"]])
    title = "128 peers, 600 kbit/s, 20 ms, by messages; rates in requests/s/peer"
    return report.list_table(title, rows, [6, 34, 14, 12, 12, 12, 10, 12])
