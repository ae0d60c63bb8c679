# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes with hold, in rings of more and more peers."""

import equations
import plots
import report
import summaries

RESULTS = ["achieved", "share_of_limit", "delay_s_mean", "delay_s_p99", "peers_least", "dropped_percent", "drift"]
PANELS = {
    "achieved": "answered [requests/s/peer]",
    "share_of_limit": "answered / limit of full segments",
    "delay_s_mean": "mean delay; pale: 99 % [s]",
    "peers_least": "lowest peer [requests/s]",
}


def table(data):
    frame = data.runs.copy()
    frame["share_of_limit"] = frame["achieved"] / frame.apply(equations.links_limit, axis=1)
    frame["drift"] = data.drifts()
    return summaries.points(frame, ["scheme", "peers"], RESULTS).sort_values(["scheme", "peers"])


def draw(data):
    points = table(data)
    picture, (panels,) = plots.panels(1, len(PANELS), width=3.6, height=4)
    plots.by_peers(panels, PANELS, points)
    plots.legend_below(picture, panels[0], columns=4)
    picture.suptitle("All schemes with hold, by the number of peers")
    return picture


def page(data):
    """The same as a table for the documentation."""
    points = table(data)
    sizes = sorted(points["peers"].unique())
    rows = [["Scheme", *("%d peers" % size for size in sizes)]]
    for scheme in plots.schemes(points):
        found = points[points["scheme"] == scheme].set_index("peers")
        rows.append([scheme, *(_cell(found.loc[size]) if size in found.index else "\\-" for size in sizes)])
    title = (
        "Answered [1/s/peer], and its share of what full segments allow; delay, mean and p99 [s]; lowest peer [1/s]; "
        "drift of the window"
    )
    return report.list_table(title, rows, [15] + [17] * len(sizes))


def _cell(point):
    numbers = "%.1f, %.2f; %.2f, %.1f; %.1f; " % tuple(point[result] for result in RESULTS[:5])
    return numbers + report.drift(point["drift"])
