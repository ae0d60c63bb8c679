# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""How the figures look: one colour for each scheme, published numbers always in the same ochre."""

import math

import matplotlib

matplotlib.use("Agg")

import matplotlib.colors
import matplotlib.container
import matplotlib.pyplot

from looks import ALIASES, COLOURS, MARKERS

PUBLISHED = "#d08a00"
PUBLISHED_DASHES = ["--", "-.", ":"]
# what error bars are, unless a drawing has others
DEVIATIONS = "bars: mean deviation"
# those of the papers, which published numbers are about
PAPERS_SCHEMES = ["credit", "back-pressure", "marking"]

matplotlib.rcParams.update({"font.size": 10, "axes.grid": True, "axes.axisbelow": True, "grid.color": "#dddddd", "legend.fontsize": 8})


def schemes(points):
    """The schemes that were simulated, but for none: those of the papers first."""
    found = list(dict.fromkeys(points["scheme"]))
    others = [scheme for scheme in found if scheme not in ("none", *PAPERS_SCHEMES)]
    return [scheme for scheme in PAPERS_SCHEMES if scheme in found] + others


def panels(rows=1, columns=1, width=7.0, height=4.6):
    """A picture of several panels."""
    return matplotlib.pyplot.subplots(
        rows, columns, figsize=(width * columns, height * rows), layout="constrained", squeeze=False
    )


def label(axes, title, x, y):
    axes.set(title=title, xlabel=x, ylabel=y)


def curve(axes, points, x, y, scheme, name=None, **style):
    """The means of y over x, with their mean deviations as error bars."""
    style = {"color": COLOURS[scheme], "marker": MARKERS[scheme], "markersize": 4, "capsize": 3} | style
    name = name or ALIASES.get(scheme, scheme)
    axes.errorbar(points[x], points[y], yerr=points[y + "_mean_deviation"], label=name, **style)


def level(axes, value, deviation, scheme, name):
    """A rate that does not depend on x: a line, and its mean deviation as a band."""
    axes.axhline(value, color=COLOURS[scheme], label=name)
    axes.axhspan(value - deviation, value + deviation, color=COLOURS[scheme], alpha=0.2, linewidth=0)


def published_level(axes, number, name=None):
    """A published number, or a range of them, across the whole panel; each number with dashes of its own."""
    text = "published: %s" % (name or number.text())
    if number.low == number.high:
        others = [line for line in axes.lines if line.get_label().startswith("published: ")]
        dashes = PUBLISHED_DASHES[len(others) % len(PUBLISHED_DASHES)]
        axes.axhline(number.low, color=PUBLISHED, linestyle=dashes, label=text)
    else:
        low = axes.get_ylim()[0] if math.isinf(number.low) else number.low
        axes.axhspan(low, number.high, color=PUBLISHED, alpha=0.25, linewidth=0, label=text)


def published_x(axes, number, name=None):
    """A published place on the horizontal axis."""
    axes.axvline(number.low, color=PUBLISHED, linestyle="--", label="published: %s" % (name or number.text()))


def published_point(axes, x, y, name):
    """A published point."""
    axes.plot([x], [y], marker="*", markersize=12, color=PUBLISHED, linestyle="none", label="published: %s" % name)


def powers_of_two(axes, values):
    """A logarithmic horizontal axis with these powers of two."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(values, ["$2^{%d}$" % math.log2(value) for value in values])
    axes.minorticks_off()


def by_peers(panels, units, points):
    """A panel for each result and its unit, by the number of peers: a curve for each scheme, the delay's p99 a pale one."""
    for axes, (result, unit) in zip(panels, units.items()):
        for scheme in schemes(points):
            of_scheme = points[points["scheme"] == scheme]
            curve(axes, of_scheme, "peers", result, scheme)
            if result == "delay_s_mean":
                curve(axes, of_scheme, "peers", "delay_s_p99", scheme, "", alpha=0.35)
        label(axes, "", "peers", unit)
        powers_of_two(axes, sorted(points["peers"].unique()))
        axes.set_ylim(bottom=0)


