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
    return data.read("analyses/routes.csv")


def draw(data):
    picture, ((axes,),) = plots.panels(width=6.4, height=6)
    hops = table(data)
    flows = hops.groupby(["from", "to", "hop"])["destination"].apply(list).reset_index()
    for peer in range(PEERS):
        x, y = _place(peer)
        axes.plot(x, y, "o", markersize=26, color="white", markeredgecolor="#444444", zorder=3)
        axes.text(x, y, "P%d" % peer, ha="center", va="center", zorder=4)
    for flow in flows.itertuples(index=False):
        _arrow(axes, flow[0], flow[1], flow[2], flow[3])
    handles = [matplotlib.patches.Patch(color=color, label="hop %d" % hop) for hop, color in HOP_COLOURS.items()]
    axes.legend(handles=handles, loc="upper left")
    axes.set(title="COMSNETS09, figure 1(a): offered traffic $o_d^h$ of P0, eight peers", aspect="equal")
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.2, 1.2))
    axes.set_axis_off()
    return picture


def _place(peer):
    angle = math.pi / 2 - 2 * math.pi * peer / PEERS
    return math.cos(angle), math.sin(angle)


def _arrow(axes, source, target, hop, destinations):
    (x1, y1), (x2, y2) = _place(source), _place(target)
    style = {"arrowstyle": "-|>", "mutation_scale": 14, "shrinkA": 15, "shrinkB": 15}
    width = 0.8 + 0.7 * len(destinations)
    curve = "arc3,rad=%.2f" % (0.08 * hop)
    arrow = matplotlib.patches.FancyArrowPatch(
        (x1, y1), (x2, y2), color=HOP_COLOURS[hop], linewidth=width, connectionstyle=curve, **style
    )
    axes.add_patch(arrow)
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
