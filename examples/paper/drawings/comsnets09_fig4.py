# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 4: collapse of 128 peers, and what the three schemes hold."""

import plots

RESULTS = ["offered", "achieved", "delay_s_mean", "delay_s_p99", "retransmitted_percent", "dropped_percent"]
# each request in a TCP segment of its own, or all segments full
ANALYSIS = {"own-segments": "-.", "full-segments": "--"}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels(width=9, height=6)
    points = table(data)
    axes.plot([0, 80], [0, 80], color="#999999", linestyle=":", label="all that is offered")
    plots.published_level(axes, data.published["com-f4-peak"], "collapse sets in, and the schemes hold, 65 to 70")
    for model, of_model in data.read("analyses/uplink.csv").groupby("model"):
        style = {"color": "#555555", "linewidth": 0.8, "linestyle": ANALYSIS[model]}
        axes.plot(of_model["x"], of_model["achieved"], label="equations, " + model, **style)
    plots.curve(axes, points[points["scheme"] == "none"], "load", "achieved", "none")
    for scheme in plots.schemes(points):
        of_scheme = points[points["scheme"] == scheme]
        unlimited = of_scheme[of_scheme["load"].isna()].iloc[0]
        name = "%s, unlimited: %.1f" % (plots.ALIASES.get(scheme, scheme), unlimited["achieved"])
        plots.level(axes, unlimited["achieved"], unlimited["achieved_mean_deviation"], scheme, name)
        offered = of_scheme.dropna(subset="load")
        plots.curve(axes, offered, "load", "achieved", scheme, "%s at that load" % scheme, linewidth=0.8)
    title = "COMSNETS09, figure 4: 128 peers, 600 kbit/s, 20 ms"
    if data.planned[0].program == "million":
        title += ", the load sweep by messages"
    plots.label(axes, title, "offered load [requests/s/peer]", "achieved [requests/s/peer]")
    axes.set(xlim=(0, 82), ylim=(0, 85))
    plots.legend_below(picture, axes)
    return picture


def compare(data):
    none = data.runs[data.runs["scheme"] == "none"]
    peak = none.groupby("run")["achieved"].max()
    unlimited = {scheme: _unlimited(data, scheme) for scheme in plots.PAPERS_SCHEMES}
    return {
        "com-f4-peak": peak,
        "com-f4-collapse": data.values("achieved", scheme="none", load=80) / peak,
        **{"com-f4-" + scheme: rates for scheme, rates in unlimited.items()},
        "com-f4-global": 128 * sum(unlimited.values()) / len(unlimited),
        "com-iv-eta": (unlimited["marking"] / peak).dropna(),
    }


def _unlimited(data, scheme):
    runs = data.runs
    return runs[(runs["scheme"] == scheme) & runs["load"].isna()].groupby("run")["achieved"].mean()
