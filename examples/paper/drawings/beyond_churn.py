# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Lookups in a ring whose peers come and go, against the mean time that they stay."""

import plots
import runs

RESULTS = [
    "success_percent",
    "wrong_percent",
    "delay_s_mean",
    "delay_s_p50",
    "delay_s_p99",
    "hops_mean",
    "up_mean",
    "maintenance_bytes_per_s",
    "lookups_issued",
    "lookups_right",
    "lookups_wrong",
    "lookups_given_up",
    "lookups_abandoned",
    "returns",
    "leaves",
    "crashes",
    "failures_detected",
]
SECONDS = [0.1, 0.2, 0.5, 1, 2, 5]
CURVES = {
    ("exponential", "none"): ("none: lookups are sent once", "-"),
    ("exponential", "marking"): ("marking: lost lookups are sent again", "-"),
    ("pareto", "marking"): ("marking, Pareto sessions", "--"),
}


def table(data):
    points = data.points(RESULTS)
    points["session_min"] = points["session"].map(runs.number) / 60
    return points.sort_values(["block", "scheme", "session_min"])


def draw(data):
    picture, panels = plots.panels(1, 3, width=4.6)
    points = table(data)
    left, middle, right = panels.flat
    for (block, scheme), (name, style) in CURVES.items():
        chosen = points[(points["block"] == block) & (points["scheme"] == scheme)]
        plots.curve(left, chosen, "session_min", "success_percent", scheme, name, linestyle=style)
        plots.curve(middle, chosen, "session_min", "delay_s_mean", scheme, name, linestyle=style)
        plots.curve(middle, chosen, "session_min", "delay_s_p99", scheme, name, linestyle=style, alpha=0.4)
        plots.curve(right, chosen, "session_min", "maintenance_bytes_per_s", scheme, name, linestyle=style)
    ticks = sorted(points["session_min"].unique())
    for axes in (left, middle, right):
        axes.set_xscale("log")
        axes.set_xticks(ticks, ["%g" % tick for tick in ticks])
        axes.minorticks_off()
    plots.label(left, "", "mean session [min]", "lookups answered by the responsible peer [%]")
    plots.label(middle, "pale: 99th percentile", "mean session [min]", "mean time to the answer [s]")
    middle.set_yscale("log")
    middle.set_yticks(SECONDS, ["%g" % second for second in SECONDS])
    middle.minorticks_off()
    plots.label(right, "", "mean session [min]", "maintenance sent [bytes/s/peer]")
    right.set_ylim(bottom=0)
    left.legend(loc="lower right")
    title = "Churn: %d peers, away for 1 min on average, half of the sessions end in a crash"
    picture.suptitle(title % points["peers"].iloc[0])
    return picture
