# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Gets of blocks from 2^7 to 2^17 peers: how long they take, and how many succeed when peers go."""

import math

import plots

RESULTS = ["total_s_mean", "total_s_p50", "total_s_p99", "hops_mean", "success_percent", "messages_per_get", "cpu_s"]
NEEDED, FRAGMENTS = 7, 14
FINGERS = {"chord": ("none", "Chord"), "chord-pns": ("back-pressure", "Chord with near fingers, PNS(16)")}
DOWN = {10: "marking", 30: "none"}


def table(data):
    return data.points(RESULTS).sort_values(["block", "overlay", "down", "peers"])


def alive(down):
    """In percent, how probable it is that enough of the holders are up (NSDI04, equation 1)."""
    up = 1 - down / 100
    terms = (math.comb(FRAGMENTS, i) * up**i * (1 - up) ** (FRAGMENTS - i) for i in range(NEEDED, FRAGMENTS + 1))
    return 100 * sum(terms)


def draw(data):
    picture, ((times, shares),) = plots.panels(1, 2, width=5.6, height=4.2)
    points = table(data)
    for overlay, (look, name) in FINGERS.items():
        of_overlay = points[(points["block"] == "gets") & (points["overlay"] == overlay)]
        plots.curve(times, of_overlay, "peers", "total_s_p50", look, name + ": median")
        plots.curve(times, of_overlay, "peers", "total_s_p99", look, "99th percentile", alpha=0.4)
    plots.label(times, "Lookup and fetch of 8192 bytes", "peers", "time of a get [s]")
    for down, look in DOWN.items():
        of_share = points[(points["block"] == "down") & (points["down"] == down)]
        plots.curve(shares, of_share, "peers", "success_percent", look, "%d %% of the peers are gone" % down)
        shares.axhline(alive(down), color=plots.COLOURS[look], linestyle=":", label="holders enough, by equation 1: %.2f %%" % alive(down))
    plots.label(shares, "Nobody repairs tables or blocks", "peers", "gets with their block [%]")
    shares.set_ylim(87, 100.5)  # there is room for the legend below
    for axes in (times, shares):
        plots.powers_of_two(axes, sorted(points["peers"].unique()))
        axes.legend()
    times.set_ylim(0)
    picture.suptitle("Blocks in rings of 2^7 peers and more, on the globe, by messages")
    return picture
