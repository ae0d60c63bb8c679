# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, figure 1 and table 2: two polite flows, the second 20 s later, under every window."""

import plots

from drawings import dtl

# where the paper's claim is looked at: the loss period that the paper leaves open
LOSS = 0.2
SPREAD = dtl.SPREAD + "; bars: mean deviation"
RESULTS = {"jain": "Jain's index", "utilisation": "utilisation", "queueing": "wait in the queue [ms]"}
EXAMPLES = {"linear": "(a) linear: AIAD", "multiplicative": "(b) multiplicative: AIMD"}


def _runs(data):
    """A line for each run, of the last phase: both flows are there."""
    rows = []
    for run in data.planned:
        phases = data.phases(run)
        last = [flow for flow in phases if flow["phase"] == phases[-1]["phase"]]
        rates = [flow["throughput_bps"] for flow in last]
        rows.append(
            {
                "run": run.number,
                "rate": run.options["rate"],
                "loss": run.options["loss"],
                "window": run.options.get("window", dtl.LEDBAT),
                "jain": dtl.jain(rates),
                "utilisation": sum(flow["share"] for flow in last),
                "queueing": sum(flow["queueing_ms"] for flow in last) / len(last),
                "lost_percent": sum(flow["loss_percent"] for flow in last) / len(last),
            }
        )
    found = dtl.pandas.DataFrame(rows)
    return found.assign(setting=found["rate"] + "\nloss " + found["loss"].map("{:g} %".format))


def table(data):
    return _runs(data).drop(columns=["setting"])


def draw(data):
    picture, panels = plots.panels(2, 3, width=5, height=3.5)
    runs = _runs(data)
    for axes, (window, name) in zip(panels[0], EXAMPLES.items()):
        shown = [
            run for run in data.planned
            if run.options.get("window") == window and run.options["rate"] == "1Mbps" and run.options["loss"] == LOSS
        ]
        dtl.curves(axes, data, shown, {"dtl-1": "from 0 s", "dtl-2": "from 20 s"})
        axes.set_ylim(0, 1.15)
        plots.label(axes, name + ", 1 Mbit/s, %g %% lost" % LOSS, "time [s]", "throughput [Mbit/s]")
        axes.legend(loc="upper right", ncols=2)
    plots.published_claim(panels[0][0], "stays unfair")
    plots.published_claim(panels[0][1], "shares")
    panels[0][2].axis("off")
    for axes, (result, unit) in zip(panels[1], RESULTS.items()):
        dtl.bars(axes, runs, list(dict.fromkeys(runs["setting"])), "setting", result)
        axes.set_ylabel(unit)
    panels[1][0].set_ylim(0.4, 1.02)
    handles, labels = panels[1][0].get_legend_handles_labels()
    panels[0][2].legend(handles, labels, loc="center", title="window (slow start ends at q = T;\nplusplus: at 3T/4)")
    picture.suptitle("DTL, figure 1 and table 2: two polite flows, 20 ms, FIFO (1 Mbit/s: 720 ms, 10 Mbit/s: 480 ms); means of 5 s")
    return picture


def _over_aiad(runs, result):
    chosen = runs[(runs["rate"] == "1Mbps") & (runs["loss"] == LOSS)].set_index(["window", "run"])[result]
    return chosen.xs("multiplicative"), chosen.xs("linear")


def compare(data):
    runs = _runs(data)
    fair, efficient = (_over_aiad(runs, result) for result in ("jain", "utilisation"))
    return {"dtl-f1": fair[0] / fair[1], "dtl-t2-efficiency": efficient[0] / efficient[1]}
