# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What the figures of DTL have in common."""

import pandas
import summaries

# by window; ns-3's LEDBAT is a congestion control of TCP
LEDBAT = "TcpLedbat"
WINDOWS = ["linear", "multiplicative", "proportional", "plusplus", LEDBAT]
# how pictures with curves() show that runs differ
SPREAD = "curves: run 1, bands: least to most"
COLOURS = dict(zip(WINDOWS, ["#c0392b", "#2c7fb8", "#31a354", "#756bb1", "#636363"]))
FLOWS = ["#2c7fb8", "#31a354", "#756bb1", "#17a2a2", "#8c564b"]
TCP = ["#c0392b", "#e08070"]


def phases(data, planned):
    """What each flow of these runs got in each phase."""
    rows = [flow | {"run": run.number, "block": run.block, **run.varied} for run in planned for flow in data.phases(run)]
    return pandas.DataFrame(rows)


def curves(axes, data, planned, names, every=5):
    """The throughputs of the flows of some runs over time, means of some seconds each: those of run 1, and a band of all."""
    series = pandas.concat([data.series(run).assign(run=run.number) for run in planned])
    slots = ((series["time_s"] - 1) // every).rename("slot")
    smooth = series.groupby(["flow", "run", slots], sort=False)[["time_s", "throughput_bps"]].mean()
    smooth["throughput"] = 1e-6 * smooth.pop("throughput_bps")
    dtl = tcp = 0
    for flow, lines in smooth.groupby("flow", sort=False):
        is_tcp = flow.startswith("tcp")
        colour = TCP[tcp % len(TCP)] if is_tcp else FLOWS[dtl % len(FLOWS)]
        tcp, dtl = tcp + is_tcp, dtl + (not is_tcp)
        first = lines.xs(1, level="run")
        axes.plot(first["time_s"], first["throughput"], color=colour, label=names.get(flow, flow), linewidth=1.2)
        if len(planned) > 1:
            by_slot = lines.groupby("slot")
            band = by_slot["throughput"]
            axes.fill_between(by_slot["time_s"].mean(), band.min(), band.max(), color=colour, alpha=0.2, linewidth=0)
    axes.set_ylim(0)
    axes.set_xlim(0, series["time_s"].max())


def jain(values):
    """Jain's index (eq. 8)."""
    return sum(values) ** 2 / (len(values) * sum(value**2 for value in values))


def bars(axes, table, categories, by, value):
    """A group of bars for each category, one for each window: means of its runs, with their mean deviations."""
    width = 0.8 / len(WINDOWS)
    for number, window in enumerate(WINDOWS):
        for place, category in enumerate(categories):
            found = table[(table["window"] == window) & (table[by] == category)][value]
            if not found.empty:
                x = place + (number - (len(WINDOWS) - 1) / 2) * width
                label = window if place == 0 else None
                spread = summaries.mean_deviation(found) if len(found) > 1 else None
                axes.bar([x], [found.mean()], width * 0.92, yerr=spread, ecolor="#333333", color=COLOURS[window], label=label)
    axes.set_xticks(range(len(categories)), categories)
    axes.grid(False, axis="x")
