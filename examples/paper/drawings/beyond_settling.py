# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""How long each scheme takes to settle: its rate from the beginning on, and from when on it may be measured."""

import pandas

import plots
import report
import settling
import summaries

# seconds that are measured: each has a column
WINDOWS = [10, 20, 50]
PANELS = {
    "128 peers, 600 kbit/s": ["no congestion control", "links", "links marking"],
    "128 peers, 600 to 1000 kbit/s": ["unequal links", "unequal links marking"],
    "M1, 256 peers": ["M1", "M1 none"],
    "M2, 256 peers": ["M2", "M2 none"],
}
SHOWN_LOAD = 70
# seconds over which the picture takes means
SMOOTH = 5


def table(data):
    rows = []
    for run in data.planned:
        series = settling.read(summaries.series_path(run, data.directory))
        second = [rate for rate, _ in series[len(series) // 2 :]]
        row = {"block": run.block, "scheme": run.options["scheme"], "load": run.options.get("load", 0)}
        row["settles_to"] = sum(second) / len(second)
        row |= {"first_s_%d" % window: settling.first(series, window) for window in WINDOWS}
        rows.append(row)
    return pandas.DataFrame(rows)


def draw(data):
    picture, panels = plots.panels(2, 2, width=5.4, height=3.6)
    for axes, (title, blocks) in zip(panels.flat, PANELS.items()):
        for run in data.planned:
            if run.block not in blocks or not _is_shown(run):
                continue
            rates = data.series(run).rolling(SMOOTH, center=True).mean()
            scheme = run.options["scheme"]
            style = {"color": plots.COLOURS[scheme], "linewidth": 1}
            axes.plot(rates["time_s"], rates["achieved"], label=plots.ALIASES.get(scheme, scheme), **style)
        plots.label(axes, title, "seconds from the beginning", "achieved [requests/s/peer]")
        axes.set(xlim=(0, 120), ylim=(0, None))
    plots.legend_below(picture, *panels.flat, columns=4)
    picture.suptitle("Rates while the schemes settle, as means of %d s" % SMOOTH)
    return picture


def _is_shown(run):
    return run.block != "no congestion control" or run.options["load"] == SHOWN_LOAD


def page(data):
    rows = [["Set-up", "Scheme", "Load", "Settles to", *("%d s" % window for window in WINDOWS)]]
    for row in table(data).to_dict("records"):
        firsts = [row["first_s_%d" % window] for window in WINDOWS]
        firsts = ["never" if pandas.isna(first) else "%d" % first for first in firsts]
        load = "%g" % row["load"] if row["load"] else "at will"
        rows.append([row["block"], row["scheme"], load, "%.1f" % row["settles_to"], *firsts])
    title = "The second from which on windows of 10, 20 and 50 s may be measured"
    return report.list_table(title, rows, [24, 18, 12, 14, 10, 10, 10])
