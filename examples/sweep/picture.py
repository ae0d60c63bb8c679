# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""A quick picture of a sweep: one result over the first option that is a number, a line for the others' values."""

import looks
import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot
import verdicts
# planned.py has put helper/shared on the path
import outputs
import quantity

# what a program is about: the result that the picture shows without --plot
HEADLINES = {
    "collapse": "achieved",
    "churn": "success_percent",
    "million": "achieved",
    "store": "total_s_p50",
    "coordinates": "error_percent_p50",
    "dtl-flows": "utilisation",
}
UNITS = {"s": quantity.DURATIONS, "bit/s": quantity.RATES}
LINES = ["-", "--", ":", "-."]


class NoResult(Exception):
    """--plot names what no run has."""


def draw(sweep, means, results, verdicts_on=None):
    """Write NAME.png; its note says on how many runs there are verdicts."""
    y = sweep.plot or HEADLINES[sweep.program]
    if y not in results:
        raise NoResult("--plot=%s: no such result; there are %s" % (y, ", ".join(results)))
    x = abscissa(sweep)
    figure, axes = matplotlib.pyplot.subplots(figsize=(7, 4.6), layout="constrained")
    others = [name for name in sweep.varied() if name != x]
    dashes = {}
    for values, points in means.groupby(others, sort=False) if others else [((), means)]:
        name, style = look(dict(zip(others, map(str, values))), sweep, dashes)
        places, unit = scale(points[x or "program"])
        axes.errorbar(places, points[y], yerr=points[y + "_95"], capsize=3, markersize=4, label=name, **style)
    axes.set(title=sweep.name, xlabel="%s [%s]" % (x, unit) if unit else x, ylabel=y)
    axes.grid(color="#dddddd")
    if others:
        axes.legend(fontsize=8)
    note = "%s, 1 run a point" % sweep.program
    if sweep.repetitions > 1:
        note = "%s, %d runs a point; bars: 95 %% interval" % (sweep.program, sweep.repetitions)
    for column, count in (verdicts_on or {}).items():
        note += "; %d runs %s" % (count, verdicts.WORDS[column].split(":")[0])
    figure.supxlabel(note, fontsize=7, color="#555555", x=0.01, ha="left")
    with outputs.replaced(sweep.name + ".png") as file:
        figure.savefig(file, dpi=130)


def look(values, sweep, dashes):
    """The name and style of the line with these values of options. A scheme has its colour, what else differs a dash."""
    others = ["%s=%s" % pair for pair in values.items() if pair[0] != "scheme"]
    scheme = values.get("scheme")
    name = ", ".join([scheme, *others] if scheme else others)
    key = scheme or name or sweep.axes.get("scheme", ["none"])[0]
    dash = LINES[dashes.setdefault(tuple(others), len(dashes)) % len(LINES)] if scheme else LINES[0]
    return name, {"color": looks.COLOURS[key], "marker": looks.MARKERS[key], "linestyle": dash}


def abscissa(sweep):
    """The first varied option whose values are all numbers; else the first varied one, or "" if there is none."""
    varied = sweep.varied()
    numbers = [name for name in varied if not isinstance(scale(sweep.axes[name])[0][0], str)]
    return next(iter(numbers + varied), "")


def scale(values):
    """Values as numbers of one unit, and that unit: s, bit/s or none. As they are if they are no such numbers."""
    texts = [str(value) for value in values]
    try:
        return [float(text) for text in texts], ""
    except ValueError:
        pass
    for unit, units in UNITS.items():
        try:
            return [sum(quantity.read_range(text, units)) / 2 for text in texts], unit
        except ValueError:
            pass
    return texts, ""
