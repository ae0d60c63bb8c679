# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""DTL, section 6: what changes of priority do to a flow, beside flows that have had each priority from the beginning."""

import math

import pandas
import plots
import report

from drawings import dtl

SPREAD = dtl.SPREAD + "; bars: mean deviation"
FLOW = "dtl-1"
# the priorities of the flow that changes, for so many seconds each, of which the first ones are a transition; in the
# very first ones, a window that began anew would show
PRIORITIES = [0, 4, 0, 1, 2, 4, 1, 0]
LENGTH, FIRST, DIP = 40, 10, 3
CHANGES = list(enumerate(zip(PRIORITIES, PRIORITIES[1:]), start=1))
# of packets without headers
PAYLOAD = 1400 * 8
# the ratios of the last panel, each with its bounds
RATIOS = {
    "rate": ("rate from 10 s on", 0.8, 1.25),
    "spread": ("its spread over seconds", None, 1.25),
    "resent": ("share sent again", None, 1.25),
    "dip": ("first 3 s, over the lesser level", 0.8, None),
    "overshoot": ("first 10 s, over the greater level", None, 1.25),
}


def _name(before, after):
    return "%d to %d" % (before, after)


def _rates(data, run):
    """What arrived of a run's flow, in Mbit/s, by the time at which each interval of the series ends."""
    series = data.series(run)
    return 1e-6 * series[series["flow"] == FLOW].set_index("time_s")["throughput_bps"]


def _between(rates, begin, end):
    # times are sums of tenths
    return rates[(rates.index > begin + 0.01) & (rates.index <= end + 0.01)]


