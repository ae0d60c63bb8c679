# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NCA06, figure 2: the layers of a peer, and the way of a request through them, from a recording of eight peers."""

import matplotlib.patches

import plots

LAYERS = {3: "layer 3: application", 2: "layer 2: routing, queue", 1: "layer 1: TCP, UDP"}
SPACE = 2.4  # between two peers' boxes, from left to left
WIDTH = 1.7
HEIGHT = 0.62
REQUEST, ACK = "#2c7fb8", "#c0392b"


def table(data):
    """What happened to the first of the requests that took most hops."""
    events = data.read("analyses/request/events.csv")
    events = events[events["event"].str.startswith("request_")]
    hops = events[events["event"] == "request_answered"].set_index("request")["hops"]
    return events[events["request"] == hops.idxmax()]


def draw(data):
    picture, ((axes,),) = plots.panels(1, 1, width=10.5, height=3.9)
    events = table(data)
    # a peer sends it on, or keeps it
    steps = events[events["event"].isin(["request_forwarded", "request_delivered"])]
    times = list(steps["time_s"])
    for place, peer in enumerate(steps["peer"]):
        _draw_peer(axes, place, peer, "requester" if place == 0 else "responsible" if place == len(steps) - 1 else "relay")
    for place, (begin, end) in enumerate(zip(times, times[1:])):
        _draw_hop(axes, place, end - begin)
    _draw_ends(axes, len(steps) - 1)
    answered = events[events["event"] == "request_answered"]["time_s"].iloc[0]
    _draw_ack(axes, len(steps) - 1, answered - times[-1])
    axes.set(title="NCA06, figure 2: a request and its acknowledgement, as simulated (1 Mbit/s, 10 ms to the core, idle)")
    axes.set(xlim=(-0.2, SPACE * len(steps) - 0.5), ylim=(-0.1, 4.6))
    axes.set_axis_off()
    return picture


def _draw_peer(axes, place, peer, role):
    left = place * SPACE
    for layer, name in LAYERS.items():
        box = matplotlib.patches.FancyBboxPatch((left, layer), WIDTH, HEIGHT, boxstyle="round,pad=0.03")
        box.set(facecolor="#f4f4f4", edgecolor="#444444")
        axes.add_patch(box)
        axes.text(left + WIDTH / 2, layer + HEIGHT / 2, name, ha="center", va="center", fontsize=8)
    axes.text(left + WIDTH / 2, 4.0, "P%d, %s" % (peer, role), ha="center", va="center", weight="bold")


def _arrow(axes, begin, end, colour, **style):
    axes.add_patch(matplotlib.patches.FancyArrowPatch(begin, end, arrowstyle="-|>", mutation_scale=13, color=colour, **style))


def _draw_hop(axes, place, seconds):
    """From the routing of one peer to that of the next, by the TCP of both."""
    out, into = place * SPACE + WIDTH - 0.25, (place + 1) * SPACE + 0.25
    _arrow(axes, (out, 2), (out, 1 + HEIGHT), REQUEST)
    _arrow(axes, (out + 0.28, 1 + HEIGHT / 2), (into - 0.28, 1 + HEIGHT / 2), REQUEST)
    _arrow(axes, (into, 1 + HEIGHT), (into, 2), REQUEST)
    axes.text((out + into) / 2, 1 + HEIGHT + 0.1, "%.1f ms" % (1000 * seconds), ha="center", fontsize=8, color=REQUEST)


def _draw_ends(axes, last):
    first, final = 0.25, last * SPACE + WIDTH - 0.25
    _arrow(axes, (first, 3), (first, 2 + HEIGHT), REQUEST)
    axes.text(first + 0.08, 2.81, "congestion control", va="center", fontsize=8, color=REQUEST)
    _arrow(axes, (final, 2 + HEIGHT), (final, 3), REQUEST)


def _draw_ack(axes, last, seconds):
    begin, end = last * SPACE + WIDTH / 2, WIDTH / 2
    _arrow(axes, (begin, 1), (end, 1), ACK, connectionstyle="arc3,rad=-0.09")
    text = "overlay-ack, a datagram to the requester itself: %.1f ms" % (1000 * seconds)
    axes.text((begin + end) / 2, 0.12, text, ha="center", fontsize=8, color=ACK)
