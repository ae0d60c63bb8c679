# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Errors of coordinates over time: as they settle, as others join, as delays change."""

import pandas

import plots

SPREAD = "curves: their means"
RESULTS = ["error_percent_p50", "error_percent_p90"]
# by block of runs: its title, and what the newcomers are called if it has any
PANELS = {
    "settles": ("everybody begins", None),
    "joins": ("a quarter joins at 100 s", "with a newcomer"),
    "jump": ("delays move 30 % towards others, at once", None),
    "drift": ("the same, within a minute", None),
}


def table(data):
    return data.points(RESULTS)


def seconds(data, block):
    """The mean over the runs of a block, by second."""
    runs = [data.series(run) for run in data.planned if run.block == block]
    return pandas.concat(runs).groupby("time_s").mean()


def draw(data):
    picture, panels = plots.panels(2, 2, width=5.2, height=3.4)
    for axes, (block, (title, newcomers)) in zip(panels.flat, PANELS.items()):
        errors = seconds(data, block)
        axes.plot(errors.index, errors["p50"], color=plots.COLOURS["credit"], label="median")
        axes.plot(errors.index, errors["p90"], color=plots.COLOURS["credit"], linestyle=":", label="nine of ten are below")
        if newcomers:
            axes.plot(errors.index, errors["newcomers_p50"], color=plots.COLOURS["marking"], label="median, pairs " + newcomers)
        plots.label(axes, title, "time [s]", "error of the prediction [%]")
        axes.set(ylim=(0, 100), xlim=(0, None))
        axes.legend(loc="upper right")
    picture.suptitle("Coordinates of %d peers, a round trip measured every 0.5 s" % data.runs["peers"].max())
    return picture


def compare(data):
    return {}