def _spread(rates):
    """The standard deviation of the rates of single seconds."""
    seconds = ((rates.index - 0.01) // 1).astype(int)
    return rates.groupby(seconds).mean().std()


def _stall(rates):
    """The longest time in which nothing arrives, in seconds."""
    silent = rates == 0
    interval = rates.index[1] - rates.index[0]
    return interval * silent.groupby((~silent).cumsum()).sum().max()


def _resent(flow, seconds):
    """The share of packets that are sent again, of what a flow got in so many seconds."""
    packets = flow["throughput_bps"] * seconds / PAYLOAD
    return flow["retransmitted_packets"] / packets


def _windows(index):
    """A phase's settled part."""
    return LENGTH * index + FIRST, LENGTH * (index + 1)


def _constant(data):
    """By run and priority, of flows that have had it from the beginning: level, spread, and share sent again."""
    rows = []
    for run in (run for run in data.planned if run.block != "changes"):
        rates = _rates(data, run)
        (flow,) = [flow for flow in data.results(run)["flows"] if flow["name"] == FLOW]
        spreads = [_spread(_between(rates, *_windows(index))) for index, _ in CHANGES]
        rows.append(
            {
                "run": run.number,
                "priority": int(flow["priority"]),
                "level": 1e-6 * flow["throughput_bps"],
                "spread": sum(spreads) / len(spreads),
                "resent": _resent(flow, LENGTH * len(CHANGES)),
            }
        )
    return pandas.DataFrame(rows).set_index(["run", "priority"])


def _changed(data):
    """A line for each run and change of priority: what the flow did, and over what flows do that had it all the time."""
    constant = _constant(data)
    rows = []
    for run in (run for run in data.planned if run.block == "changes"):
        rates = _rates(data, run)
        phases = {flow["from_s"]: flow for flow in data.phases(run) if flow["name"] == FLOW}
        for index, (before, after) in CHANGES:
            same = constant.loc[(run.number, after)]
            levels = [constant.loc[(run.number, priority), "level"] for priority in (before, after)]
            begin, end = LENGTH * index, LENGTH * (index + 1)
            first = _between(rates, begin, begin + FIRST).mean()
            settled = _between(rates, *_windows(index))
            resent = _resent(phases[begin], LENGTH)
            rows.append(
                {
                    "run": run.number,
                    "change": index,
                    "name": _name(before, after),
                    "before": before,
                    "after": after,
                    "first_mbps": first,
                    "later_mbps": settled.mean(),
                    "level_mbps": same["level"],
                    "resent_percent": 100 * resent,
                    "rate": settled.mean() / same["level"],
                    "spread": _spread(settled) / same["spread"],
                    "resent": resent / same["resent"] if after else math.nan,
                    "dip": _between(rates, begin, begin + DIP).mean() / min(levels) if before and after else math.nan,
                    "overshoot": first / max(levels),
                    "stall_s": _stall(_between(rates, begin, end)),
                    "ended": int(rates[rates.index > begin + 0.01].sum() == 0),
                }
            )
    return pandas.DataFrame(rows)


def table(data):
    return _changed(data)


def draw(data):
    picture, (panels,) = plots.panels(1, 3, width=5.6, height=4.2)
    _over_time(panels[0], data)
    _around(panels[1], data)
    _ratios(panels[2], data)
    picture.suptitle("DTL, section 6: 5 Mbit/s, 25 ms, RED from 144 ms; a flow whose priority changes, beside three TCP flows")
    return picture


def _over_time(axes, data):
    shown = [run for run in data.planned if run.block == "changes"]
    seconds = pandas.DataFrame({run.number: _means(_rates(data, run), 2) for run in shown})
    colour = dtl.FLOWS[0]
    axes.plot(seconds.index, seconds[1], color=colour, linewidth=1.2, label="priority changes")
    axes.fill_between(seconds.index, seconds.min(axis="columns"), seconds.max(axis="columns"), color=colour, alpha=0.2, linewidth=0)
    levels = _constant(data)["level"].groupby("priority").mean()
    for index, priority in enumerate(PRIORITIES):
        begin = LENGTH * index
        label = "same priority from the beginning, mean" if index == 0 else None
        axes.plot([begin, begin + LENGTH], 2 * [levels[priority]], color="#222222", linestyle="--", linewidth=1.2, label=label)
        axes.text(begin + LENGTH / 2, 4.05, priority, ha="center", fontsize=9)
    plots.label(axes, "priorities 0, 4, 0, 1, 2, 4, 1, 0; means of 2 s", "time [s]", "throughput [Mbit/s]")
    plots.published_claim(axes, "no connection ends, the rate does not fluctuate", 0.02, 0.82)
    axes.set(xlim=(0, LENGTH * len(PRIORITIES)), ylim=(0, 4.4))
    axes.legend(loc="upper right", bbox_to_anchor=(1, 0.82))


def _means(rates, seconds):
    """Means of so many seconds, by the middle of these."""
    slots = (rates.index - 0.01) // seconds
    means = rates.groupby(slots).mean()
    return means.set_axis(seconds * (means.index + 0.5))


def _around(axes, data):
    shown = [_rates(data, run) for run in data.planned if run.block == "changes"]
    for number, (index, (before, after)) in enumerate(CHANGES):
        begin = LENGTH * index
        means = [_means(_between(rates, begin - 10, begin + 30), 1) for rates in shown]
        mean = sum(means) / len(means)
        style = "-" if before and after else ":"
        axes.plot(mean.index - begin, mean, style, color="C%d" % number, label=_name(before, after))
    axes.axvline(0, color="#555555", linewidth=1)
    for priority, level in _constant(data)["level"].groupby("priority").mean().items():
        axes.annotate("%d" % priority, (30.5, level), annotation_clip=False, va="center", fontsize=8)
        axes.axhline(level, color="#222222", linestyle="--", linewidth=0.8)
    plots.label(axes, "around each change: means of a second and of all runs", "time since the change [s]", "throughput [Mbit/s]")
    axes.set(xlim=(-10, 30), ylim=(0, 3.6))
    axes.legend(loc="upper center", ncols=4, title="priorities; dotted: to or from 0; dashed: levels from the beginning")


def _ratios(axes, data):
    found = _changed(data)
    for place, (ratio, (name, low, high)) in enumerate(RATIOS.items()):
        chosen = found[found["after"] > 0] if ratio in ("rate", "spread") else found
        points = chosen.dropna(subset=[ratio]).groupby("change")[ratio]
        for number, (change, values) in enumerate(points):
            x = place + 0.09 * (change - 4)
            deviation = (values - values.mean()).abs().mean()
            axes.errorbar([x], [values.mean()], yerr=[deviation], marker="o", markersize=5, capsize=2, color="C%d" % (change - 1))
        for bound in (low, high):
            if bound:
                axes.plot([place - 0.4, place + 0.4], [bound, bound], color=plots.PUBLISHED, linestyle="--")
    axes.axhline(1, color="#555555", linestyle=":", linewidth=1)
    axes.set_xticks(range(len(RATIOS)), [name.replace(", ", ",\n").replace("over ", "over\n") for name, _, _ in RATIOS.values()], fontsize=8)
    axes.set_ylim(0)
    axes.set(title="ratios, by change; dashed: bounds of the verdicts", ylabel="over a flow of the same priority")


def page(data):
    """All changes as a table for the documentation."""
    found = _changed(data)
    rows = [["Change", "Levels [Mbit/s]", "First 10 s", "From 10 s on", "Sent again [%]", "Longest silence [s]"]]
    levels = _constant(data)["level"].groupby("priority").mean()
    for _, lines in found.groupby("change"):
        first = lines.iloc[0]
        rows.append(
            [
                first["name"],
                "%.2f, %.2f" % (levels[first["before"]], levels[first["after"]]),
                "%.2f" % lines["first_mbps"].mean(),
                "%.2f" % lines["later_mbps"].mean(),
                "%.2f" % lines["resent_percent"].mean(),
                "%.1f" % lines["stall_s"].max(),
            ]
        )
    resent = 100 * _constant(data)["resent"].groupby("priority").mean()
    title = (
        "A flow whose priority changes; levels: what flows get that have had the priority before, and that after, from the beginning. "
        "Means of %d runs; the longest silence is that of all. Flows that had priority 1, 2 and 4 from the beginning sent %.2f, %.2f and "
        "%.2f %% again" % (found["run"].nunique(), resent[1], resent[2], resent[4])
    )
    return report.list_table(title, rows, [14, 20, 16, 16, 16, 18])


def _farthest(found, ratio, distance):
    """A ratio in each run, of the change whose mean over the runs is farthest."""
    means = found.dropna(subset=[ratio]).groupby("change")[ratio].mean()
    return found[found["change"] == means.map(distance).idxmax()].set_index("run")[ratio]


def compare(data):
    found = _changed(data)
    # at priority 0, there is hardly a rate to compare
    above = found[found["after"] > 0]
    return {
        "dtl-switch-ended": found.groupby("run")["ended"].sum(),
        "dtl-switch-rate": _farthest(above, "rate", lambda ratio: abs(math.log(ratio))),
        "dtl-switch-dip": _farthest(found, "dip", lambda ratio: -ratio),
        "dtl-switch-overshoot": _farthest(found, "overshoot", lambda ratio: ratio),
        "dtl-switch-spread": _farthest(above, "spread", lambda ratio: ratio),
        "dtl-switch-loss": _farthest(above, "resent", lambda ratio: ratio),
        "dtl-switch-stall": found.groupby("run")["stall_s"].max(),
    }
