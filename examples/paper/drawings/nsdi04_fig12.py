# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 12: what each optimisation adds."""

import plots

SPREAD = plots.DEVIATIONS
RESULTS = ["lookup_s_p50", "fetch_s_p50", "total_s_p50", "total_s_mean", "total_s_p99", "hops_mean", "coordinate_error_percent_p50"]
STEPS = {
    "base": "base",
    "recursive": "+ recursive",
    "proximity": "+ PNS(16)",
    "closest": "+ closest",
    "integration": "+ integration",
}
LOOKS = {"exact": "credit", "coordinates": "back-pressure"}


def table(data):
    return data.points(RESULTS)


def draw(data):
    picture, ((axes,),) = plots.panels(width=8)
    points = table(data)
    width = 0.4
    for i, (nearness, look) in enumerate(LOOKS.items()):
        chosen = points[points["nearness"] == nearness].set_index("block")
        x = [place + (i - 0.5) * width for place in range(len(STEPS))]
        total = [1e3 * chosen.loc[step, "total_s_p50"] for step in STEPS]
        lookup = [min(1e3 * chosen.loc[step, "lookup_s_p50"], whole) for step, whole in zip(STEPS, total)]
        rest = [whole - part for whole, part in zip(total, lookup)]
        name = "all times known" if nearness == "exact" else "by coordinates"
        axes.bar(x, lookup, 0.92 * width, color=plots.COLOURS[look], label="lookup, " + name)
        style = {"color": plots.pale(plots.COLOURS[look]), "label": "fetch, " + name, "capsize": 3}
        errors = [1e3 * chosen.loc[step, "total_s_p50_mean_deviation"] for step in STEPS]
        axes.bar(x, rest, 0.92 * width, bottom=lookup, yerr=errors, **style)
    axes.set_xticks(range(len(STEPS)), STEPS.values())
    axes.grid(False, axis="x")
    axes.set_axisbelow(True)
    plots.published_claim(axes, "each optimisation lowers the median", x=0.55, y=0.62)
    plots.label(axes, "NSDI04, figure 12: median of a block's fetch, 2048 peers", "", "median time [ms]")
    axes.legend()
    return picture


def compare(data):
    found = data.runs[data.runs["nearness"] == "coordinates"].set_index(["run", "block"])["total_s_p50"].unstack("block")
    steps = list(STEPS)
    return {
        "nsdi-f12": max((found[after] / found[before] for before, after in zip(steps, steps[1:])), key=lambda x: x.mean()),
        "nsdi-f4-factor": found["base"] / found["integration"],
    }
