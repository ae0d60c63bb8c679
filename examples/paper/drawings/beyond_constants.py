# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Marking with the paper's examples of constants, and what each change to them gives."""

import plots
import report
import summaries

RESULTS = {
    "achieved": ("achieved [requests/s/peer]", "%.1f"),
    "delay_s_mean": ("mean delay [s]", "%.2f"),
    "marked_percent": ("answers with a mark [%]", "%.2f"),
    "level_deviation_percent": ("mean deviation of x [%]", "%.0f"),
}


def table(data):
    return summaries.points(data.runs, ["block", "scheme"], RESULTS, sort=False)


def draw(data):
    points = table(data)
    picture, (panels,) = plots.panels(1, len(RESULTS), width=3, height=0.3 * len(points) + 1.2)
    for axes, (result, (unit, _)) in zip(panels, RESULTS.items()):
        plots.dots(axes, points, result, range(len(points)), "marking")
        axes.set(xlabel=unit, ylim=(len(points) - 0.5, -0.5), xlim=(0, None))
        axes.set_yticks(range(len(points)), points["block"] if axes is panels[0] else [])
    picture.suptitle("Marking: 128 peers, 600 kbit/s, 20 ms; the last one has our defaults")
    return picture


def page(data):
    """The same as a table for the documentation."""
    rows = [["Change", *(unit for unit, _ in RESULTS.values())]]
    for point in table(data).to_dict("records"):
        rows.append([point["block"], *(form % point[result] for result, (_, form) in RESULTS.items())])
    return report.list_table("Marking with other constants", rows, [44, 14, 14, 14, 14])
