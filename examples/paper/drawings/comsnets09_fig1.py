# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""COMSNETS09, figure 1: the flows that one of eight peers generates, from the routing itself."""

import math

import matplotlib.patches
import plots

PEERS = 8
HOP_COLOURS = {1: "#2c7fb8", 2: "#31a354", 3: "#c0392b"}


def table(data):
    return data.read("analyses/routes-chord-0.csv")


def draw(data):
    picture, ((axes, peer),) = plots.panels(1, 2, width=6.4, height=6)
    _draw_flows(axes, table(data))
    _draw_peer(peer, table(data))
    return picture


def _draw_flows(axes, hops):
    flows = hops.groupby(["from", "to", "hop"])["destination"].apply(list).reset_index()
    draw_peers(axes)
    for flow in flows.itertuples(index=False):
        _arrow(axes, flow[0], flow[1], flow[2], flow[3])
    handles = [matplotlib.patches.Patch(color=color, label="hop %d" % hop) for hop, color in HOP_COLOURS.items()]
    axes.legend(handles=handles, loc="upper left")
    axes.set(title="COMSNETS09, figure 1(a): offered traffic $o_d^h$ of P0, eight peers", aspect="equal")
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.2, 1.2))
    axes.set_axis_off()


def _draw_peer(axes, hops):
    """What a peer has to do for one request to each destination by each peer: as much as all do for those of P0."""
    last = hops["destination"] == hops["to"]
    fresh, final, relayed = (hops["hop"] == 1).sum(), last.sum(), (hops["hop"] > 1).sum()
    box = matplotlib.patches.FancyBboxPatch((-0.45, -0.5), 0.9, 1, boxstyle="round,pad=0.03", facecolor="white", edgecolor="#444444")
    axes.add_patch(box)
    axes.text(0, 0, "a peer", ha="center", va="center")
    arrows = [
        ((-1.2, -0.25), (-0.5, -0.25), "in: %d to relay" % relayed),
        ((-1.2, 0.25), (-0.5, 0.25), "in: %d final" % final),
        ((0.5, -0.25), (1.2, -0.25), "out: %d relayed" % relayed),
        ((0.5, 0.25), (1.2, 0.25), "out: %d fresh" % fresh),
        ((0, 0.55), (0, 1.05), "to the application: %d" % final),
        ((0, -1.05), (0, -0.55), "from the application: %d" % fresh),
    ]
    for begin, end, text in arrows:
        axes.add_patch(matplotlib.patches.FancyArrowPatch(begin, end, arrowstyle="-|>", mutation_scale=14, color="#2c7fb8"))
        beside = begin[0] == end[0]
        place = (0.06, (begin[1] + end[1]) / 2) if beside else ((begin[0] + end[0]) / 2, begin[1] + 0.06)
        axes.text(*place, text, ha="left" if beside else "center", va="bottom", fontsize=8)
    axes.set(title="figure 1(b): traffic of a peer, one request\nfor each destination", aspect="equal")
    axes.set(xlim=(-1.3, 1.3), ylim=(-1.2, 1.2))
    axes.set_axis_off()


def draw_peers(axes):
    """The peers on their ring."""
    for peer in range(PEERS):
        x, y = _place(peer)
        axes.plot(x, y, "o", markersize=26, color="white", markeredgecolor="#444444", zorder=3)
        axes.text(x, y, "P%d" % peer, ha="center", va="center", zorder=4)


def draw_arrow(axes, source, target, color, bend, width):
    """A hop from peer to peer."""
    style = {"arrowstyle": "-|>", "mutation_scale": 14, "shrinkA": 15, "shrinkB": 15, "linewidth": width}
    curve = "arc3,rad=%.2f" % bend
    places = _place(source), _place(target)
    axes.add_patch(matplotlib.patches.FancyArrowPatch(*places, color=color, connectionstyle=curve, **style))


def _place(peer):
    angle = math.pi / 2 - 2 * math.pi * peer / PEERS
    return math.cos(angle), math.sin(angle)


def _arrow(axes, source, target, hop, destinations):
    (x1, y1), (x2, y2) = _place(source), _place(target)
    draw_arrow(axes, source, target, HOP_COLOURS[hop], 0.08 * hop, 0.8 + 0.7 * len(destinations))
    text = ", ".join("$o_%d^%d$" % (destination, hop) for destination in destinations)
    x, y = 0.42 * x1 + 0.58 * x2, 0.42 * y1 + 0.58 * y2
    axes.text(x, y, text, fontsize=8, ha="center", bbox={"color": "white", "alpha": 0.75, "pad": 0.5})


def compare(data):
    hops = table(data)
    far = hops.groupby("destination")["hop"].max().value_counts()
    return {
        "com-f1-hop1": [far.get(1, 0)],
        "com-f1-hop2": [far.get(2, 0)],
        "com-f1-hop3": [far.get(3, 0)],
        "com-f1-relayed": [(hops["hop"] > 1).sum()],
    }
