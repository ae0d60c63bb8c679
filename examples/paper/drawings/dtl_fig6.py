# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, figure 6: a flow whose priority changes, beside one TCP flow."""

import plots

from drawings import dtl

SPREAD = dtl.SPREAD
QUEUES = {
    "red": "RED from 144 ms (target 100 ms)",
    "fifo": "FIFO of 240 ms: losses come together",
}
CHANGES = {240: "priority 1", 360: "priority 2"}
NAMES = {"dtl-1": "DTL (0, 1, 2)", "tcp-1": "TCP (LinuxReno)"}


def table(data):
    return dtl.phases(data, data.planned).drop(columns=["retransmitted_packets"])


def draw(data):
    picture, (panels,) = plots.panels(1, len(QUEUES), width=5.5, height=3.8)
    for axes, (block, name) in zip(panels, QUEUES.items()):
        dtl.curves(axes, data, [run for run in data.planned if run.block == block], NAMES)
        for time, text in CHANGES.items():
            axes.axvline(time, color="#555555", linestyle=":", linewidth=1)
            axes.text(time + 4, 4.85, text, fontsize=8, color="#555555")
        plots.label(axes, name, "time [s]", "throughput [Mbit/s]")
        axes.set_ylim(0, 5.2)
    plots.legend_below(picture, *panels)
    plots.published_claim(panels[0], "yields totally, then 1:1, then 2:1", 0.015, 0.5)
    picture.suptitle("DTL, figure 6: 5 Mbit/s, 25 ms; polite window multiplicative; means of 5 s")
    return picture


def compare(data):
    table = dtl.phases(data, [run for run in data.planned if run.block == "red"])
    rates = table.set_index(["phase", "run", "name"])["throughput_bps"].unstack("name")
    ratio = rates["dtl-1"] / rates["tcp-1"]
    return {
        "dtl-f6-yield": ratio.xs(1, level="phase"),
        "dtl-f6-share1": ratio.xs(2, level="phase"),
        "dtl-f6-share2": ratio.xs(3, level="phase"),
    }
