# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, figures 4 and 5: two flows of one priority and two of TCP."""

import plots

from drawings import dtl

SPREAD = dtl.SPREAD
PRIORITIES = {"dtl:0": "figure 4: priority 0", "dtl:1": "figure 5: priority 1"}
CLAIMS = {"dtl:0": "share, yield, fill the link again", "dtl:1": "fair shares with TCP"}
NAMES = {"dtl-1": "DTL 1", "dtl-2": "DTL 2", "tcp-1": "TCP 1", "tcp-2": "TCP 2"}
# phases: the second flow has come; both of TCP have
PAIR, ALL = 1, 3


def table(data):
    return dtl.phases(data, data.planned).drop(columns=["retransmitted_packets"])


def _planned(data, flows):
    return [run for run in data.planned if run.options["flows"].startswith(flows)]


def draw(data):
    picture, (panels,) = plots.panels(1, len(PRIORITIES), width=5.5, height=3.8)
    for axes, (flows, name) in zip(panels, PRIORITIES.items()):
        dtl.curves(axes, data, _planned(data, flows), NAMES)
        plots.label(axes, name, "time [s]", "throughput [Mbit/s]")
        axes.set_ylim(0, 11.5)
        plots.published_claim(axes, CLAIMS[flows], 0.02, 0.92)
        axes.legend(loc="upper right", ncols=2)
    picture.suptitle("DTL, figures 4 and 5, in simulation: 10 Mbit/s, 20 ms, RED from 144 ms; means of 5 s")
    return picture


def _rates(data, flows):
    return dtl.phases(data, _planned(data, flows)).set_index(["phase", "run", "name"])["throughput_bps"].unstack("name")


def _over_tcp(rates):
    found = rates.xs(ALL, level="phase")
    return found[["dtl-1", "dtl-2"]].sum(axis="columns") / found[["tcp-1", "tcp-2"]].sum(axis="columns")


def compare(data):
    polite, normal = _rates(data, "dtl:0"), _rates(data, "dtl:1")
    pair = polite.xs(PAIR, level="phase")[["dtl-1", "dtl-2"]]
    return {
        "dtl-f4-share": pair.min(axis="columns") / pair.max(axis="columns"),
        "dtl-f4-yield": _over_tcp(polite),
        "dtl-f5": _over_tcp(normal),
    }
