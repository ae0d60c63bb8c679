# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""NCA06, figure 4: for which ids, messages and processors its four numbers come out together."""

import pandas

import comparison
import plots
import report
import summaries

SPREAD = plots.DEVIATIONS
IDS, SIZE, PROCESSING = "ids", "message-size", "processing"
OPEN = [IDS, SIZE, PROCESSING]
# result, and the published number
NUMBERS = {
    "none": ("nca-f4-peak", "highest without congestion control"),
    "credit": ("nca-f4-cscc", "credits"),
    "back-pressure": ("nca-f4-bpcc", "back-pressure"),
    "retransmitted": ("nca-f4-cscc-retx", "credits retransmit"),
}
# what counts as a fit
NEAR = max(comparison.NEAR)


def table(data):
    rows = []
    for conditions, runs in data.runs.groupby(OPEN, sort=False):
        by_scheme = {scheme: of for scheme, of in runs.groupby("scheme")}
        by_load = by_scheme["none"].groupby("load")["achieved"]
        none = by_load.mean()
        row = dict(zip(OPEN, conditions)) | {"at_highest_load": none.iloc[-1]}
        measured = {
            "none": by_load.get_group(none.idxmax()),
            "credit": by_scheme["credit"]["achieved"],
            "back-pressure": by_scheme["back-pressure"]["achieved"],
            "retransmitted": by_scheme["credit"]["retransmitted_percent"],
        }
        for name, (id, _) in NUMBERS.items():
            row[name] = measured[name].mean()
            row[name + "_mean_deviation"] = summaries.mean_deviation(measured[name])
            row[name + "_fits"] = 1 / NEAR <= row[name] / data.published[id].low <= NEAR
        row["fits"] = all(row[name + "_fits"] for name in NUMBERS)
        rows.append(row)
    return pandas.DataFrame(rows)


def draw(data):
    points = table(data)
    names = ["%s, %s bytes, %s" % tuple(point[name] for name in OPEN) for point in points.to_dict("records")]
    picture, (panels,) = plots.panels(1, len(NUMBERS), width=3, height=0.24 * len(names) + 1.2)
    for axes, (result, (id, name)) in zip(panels, NUMBERS.items()):
        colour = plots.COLOURS["credit" if result == "retransmitted" else result]
        errors = points[result + "_mean_deviation"]
        axes.errorbar(points[result], range(len(names)), xerr=errors, fmt="o", color=colour, markersize=5, capsize=2)
        low = data.published[id].low
        axes.axvline(low, color=plots.PUBLISHED, linestyle="--")
        axes.axvspan(low / NEAR, low * NEAR, color=plots.PUBLISHED, alpha=0.2, linewidth=0)
        axes.set(xlabel="%s [%s]" % (name, data.published[id].unit), ylim=(len(names) - 0.5, -0.5), xlim=(0, None))
        axes.set_yticks(range(len(names)), names if axes is panels[0] else [])
    picture.suptitle("NCA06, figure 4, under other conditions; ochre: published, and 25 % around it")
    return picture


def page(data):
    rows = [["Ids", "Size", "Processor", *(name for _, name in NUMBERS.values()), "At a load of 160", "Fits all four"]]
    for point in table(data).to_dict("records"):
        cells = ["%.3g%s" % (point[name], "" if point[name + "_fits"] else " (no)") for name in NUMBERS]
        cells += ["%.1f" % point["at_highest_load"], "yes" if point["fits"] else "no"]
        rows.append([point[IDS], point[SIZE], point[PROCESSING], *cells])
    published = ", ".join("%s" % data.published[id].text() for id, _ in NUMBERS.values())
    title = "Requests/s/peer and %%; published: %s. (no): off by more than a quarter" % published
    return report.list_table(title, rows, [8, 8, 10, 14, 12, 14, 12, 12, 10])
