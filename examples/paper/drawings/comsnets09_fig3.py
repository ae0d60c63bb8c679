# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 3: eq. 10, how likely a queue marks a request."""

import numpy
import pandas
import plots

THRESHOLD = 20
FAIRNESS = 4
# the source's rate over the average rate
RATIOS = {0.75: "#31a354", 1.0: "#2c7fb8", 1.25: "#c0392b"}


def probability(queue, ratio):
    """Eq. 10: the average queue size, and the source's rate over the average."""
    room = numpy.maximum(THRESHOLD - queue, 1e-12)
    return numpy.minimum(queue / (THRESHOLD * room) * ratio**FAIRNESS, 1)


def table(data):
    queue = numpy.linspace(0, 25, 251)
    marks = {"ratio_%g" % ratio: probability(queue, ratio) for ratio in RATIOS}
    return pandas.DataFrame({"average_queue": queue, **marks})


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    for ratio, color in RATIOS.items():
        axes.plot(points["average_queue"], points["ratio_%g" % ratio], color=color, label="x = %g x_avg" % ratio)
    name = "published: everything is marked from t = 20 on"
    axes.axvline(THRESHOLD, color=plots.PUBLISHED, linestyle="--", label=name)
    title = "COMSNETS09, figure 3: eq. 10 for t = 20, gamma = 4"
    plots.label(axes, title, "average queue size [requests]", "probability of a mark")
    plots.legend_below(picture, axes)
    return picture
