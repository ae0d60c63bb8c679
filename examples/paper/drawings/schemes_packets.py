# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All schemes with hold, packet by packet in the network of the papers, without pauses and with."""

import plots
import report
import summaries

# of a scenario's blocks: marking has another warm-up
SUFFIX = " marking"
RESULTS = {
    "achieved": ("Answered [1/s/peer]", "%.1f"),
    "delay_s_mean": ("Delay, mean [s]", "%.2f"),
    "delay_s_p99": ("p99 [s]", "%.2f"),
    "achieved_deviation_percent": ("Mean deviation of the peers [%]", "%.1f"),
    "peers_least": ("Lowest peer [1/s]", "%.1f"),
    "dropped_percent": ("Dropped [%]", "%.2f"),
}
PANELS = {
    "achieved": "answered [requests/s/peer]",
    "delay_s_mean": "mean delay [s]",
    "delay_s_p99": "99th percentile of the delay [s]",
    "achieved_deviation_percent": "mean deviation of the peers [%]",
}


def table(data):
    frame = data.runs.assign(scenario=data.runs["block"].str.removesuffix(SUFFIX))
    points = summaries.points(frame, ["scenario", "scheme"], RESULTS, sort=False)
    points["place"] = points["scheme"].map(plots.schemes(points).index)
    return points.sort_values(["scenario", "place"], kind="stable")


def draw(data):
    points = table(data)
    picture, _ = plots.by_scenario(points.assign(alpha=1.0), PANELS, plots.schemes(points), row=0.7)
    picture.suptitle("All schemes with hold, packet by packet")
    return picture


def page(data):
    """The same as a table for the documentation."""
    rows = [["Scenario", "Scheme", "Runs", *(name for name, _ in RESULTS.values())]]
    for point in table(data).to_dict("records"):
        cells = [report.with_half(point[result], point[result + "_95"], form) for result, (_, form) in RESULTS.items()]
        rows.append([point["scenario"], point["scheme"], point["runs"], *cells])
    title = "All schemes, packet by packet: means over the runs, with half their 95 % confidence intervals"
    return report.list_table(title, rows, [16, 14, 6] + [14] * len(RESULTS))