def has_bars(picture):
    """Whether anything in it has error bars."""
    drawn = [one for axes in picture.axes for one in axes.containers if isinstance(one, matplotlib.container.ErrorbarContainer)]
    return any(one.has_xerr or one.has_yerr for one in drawn)


def note(picture, text):
    """A line below all panels, above their legend if that is there, too."""
    if picture.legends:
        picture.legends[0].set_title(text, prop={"size": 7})
        return
    picture.supxlabel(text, fontsize=7, color="#555555", x=0.01, ha="left")


def legend_below(picture, *axes, columns=3):
    """One legend for all panels, below them, of what these have: it covers no data."""
    entries = {name: handle for one in axes for handle, name in zip(*one.get_legend_handles_labels())}
    picture.legend(entries.values(), entries.keys(), loc="outside lower center", ncols=columns)


def published_claim(axes, text, x=0.02, y=0.02):
    """What a paper says without a number."""
    style = {"facecolor": "white", "edgecolor": PUBLISHED, "boxstyle": "round"}
    style = {"fontsize": 8, "color": PUBLISHED, "va": "bottom", "bbox": style}
    axes.text(x, y, "published: " + text, transform=axes.transAxes, **style)


def pale(colour, share=0.5):
    """The colour mixed with white: what is transparent lets the grid shine through."""
    return tuple(share * one + 1 - share for one in matplotlib.colors.to_rgb(colour))


def groups(axes, places, series, y):
    """Bars in groups: for each place one of each series, a table by place."""
    width = 0.8 / len(series)
    for i, (name, points) in enumerate(series.items()):
        found = [place for place in places if place in points.index]
        x = [places.index(place) + (i - (len(series) - 1) / 2) * width for place in found]
        scheme = points["scheme"].iloc[0]
        colour = COLOURS[scheme]
        style = {"color": pale(colour, 0.6) if name != scheme and i % 2 else colour, "capsize": 2}
        errors = points.loc[found, y + "_mean_deviation"]
        axes.bar(x, points.loc[found, y], width * 0.92, yerr=errors, label=ALIASES.get(name, name), **style)
    axes.set_xticks(range(len(places)), places)
    axes.grid(False, axis="x")


def dots(axes, points, x, places, scheme, **style):
    """The means of x at some places of the vertical axis, with their mean deviations."""
    own = {"color": COLOURS[scheme], "marker": MARKERS[scheme], "markersize": 4, "linestyle": "none", "capsize": 2}
    style = own | {"label": ALIASES.get(scheme, scheme)} | style
    axes.errorbar(points[x], places, xerr=points[x + "_mean_deviation"], **style)


def by_scenario(points, units, schemes, row=0.36):
    """A panel for each result, named by its unit, with a row for each scenario: a dot for each scheme, one below the other.

    Points whose column "alpha" is below 1 are drawn pale and not named.
    """
    names = list(dict.fromkeys(points["scenario"]))
    picture, (row_of_panels,) = panels(1, len(units), width=3.4, height=row * len(names) + 1.2)
    for axes, (result, unit) in zip(row_of_panels, units.items()):
        for number, scheme in enumerate(schemes):
            offset = 0.7 * number / (len(schemes) - 1) - 0.35
            for alpha, chosen in points[points["scheme"] == scheme].groupby("alpha"):
                places = [names.index(name) + offset for name in chosen["scenario"]]
                dots(axes, chosen, result, places, scheme, alpha=alpha, **({"label": None} if alpha < 1 else {}))
        axes.set(xlabel=unit, ylim=(len(names) - 0.5, -0.5))
        axes.set_yticks(range(len(names)), names if axes is row_of_panels[0] else [])
    picture.legend(*row_of_panels[0].get_legend_handles_labels(), loc="outside lower right", ncols=len(schemes))
    return picture, row_of_panels
