# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NCA06, section 2.2: in which overlays back-pressure can lock up."""

import json

import pandas
import plots

PEERS = (16, 128)
LOCKS, SAFE = "#f5c6c0", "#c8e6c9"
KEY = ["overlay", "wrong_entries_percent", "queues", "acks"]


def table(data):
    frames = []
    for peers in PEERS:
        file = data.directory / ("analyses/deadlock-%d.json" % peers)
        frames.append(pandas.DataFrame(json.loads(file.read_text())["results"]))
    cases = pandas.concat(frames)
    cases["cycle"] = cases["cycle"].map(len)
    return cases[["peers", *KEY, "relay_queues", "waits", "can_lock_up", "cycle", "endless_routes"]]


def draw(data):
    picture, ((axes,),) = plots.panels(width=9, height=6)
    cases = table(data).set_index([*KEY, "peers"])["cycle"].unstack("peers").reset_index()
    rows = [(row[: len(KEY)], row[len(KEY) :]) for row in cases.itertuples(index=False)]
    cells = [[*map(_text, key), *map(_verdict, cycles)] for key, cycles in rows]
    colours = [["white"] * len(KEY) + [LOCKS if cycle else SAFE for cycle in cycles] for _, cycles in rows]
    heads = ["overlay", "wrong entries [%]", "queues", "answers", *("%d peers" % peers for peers in PEERS)]
    drawn = axes.table(cells, cellColours=colours, colLabels=heads, loc="center", cellLoc="left")
    drawn.auto_set_font_size(False)
    drawn.set_fontsize(8)
    drawn.auto_set_column_width(range(len(heads)))
    axes.set_title("NCA06, section 2.2: which relay queues may wait for each other in a cycle")
    axes.set_axis_off()
    claim = "none on a correct ring or tree with a queue for each neighbour and direct answers"
    plots.published_claim(axes, claim, y=0)
    return picture


def _text(value):
    return "%g" % value if isinstance(value, float) else str(value)


def _verdict(length):
    return "a cycle of %d" % length if length else "no cycle"


def compare(data):
    cases = table(data)
    plain = cases[(cases["queues"] == "per-neighbour") & (cases["acks"] == "direct")]
    correct = plain[plain["wrong_entries_percent"] == 0]
    routed = cases[(cases["queues"] == "per-neighbour") & (cases["acks"] == "overlay")]
    wrong = plain[(plain["wrong_entries_percent"] > 0) & (plain["peers"] == max(PEERS))]
    return {
        "nca-deadlock-ring": [correct[correct["overlay"] == "chord"]["can_lock_up"].sum()],
        "nca-deadlock-tree": [correct[correct["overlay"] == "tree"]["can_lock_up"].sum()],
        "nca-deadlock-acks": [routed["can_lock_up"].mean()],
        "com-deadlock-wrong": [wrong["can_lock_up"].mean()],
    }
