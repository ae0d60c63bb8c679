# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The message level beside the packet level: 128 peers, COMSNETS09's figure 4."""

import plots

SPREAD = plots.DEVIATIONS
RESULTS = [
    "issued",
    "achieved",
    "delay_s_mean",
    "delay_s_p50",
    "delay_s_p99",
    "retransmitted_percent",
    "dropped_percent",
    "outstanding_mean",
    "achieved_deviation_percent",
    "cpu_s",
    "wall_s",
]
LEVELS = {"packet": "-", "message": "--"}
SHOWN = {
    "achieved": "achieved [requests/s/peer]",
    "delay_s_mean": "mean delay [s]",
    "delay_s_p99": "99th percentile of the delay [s]",
    "retransmitted_percent": "retransmitted [% of issued]",
    "dropped_percent": "dropped [% of issued]",
}
# each request in a TCP segment of its own, or all segments full
ANALYSIS = {"own-segments": "-.", "full-segments": ":"}


def table(data):
    points = data.points(RESULTS)
    # the packet level's runs without a load are those that the message level names load 0
    return points.assign(load=points["load"].fillna(0), level=points["block"].str.split("-").str[0])


def draw(data):
    picture, panels = plots.panels(2, 3, width=4.6, height=3.9)
    points = table(data)
    _draw_collapse(data, panels[0][0], points[points["scheme"] == "none"])
    at_will = points[(points["scheme"] != "none") & (points["load"] == 0)].set_index("scheme")
    for axes, (result, unit) in zip(panels.flat[1:], SHOWN.items()):
        _draw_bars(axes, at_will, result)
        plots.label(axes, "", "", unit)
    plots.legend_below(picture, panels[0][0], panels[0][1], columns=4)
    picture.suptitle(
        "Packets and messages: %d peers, 600 kbit/s, 20 ms. The message level takes 1/%.0f of the CPU time."
        % (data.runs["peers"].max(), _ratio(points))
    )
    return picture


def _draw_collapse(data, axes, none):
    for model, points in data.read("analyses/uplink.csv").groupby("model"):
        style = {"color": "#555555", "linewidth": 0.8, "linestyle": ANALYSIS[model]}
        axes.plot(points["x"], points["achieved"], label="equations, " + model, **style)
    for level, style in LEVELS.items():
        name = "no congestion control, %ss" % level
        fill = {"linestyle": style, "markerfacecolor": None if level == "packet" else "white"}
        plots.curve(axes, none[none["level"] == level], "load", "achieved", "none", name, **fill)
    plots.label(axes, "", "offered load [requests/s/peer]", "achieved [requests/s/peer]")
    axes.set(xlim=(38, 82), ylim=(38, 82))


def _draw_bars(axes, points, result):
    width = 0.38
    schemes = plots.schemes(points.reset_index())
    for place, (level, shift) in enumerate(zip(LEVELS, (-width / 2, width / 2))):
        of_level = points[points["level"] == level].loc[schemes]
        axes.bar(
            [i + shift for i in range(len(schemes))],
            of_level[result],
            width * 0.94,
            yerr=of_level[result + "_mean_deviation"],
            color=[plots.pale(plots.COLOURS[scheme], (1, 0.5)[place]) for scheme in schemes],
            hatch=(None, "//")[place],
            edgecolor="white",
            capsize=2,
            label=level + " level",
        )
    axes.set_xticks(range(len(schemes)), schemes)
    axes.grid(False, axis="x")


def _ratio(points):
    """CPU time of the packet level over that of the message level; both have the same runs."""
    totals = (points["cpu_s"] * points["runs"]).groupby(points["level"]).sum()
    return totals["packet"] / totals["message"]
