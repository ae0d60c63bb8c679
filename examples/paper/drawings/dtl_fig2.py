# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, figure 2: ten polite flows that begin 5 s after each other, under every window."""

import plots
import report

from drawings import dtl

# the paper's window, with as many random losses as let the flows see an empty queue, and without
PAPERS = "multiplicative"
SHARED = 1
EXAMPLES = {SHARED: "%s, 1 %% of the packets lost at random", 0: "%s, no random losses"}
SPREAD = dtl.SPREAD + "; bars: mean deviation"
RESULTS = {"jain": "Jain's index", "queueing": "wait in the queue [ms]"}


def _runs(data):
    rows = []
    for run in data.planned:
        flows = data.results(run)["flows"]
        rates = [flow["throughput_bps"] for flow in flows]
        rows.append(
            {
                "run": run.number,
                "window": run.options["window"],
                "loss": run.options["loss"],
                "jain": dtl.jain(rates),
                "least_bps": min(rates),
                "most_bps": max(rates),
                "utilisation": sum(flow["share"] for flow in flows),
                "queueing": sum(flow["queueing_ms"] for flow in flows) / len(flows),
            }
        )
    found = dtl.pandas.DataFrame(rows)
    return found.assign(setting="loss " + found["loss"].map("{:g} %".format))


def table(data):
    return _runs(data).drop(columns=["setting"])


def draw(data):
    picture, panels = plots.panels(2, 2, width=6, height=3.5)
    for axes, (loss, name) in zip(panels[0], EXAMPLES.items()):
        shown = [run for run in data.planned if run.options["window"] == PAPERS and run.options["loss"] == loss]
        dtl.curves(axes, data, shown, {}, 10)
        plots.label(axes, name % PAPERS, "time [s]", "throughput [Mbit/s]")
    plots.published_claim(panels[0][0], "share the link perfectly, and use all of it", 0.3, 0.9)
    runs = _runs(data)
    for axes, (result, unit) in zip(panels[1], RESULTS.items()):
        dtl.bars(axes, runs, list(dict.fromkeys(runs["setting"])), "setting", result)
        axes.set_ylabel(unit)
    plots.legend_below(picture, panels[1][0], columns=4)
    picture.suptitle("DTL, figure 2, in simulation: ten flows of priority 0, 10 Mbit/s, 20 ms, FIFO of 480 ms; means of 10 s")
    return picture


def page(data):
    """All windows as a table for the documentation."""
    means = _runs(data).groupby(["window", "setting"], sort=False).mean(numeric_only=True)
    settings = list(dict.fromkeys(means.index.get_level_values("setting")))
    rows = [["Window", *settings]]
    for window in dict.fromkeys(means.index.get_level_values("window")):
        at = [means.loc[(window, setting)] for setting in settings]
        cells = ["%.2f; %.2f, %.2f; %.0f" % (one["jain"], 1e-6 * one["least_bps"], 1e-6 * one["most_bps"], one["queueing"]) for one in at]
        rows.append(["``%s``" % window, *cells])
    title = "Jain's index of ten polite flows; least and most throughput of one in Mbit/s; mean wait in the queue in ms. From 60 to 300 s"
    return report.list_table(title, rows, [25] * len(rows[0]))


def compare(data):
    runs = _runs(data)
    papers = runs[(runs["window"] == PAPERS) & (runs["loss"] == SHARED)].set_index("run")
    return {"dtl-f2-share": papers["jain"], "dtl-f2-full": papers["utilisation"]}
