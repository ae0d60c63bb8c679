# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, figure 7: five flows, whose priorities rise at different times."""

import plots

from drawings import dtl

SPREAD = dtl.SPREAD
NAMES = {
    "dtl-1": "0, 1, 2",
    "dtl-2": "0, 1, 2 (second)",
    "dtl-3": "0, 1",
    "dtl-4": "0, 1 (second)",
    "dtl-5": "0",
}
HIGH, MIDDLE, LOW = ["dtl-1", "dtl-2"], ["dtl-3", "dtl-4"], "dtl-5"


def table(data):
    return dtl.phases(data, data.planned).drop(columns=["retransmitted_packets"])


def draw(data):
    picture, ((axes,),) = plots.panels(width=8)
    dtl.curves(axes, data, data.planned, NAMES, 10)
    for time, text in {120: "four go to 1", 230: "two go to 2"}.items():
        axes.axvline(time, color="#555555", linestyle=":", linewidth=1)
        axes.text(time + 3, 4.4, text, fontsize=8, color="#555555")
    plots.label(axes, "DTL, figure 7: 10 Mbit/s, 20 ms, RED from 132 ms; means of 10 s", "time [s]", "throughput [Mbit/s]")
    axes.set_ylim(0, 9)
    plots.published_claim(axes, "equal at 1; more, and equally, at 2; the flow at 0 yields", 0.02, 0.72)
    axes.legend(loc="upper left", ncols=3, title="priorities")
    return picture


def compare(data):
    rates = dtl.phases(data, data.planned).set_index(["phase", "run", "name"])["throughput_bps"].unstack("name")
    last = rates.index.get_level_values("phase").max()
    ones, twos = rates.xs(last - 1, level="phase"), rates.xs(last, level="phase")
    return {
        "dtl-f7-yield": ones[LOW] / ones[HIGH + MIDDLE].mean(axis="columns"),
        "dtl-f7-share": ones[HIGH + MIDDLE].apply(dtl.jain, axis="columns"),
        "dtl-f7-two": twos[HIGH].mean(axis="columns") / twos[MIDDLE].mean(axis="columns"),
    }
