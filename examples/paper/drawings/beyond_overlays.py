# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes on ring, tree and small world (COMSNETS09, section VI)."""

import plots

RESULTS = ["achieved", "delay_s_mean", "retransmitted_percent", "dropped_percent", "hops_mean", "outstanding_mean"]
OVERLAYS = ["chord", "tree", "small-world"]


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, panels = plots.panels(1, 2, width=5.5)
    points = table(data)
    names = {scheme: points[points["scheme"] == scheme] for scheme in plots.schemes(points)}
    loads = points[points["scheme"] == "none"].groupby("load")
    names |= {"none, load of %g" % load: of_load for load, of_load in loads}
    for axes, result, unit in zip(panels.flat, RESULTS, ["achieved [requests/s/peer]", "mean delay [s]"]):
        plots.groups(axes, OVERLAYS, {name: of.set_index("overlay") for name, of in names.items()}, result)
        axes.set(ylabel=unit)
    plots.legend_below(picture, panels[0][1])
    plots.published_claim(panels[0][0], "results comparable on all three")
    picture.suptitle("Overlays: %d peers, 600 kbit/s, 20 ms" % data.runs["peers"].max())
    return picture


def compare(data):
    runs = data.runs[data.runs["scheme"] != "none"].set_index(["overlay", "scheme", "run"])["achieved"]
    compared = {}
    for overlay in OVERLAYS[1:]:
        ratios = (runs[overlay] / runs["chord"]).unstack("scheme")
        farthest = (ratios.mean() - 1).abs().idxmax()
        compared["com-vi-" + overlay] = ratios[farthest]
    return compared
