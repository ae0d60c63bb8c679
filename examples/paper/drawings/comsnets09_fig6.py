# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 6: the rate over time on machines like PlanetLab's."""

import pandas
import plots
import summaries

# seconds over which the rate is averaged in the picture
BIN = 60
SPREAD = "a curve each"
HOURS = 4
# by run
LINES = ["-", "--", ":"]


def table(data):
    frames = []
    for run in data.planned:
        series = pandas.read_csv(summaries.path(run, data.directory).with_suffix(".csv"))
        minutes = series.groupby((series["time_s"] - 1) // BIN * BIN).mean()
        frames.append(minutes[["issued", "achieved", "outstanding", "level"]].assign(run=run.number))
    return pandas.concat(frames).rename_axis("time_s").reset_index()


def draw(data):
    picture, ((axes,),) = plots.panels(width=8)
    data.runs  # refuses what is broken
    for number, series in table(data).groupby("run"):
        style = {"color": plots.COLOURS["marking"], "linestyle": LINES[(number - 1) % len(LINES)]}
        axes.plot(series["time_s"] / 3600, series["achieved"], linewidth=1, label="run %d" % number, **style)
    plots.published_level(axes, data.published["com-f6"], "varies around 3.5")
    title = "COMSNETS09, figure 6: 64 peers as on PlanetLab, marking, answers through the overlay"
    plots.label(axes, title, "time [h]", "achieved [requests/s/peer], means of a minute")
    axes.set_ylim(0)
    plots.legend_below(picture, axes)
    return picture


def compare(data):
    rate = data.values("achieved", scheme="marking")
    minutes = table(data)
    # marking starts at 5 requests/s
    started = minutes[minutes["time_s"] >= BIN]
    total = rate * 64 * HOURS * 3600
    return {"com-f6": rate, "com-f6-drift": _drift(started), "com-f6-spread": _spread(started), "com-f6-total": total}


def _drift(minutes):
    """By run, what the second half achieves over the first."""
    is_late = minutes["time_s"] >= minutes["time_s"].max() / 2
    rates = minutes.groupby(["run", is_late])["achieved"].mean().unstack().reindex(columns=[False, True])
    return rates[True] / rates[False]


def _spread(minutes):
    """By run, the standard deviation of the minutes' rates over their mean."""
    rates = minutes.groupby("run")["achieved"]
    return rates.std() / rates.mean()
