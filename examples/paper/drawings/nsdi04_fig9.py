# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NSDI04, figure 9: fetch latency against availability, for replicas and fragments."""

import math

import plots

RESULTS = ["fetch_s_mean", "success_percent"]
UP = 0.9
LOOKS = {2: "none", 3: "credit", 4: "back-pressure"}


def available(needed, fragments):
    """Equation 1: how probable it is that enough of the holders are up."""
    return sum(math.comb(fragments, i) * UP**i * (1 - UP) ** (fragments - i) for i in range(needed, fragments + 1))


def table(data):
    points = data.points(RESULTS)
    points["rate"] = points["fragments"] // points["needed"]
    points["availability"] = [available(row.needed, row.fragments) for row in points.itertuples()]
    return points.sort_values(["rate", "needed"])


def draw(data):
    picture, ((axes,),) = plots.panels()
    points = table(data)
    points["nines"] = -(1 - points["availability"]).map(math.log10)
    points["fetch_ms"] = 1e3 * points["fetch_s_mean"]
    points["fetch_ms_mean_deviation"] = 1e3 * points["fetch_s_mean_mean_deviation"]
    for rate, look in LOOKS.items():
        of_rate = points[points["rate"] == rate]
        plots.curve(axes, of_rate, "nines", "fetch_ms", look, "r = %d, m = 1 to %d" % (rate, of_rate["needed"].max()))
    plots.published_claim(axes, "replicas (m = 1) are fastest for each r,\nmore redundancy is faster", x=0.35)
    plots.label(axes, "NSDI04, figure 9: fetch time and availability", "availability [nines]", "mean fetch time [ms]")
    axes.set_ylim(0)
    axes.legend()
    return picture


def compare(data):
    runs = data.runs.copy()
    runs["rate"] = runs["fragments"] // runs["needed"]
    fetch = runs.set_index(["run", "rate", "needed"])["fetch_s_mean"].unstack(["rate", "needed"])
    coded = {rate: fetch[rate].drop(columns=1) for rate in LOOKS}
    return {
        "nsdi-f9-replicas": sum(coded[rate].min(axis="columns") / fetch[rate][1] for rate in LOOKS) / len(LOOKS),
        "nsdi-f9-redundancy": fetch[2][4] / fetch[4][4],
        "nsdi-f9-avail-replicas": [available(1, 2)],
        "nsdi-f9-avail-3-replicas": [available(1, 3)],
        "nsdi-f9-avail-4-replicas": [available(1, 4)],
        "nsdi-f9-avail-fragments": [available(7, 14)],
        "nsdi-fragment": [data.read("analyses/blocks.csv").set_index("step").loc["bytes of a fragment", "microseconds"]],
    }
