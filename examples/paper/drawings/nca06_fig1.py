# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NCA06, figures 1 and 3: routing in a ring and in a tree of eight peers, from the routing itself."""

import matplotlib.patches
import pandas

import plots
from drawings import comsnets09_fig1

PEERS = 8
# section 2.2.1: requests that wait for each other in a circle, where all neighbours share one queue
CIRCLE = {0: 5, 4: 7, 6: 1}
CIRCLE_COLOURS = dict(zip(CIRCLE, ("#2c7fb8", "#31a354", "#c0392b")))
# section 2.2.4: whose routing table is shown
OWNER = 2


def table(data):
    frames = [_ring(data, source).assign(overlay="chord", source=source) for source in CIRCLE]
    tree = data.read("analyses/routes-tree-%d.csv" % OWNER)
    return pandas.concat([*frames, tree.assign(overlay="tree", source=OWNER)])


def _ring(data, source):
    hops = data.read("analyses/routes-chord-%d.csv" % source)
    return hops[hops["destination"] == CIRCLE[source]]


def draw(data):
    picture, ((ring, tree),) = plots.panels(1, 2, width=6, height=5.6)
    hops = table(data)
    _draw_ring(ring, hops[hops["overlay"] == "chord"])
    _draw_tree(tree, hops[hops["overlay"] == "tree"])
    return picture


def _draw_ring(axes, hops):
    comsnets09_fig1.draw_peers(axes)
    for hop in hops.itertuples(index=False):
        comsnets09_fig1.draw_arrow(axes, hop[2], hop[3], CIRCLE_COLOURS[hop.source], 0.08, 2)
    routes = hops.groupby("source", sort=False)["to"].apply(list)
    names = {source: ", ".join("P%d" % peer for peer in [source, *ways]) for source, ways in routes.items()}
    handles = [matplotlib.patches.Patch(color=CIRCLE_COLOURS[source], label=name) for source, name in names.items()]
    axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, -0.12), ncols=3)
    axes.set(title="NCA06, figure 1: a ring. With one queue per peer,\nthese three routes can wait for each other", aspect="equal")
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.2, 1.2))
    axes.set_axis_off()


def _draw_tree(axes, hops):
    first = hops[hops["hop"] == 1].groupby("to")["destination"].apply(list)
    height = PEERS.bit_length() - 1
    for depth in range(height):
        for left in range(0, PEERS, PEERS >> depth):
            half = PEERS >> depth + 1
            top = _node(left, left + 2 * half - 1, height - depth)
            for low in (left, left + half):
                bottom = _node(low, low + half - 1, height - depth - 1)
                axes.plot([top[0], bottom[0]], [top[1], bottom[1]], color="#888888", linewidth=1)
    for peer in range(PEERS):
        axes.plot(peer, 0, "o", markersize=22, color="white", markeredgecolor="#444444", zorder=3)
        axes.text(peer, 0, "P%d" % peer, ha="center", va="center", zorder=4)
    for number, (peer, destinations) in enumerate(sorted(first.items(), key=lambda item: -len(item[1])), 1):
        style = {"arrowstyle": "-|>", "mutation_scale": 14, "shrinkA": 14, "shrinkB": 14}
        curve = "arc3,rad=%.2f" % (0.5 if peer > OWNER else -0.5)
        arrow = matplotlib.patches.FancyArrowPatch((OWNER, 0), (peer, 0), color="#2c7fb8", connectionstyle=curve, **style)
        axes.add_patch(arrow)
        text = "%d. P%d, for %s" % (number, peer, ", ".join("P%d" % one for one in destinations))
        axes.text(0, -1.1 - 0.35 * number, text)
    axes.text(0, -1.1, "Routing table of P%d:" % OWNER)
    axes.set(title="NCA06, figure 3: a tree (P-Grid)", xlim=(-0.6, PEERS - 0.4), ylim=(-2.4, height + 0.3))
    axes.set_axis_off()


def _node(low, high, level):
    """Where the subtree of these peers has its top."""
    return (low + high) / 2, level
