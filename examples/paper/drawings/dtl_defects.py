# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What is wrong with LEDBAT, for every window and ns-3's: creeping base, clocks, the ack path, short queues."""

import pandas
import plots

from drawings import dtl

QUEUES = ["720ms", "96ms", "red", "codel", "fq-codel"]
NAMES = ["FIFO\n720 ms", "FIFO\n96 ms", "RED\n60 ms", "CoDel", "FqCoDel"]


def table(data):
    rows = []
    for run in data.planned:
        found = data.phases(run)
        last = [flow for flow in found if flow["phase"] == found[-1]["phase"]]
        polite = next(flow for flow in last if not flow["name"].startswith("reverse"))
        beside = [flow for flow in last if flow["name"].startswith("tcp") and flow is not polite]
        rows.append(
            {
                "run": run.number,
                "case": run.block.removesuffix(" ledbat"),
                "window": run.options.get("window", dtl.LEDBAT),
                "drift": run.options.get("clock-drift", 0),
                "queue": _queue(run.options),
                "share": polite["share"],
                "over_tcp": polite["throughput_bps"] / beside[0]["throughput_bps"] if beside else None,
                "queueing_ms": data.results(run)["flows"][0]["queueing_ms"],
                "measured_share": data.results(run)["flows"][0]["share"],
            }
        )
    return pandas.DataFrame(rows)


def _queue(options):
    discipline = options.get("queue", "red")
    return options["queue-size"] if discipline == "fifo" else discipline


def draw(data):
    picture, panels = plots.panels(2, 2, width=5.8, height=3.7)
    found = table(data)
    alone = found[~found["case"].str.startswith("beside")]
    _panel(panels[0][0], alone[alone["case"] == "creeping base"], [""], "case", "queueing_ms", "creeping base: alone, 10 to 15 minutes, history of 2")
    panels[0][0].axhline(100, color="#555555", linestyle=":", linewidth=1)
    drift = alone[alone["case"] == "clock drift"]
    drift = drift.assign(name=drift["drift"].map({-200: "loses 200 ppm", 200: "gains 200 ppm"}))
    _panel(panels[0][1], drift, ["loses 200 ppm", "gains 200 ppm"], "name", "queueing_ms", "clock of the sink, after 350 to 400 s (TCP has no such option)")
    panels[0][1].axhline(100, color="#555555", linestyle=":", linewidth=1)
    _panel(panels[1][0], alone[alone["case"] == "ack path"], [""], "case", "measured_share", "ack path full: a TCP flow the other way")
    beside = found[found["case"].str.startswith("beside")]
    beside = beside.assign(name=beside["queue"].map(dict(zip(QUEUES, NAMES))))
    _panel(panels[1][1], beside, NAMES, "name", "over_tcp", "beside one TCP flow, by queue")
    panels[0][0].set_ylabel("wait in the queue [ms]")
    panels[0][1].set_ylabel("wait in the queue [ms]")
    panels[1][0].set_ylabel("share of the link")
    panels[1][1].set_ylabel("throughput / TCP's")
    panels[1][1].axhline(1, color="#555555", linestyle=":", linewidth=1)
    panels[0][0].legend(loc="upper right")
    picture.suptitle("LEDBAT's defects, 1 Mbit/s, 20 ms; dotted: the target (plusplus: 60 ms), and TCP's share")
    return picture


def _panel(axes, found, categories, by, value, title):
    if categories == [""]:
        found = found.assign(**{by: ""})
    dtl.bars(axes, found, categories, by, value)
    axes.set_title(title)
