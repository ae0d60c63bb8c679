# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Blocks from 2^7 to 2^17 peers: how long gets take, and when peers go, which blocks are alive and which gets succeed."""

import plots

ALIVE, EXPECTED = "kept_enough_percent", "kept_expected_without_repair_percent"
OF_GETS = ["total_s_mean", "total_s_p50", "total_s_p99", "hops_mean", "success_percent", "messages_per_get"]
RESULTS = [*OF_GETS, ALIVE, EXPECTED, "kept_fragments_mean", "cpu_s"]
FINGERS = {"chord": ("none", "Chord"), "chord-pns": ("back-pressure", "Chord with near fingers, PNS(16)")}
DOWN = {10: "marking", 30: "none"}


def table(data):
    return data.points(RESULTS).sort_values(["block", "overlay", "down", "peers"])


def draw(data):
    picture, ((times, alive, got),) = plots.panels(1, 3, width=4.8, height=4.2)
    points = table(data)
    for overlay, (look, name) in FINGERS.items():
        of_overlay = points[(points["block"] == "gets") & (points["overlay"] == overlay)]
        plots.curve(times, of_overlay, "peers", "total_s_p50", look, name + ": median")
        plots.curve(times, of_overlay, "peers", "total_s_p99", look, "99th percentile", alpha=0.4)
    plots.label(times, "Lookup and fetch of 8192 bytes", "peers", "time of a get [s]")
    for down, look in DOWN.items():
        of_share = points[points["down"] == down]
        name = "%d %% of the peers are gone" % down
        counted = of_share[of_share["block"] == "alive"]
        plots.curve(alive, counted, "peers", ALIVE, look, name)
        expected = counted[EXPECTED].mean()
        alive.axhline(expected, color=plots.COLOURS[look], linestyle=":", label="equation 1: %.2f %%" % expected)
        plots.curve(got, of_share[of_share["block"] == "down"], "peers", "success_percent", look, name)
    plots.label(alive, "Nobody repairs blocks", "peers", "blocks with enough fragments [%]")
    plots.label(got, "Nobody repairs blocks or tables", "peers", "gets with their block [%]")
    for axes in (alive, got):
        axes.set_ylim(87, 100.5)  # there is room for the legend below
    for axes in (times, alive, got):
        plots.powers_of_two(axes, sorted(points["peers"].unique()))
        axes.legend()
    times.set_ylim(0)
    picture.suptitle("Blocks in rings of 2^7 peers and more, on the globe, by messages")
    return picture
