# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 2: collapse of a million peers, by the equations."""

import json

import plots

MODELS = {"m1": "M1: the uplink is the bottleneck", "m2": "M2: the processor is the bottleneck"}
COLOURS = {"m1": "#2c7fb8", "m2": "#c0392b"}


def table(data):
    return data.read("analyses/million.csv")


def draw(data):
    picture, ((axes,),) = plots.panels()
    for model, points in table(data).groupby("model"):
        axes.plot(points["x"], points["final"], color=COLOURS[model], label=MODELS[model])
        number = data.published["com-f2-" + model]
        plots.published_x(axes, number, "%s highest at %s" % (model.upper(), number.text()))
    title = "COMSNETS09, figure 2: 2^20 peers that process 120 requests/s, analysis"
    plots.label(axes, title, "request rate x [requests/s/peer]", "achieved [requests/s/peer]")
    axes.set(xlim=(0, 40), ylim=0)
    axes.legend()
    return picture


def compare(data):
    found = json.loads((data.directory / "analyses/million.json").read_text())["results"]
    compared = {}
    for model in MODELS:
        limit = found[model]["overloaded"]
        compared["com-f2-" + model] = [found[model]["x_opt"]["found"]]
        compared["com-f2-limit-" + model] = [limit["found"] / limit["published"]]
    return compared
