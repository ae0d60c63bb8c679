# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Which share of the blocks lives on while peers come and go, with repair and without, and what repair sends."""

import plots

ALIVE, EXPECTED = "kept_enough_percent", "kept_expected_without_repair_percent"
SENT = "kept_repair_bytes_per_second_per_peer"
RESULTS = [ALIVE, EXPECTED, SENT, "kept_fragments_mean", "kept_crashes", "success_percent", "cpu_s"]
INTERVALS = {"0s": ("none", "no repair"), "5min": ("credit", "every 5 minutes"), "1min": ("back-pressure", "every minute")}


def table(data):
    data.runs["hours"] = data.runs["session"].str.removesuffix("h").astype(float)
    points = data.points(["hours", *RESULTS])
    return points.sort_values(["repair-interval", "hours"])


def draw(data):
    picture, ((alive, sent),) = plots.panels(1, 2, width=5.6, height=4.2)
    points = table(data)
    for interval, (look, name) in INTERVALS.items():
        its = points[points["repair-interval"] == interval]
        plots.curve(alive, its, "hours", ALIVE, look, name)
        if interval == "0s":
            alive.plot(its["hours"], its[EXPECTED], color=plots.COLOURS[look], linestyle=":", label="no repair, by equation 1")
        else:
            plots.curve(sent, its, "hours", SENT, look, name)
    plots.label(alive, "After 12 hours", "mean stay of a peer [h]", "blocks with enough fragments [%]")
    plots.label(sent, "What repair sends", "mean stay of a peer [h]", "[bytes/s/peer]")
    for axes in (alive, sent):
        hours = sorted(points["hours"].unique())
        axes.set_xscale("log")
        axes.set_xticks(hours, ["%g" % each for each in hours])
        axes.minorticks_off()
    alive.set_ylim(-3, 103)
    sent.set_ylim(0)
    plots.legend_below(picture, alive, sent)
    picture.suptitle("%d blocks on %d peers, by messages" % (data.runs["kept_blocks"].max(), data.runs["peers"].max()))
    return picture
