# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, figure 3 and table 3: flows as N flows of TCP, and beside each other."""

import plots
import summaries

from drawings import dtl

SPREAD = plots.DEVIATIONS
QUEUES = {"red": ("RED, 60 to 180 ms", "#2c7fb8", "o"), "fifo": ("FIFO, 300 ms", "#c0392b", "s")}


def _ratios(data):
    """By block, run and priority: throughput over the mean of the nine TCP flows, and the flow's loss."""
    found = dtl.phases(data, [run for run in data.planned if run.block in QUEUES])
    found = found[found["phase"] == found.groupby(["block", "run", "flows"])["phase"].transform("max")]
    is_tcp = found["name"].str.startswith("tcp")
    by = ["block", "run", "flows"]
    one = found[~is_tcp].set_index(by)
    ratio = one["throughput_bps"] / found[is_tcp].groupby(by)["throughput_bps"].mean()
    table = ratio.rename("ratio").to_frame().assign(loss=one["loss_percent"]).reset_index()
    return table.assign(priority=table["flows"].str.rsplit(":").str[-1].astype(float))


def _pairs(data, block):
    """The last phase of the runs with two flows."""
    found = dtl.phases(data, [run for run in data.planned if run.block == block])
    found = found[found["phase"] == found["phase"].max()]
    by = ["run", "flows"] + (["rate"] if "rate" in found else [])
    return found.groupby(by)["throughput_bps"].apply(list).rename("rates").reset_index()


def table(data):
    return _ratios(data)


def _points(axes, values, **style):
    """The means of values, grouped by priority, with their mean deviations."""
    spread = values.apply(summaries.mean_deviation)
    axes.errorbar(spread.index, values.mean(), yerr=spread if spread.any() else None, capsize=3, **style)


def draw(data):
    picture, (panels,) = plots.panels(1, 3, width=4.4, height=3.9)
    ratios = _ratios(data)
    for block, (name, colour, marker) in QUEUES.items():
        found = ratios[ratios["block"] == block].groupby("priority")
        for axes, result in zip(panels, ("ratio", "loss")):
            _points(axes, found[result], color=colour, marker=marker, label=name)
    panels[0].plot([0, 10], [0, 10], color=plots.PUBLISHED, linestyle="--", label="published: the priority")
    plots.label(panels[0], "(a) one flow and nine TCP flows", "priority", "throughput / one TCP flow")
    plots.label(panels[1], "(a) losses of that flow", "priority", "packets lost [%]")
    plots.published_claim(panels[0], "no gain above 4", 0.55, 0.05)
    equal = _pairs(data, "equal")
    for number in range(2):
        rates = equal["rates"].map(lambda pair, number=number: pair[number])
        priorities = equal["flows"].str.rsplit(":").str[-1].str.split("@").str[0].astype(float)
        _points(panels[2], (1e-6 * rates).groupby(priorities), color=dtl.FLOWS[number], marker="o", label="flow %d" % (number + 1))
    plots.label(panels[2], "(b) two flows of equal priority", "priority", "throughput [Mbit/s]")
    panels[2].set_ylim(0, 10)
    plots.published_claim(panels[2], "equal", 0.02, 0.05)
    for axes in panels:
        axes.set_ylim(0)
        axes.legend(loc="upper left")
    picture.suptitle("DTL, figure 3: 10 Mbit/s, 20 ms, queue of 250 packets; TCP is LinuxReno")
    return picture


def compare(data):
    red = _ratios(data)
    red = red[red["block"] == "red"].set_index(["priority", "run"])["ratio"]
    equal, pairs = _pairs(data, "equal"), _pairs(data, "pairs")
    beside = pairs[pairs["flows"].str.contains("tcp")]
    alike = pairs[~pairs["flows"].str.contains("tcp")]
    return {
        "dtl-f3a-2": red.xs(2, level="priority"),
        "dtl-f3a-4": red.xs(4, level="priority"),
        "dtl-f3a-10": red.xs(10, level="priority"),
        "dtl-f3a-above": red.xs(8, level="priority") / red.xs(4, level="priority"),
        "dtl-f3b": equal["rates"].map(dtl.jain).groupby(equal["run"]).min(),
        "dtl-t3-dtl": alike["rates"].map(dtl.jain).groupby(alike["run"]).mean(),
        "dtl-t3-tcp": beside["rates"].map(lambda pair: pair[0] / pair[1]).groupby(beside["run"]).mean(),
    }
