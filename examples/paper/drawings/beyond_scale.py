# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes from 128 peers on, by messages (model M1 of COMSNETS09)."""

import pandas

import equations
import plots
import report
import settling

RESULTS = [
    "issued",
    "achieved",
    "share_of_best",
    "delay_s_mean",
    "delay_s_p99",
    "achieved_deviation_percent",
    "retransmitted_percent",
    "dropped_percent",
    "outstanding_mean",
    "queue_mean",
    "settled_s",
    "drift",
    "cpu_s",
]
# COMSNETS09, section IV-4
ETA = 0.8
# seconds over which the rule of settling takes means: a swing of marking's rates
SWING = 25


def table(data):
    runs = data.runs
    runs["share_of_best"] = runs["achieved"] / runs.apply(equations.highest_rate, axis=1)
    runs["settled_s"] = [settling.first(of_run, SWING) for of_run in data.seconds]
    runs["drift"] = data.drifts()
    return data.points(RESULTS).sort_values(["scheme", "peers"])


def draw(data):
    picture, panels = plots.panels(2, 3, width=4.6, height=3.9)
    points = table(data)
    curves = {scheme: points[points["scheme"] == scheme] for scheme in ["none", *plots.schemes(points)]}
    places = [
        ("achieved", "achieved [requests/s/peer]"),
        ("share_of_best", "achieved / x_opt"),
        ("delay_s_mean", "mean delay; pale: 99th percentile [s]"),
        ("achieved_deviation_percent", "mean deviation of rates among peers [%]"),
        ("retransmitted_percent", "retransmitted [%]"),
        ("settled_s", "settled after [s]"),
    ]
    for axes, (result, unit) in zip(panels.flat, places):
        for scheme, of_scheme in curves.items():
            if scheme == "none" and result in ("retransmitted_percent", "settled_s"):
                continue
            name = plots.ALIASES.get(scheme, scheme) + (" at 1.2 x_opt, short queues" if scheme == "none" else "")
            plots.curve(axes, of_scheme, "peers", result, scheme, name)
            if result == "delay_s_mean":
                plots.curve(axes, of_scheme, "peers", "delay_s_p99", scheme, "", alpha=0.35)
        plots.label(axes, "", "peers", unit)
        plots.powers_of_two(axes, sorted(points["peers"].unique()))
        axes.set_ylim(bottom=0)
    best = points.drop_duplicates("peers").sort_values("peers")
    panels[0][0].plot(best["peers"], best.apply(equations.highest_rate, axis=1), color="#555555", linestyle="--", label="x_opt")
    panels[0][1].axhline(ETA, color=plots.PUBLISHED, linestyle="--", label="published: marking holds %g" % ETA)
    panels.flat[-1].set_title("from then on, means of %d s stay within 5 %%\nof the second half of the run" % SWING, fontsize=8)
    plots.legend_below(picture, *panels.flat[:2], columns=4)
    picture.suptitle("From 2^7 peers on: uplinks of 120 requests/s (M1, alpha = 0.05), 20 ms, by messages")
    return picture


def page(data):
    """Shares of x_opt, and which windows have settled, as tables for the documentation."""
    points = table(data)
    return _shares(points) + "\n" + _settled(points[points["scheme"] != "none"])


def _settled(points):
    sizes = sorted(points["peers"].unique())
    rows = [["Scheme", *("%d peers" % size for size in sizes)]]
    for scheme in plots.schemes(points):
        found = points[points["scheme"] == scheme].set_index("peers")
        rows.append([scheme, *(_since(found.loc[size]) if size in found.index else "\\-" for size in sizes)])
    title = "Since when means of %d s stay within 5 %% of the second half of the run; drift of the measured window" % SWING
    return report.list_table(title, rows, [24] + [19] * len(sizes))


def _since(point):
    since = "not in the first half" if pandas.isna(point["settled_s"]) else "%d s" % point["settled_s"]
    return "%s; %s" % (since, report.drift(point["drift"]))


def _shares(points):
    sizes = sorted(points["peers"].unique())
    rows = [["Scheme", *("%d peers" % size for size in sizes)]]
    for scheme in ["none", *plots.schemes(points)]:
        shares = points[points["scheme"] == scheme].set_index("peers")["share_of_best"]
        cells = ["%.2f" % shares[size] if size in shares.index else "\\-" for size in sizes]
        rows.append([scheme if scheme != "none" else "none, at 1.2 x_opt", *cells])
    return report.list_table("Achieved / x_opt, M1", rows, [24] + [12] * len(sizes))
