# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# What an emulation came to: a table, and a picture.

import json
import statistics

import outputs

COLUMNS = (
    ("achieved", "req/s", "%.1f", ("achieved",)),
    ("delay", "s", "%.3f", ("delay_s", "mean")),
    ("p99", "s", "%.3f", ("delay_s", "p99")),
    ("retransmitted", "%", "%.3f", ("retransmitted_percent",)),
    ("dropped", "%", "%.3f", ("dropped_percent",)),
    ("marked", "%", "%.2f", ("marked_percent",)),
    ("outstanding", "requests", "%.1f", ("outstanding_mean",)),
    ("hops", "", "%.2f", ("hops_mean",)),
)


def load(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def value(results, path):
    for key in path:
        results = results[key]
    return results


def mean_of(summaries):
    """The means over peers of all results, by column; shares of requests count as many as a peer issued."""
    issued = [summary["results"]["issued"] for summary in summaries]
    return {
        head: statistics.fmean(
            [value(summary["results"], path) for summary in summaries],
            issued if unit == "%" and any(issued) else None,
        )
        for head, unit, _, path in COLUMNS
        if summaries
    }


def print_table(rows):
    """Rows by name: a number by column."""
    rows = {name: row for name, row in rows.items() if row}
    width = max(map(len, rows), default=0)
    print(" " * width, *("%14s" % head for head, _, _, _ in COLUMNS))
    print(" " * width, *("%14s" % unit for _, unit, _, _ in COLUMNS))
    for name, row in rows.items():
        print(name.ljust(width), *("%14s" % (form % row[head]) for head, _, form, _ in COLUMNS))


def requests_again(samples, measured, broken, mending):
    """How long after the mending began real peers made half as many requests as in the ten seconds before the break.

    What came before the measurement does not count, as requests may not have begun by then.
    """
    made = [(sample["time_s"], sample["real"]) for sample in samples if sample["real"] is not None]
    before = [real for time_s, real in made if max(measured, broken - 10) <= time_s < broken]
    if not before:
        return "requests of real peers before that were not seen"
    half = statistics.fmean(before) / 2
    low = next((place for place, (time_s, real) in enumerate(made) if time_s >= broken and real < half), None)
    if low is None:
        return "requests of real peers never were less than half of the %.1f a second before" % (2 * half)
    # of three samples, as a burst is not yet a recovery
    for place in range(low, len(made) - 2):
        following = [real for _, real in made[place : place + 3]]
        if following[0] >= half and statistics.fmean(following) >= half:
            after = max(0, made[place][0] - mending)
            return "requests of real peers were back at half of the %.1f a second before after %.0f s" % (2 * half, after)
    return "requests of real peers were not back at half of the %.1f a second before within the run" % (2 * half)


def change(value, others):
    """By how many percent a value is above the mean of others."""
    mean = statistics.fmean(others)
    return 100 * (value / mean - 1) if mean else float("nan")


def print_packets(summary):
    real, lag = summary["real"]["sum"], summary["lag"]
    dropped = {name: count for name, count in real["dropped"].items() if count}
    print(
        "packets at the taps of real peers: %d read, %d written; dropped in queues: %s"
        % (real["read"], real["delivered"], ", ".join("%d %s" % (n, name) for name, n in dropped.items()) or "none")
    )
    print(
        "lag of the emulator: p50 %.3f ms, p99 %.3f ms, at most %.1f ms: the run is %s"
        % (lag["p50_ms"], lag["p99_ms"], lag["max_ms"], "valid" if lag["valid"] else "NOT VALID")
    )


def draw(path, samples, marks, title):
    """Samples are dicts with time_s; marks are (time, text). What to tell the user."""
    try:
        import matplotlib
    except ImportError:
        return "no picture: this Python has no matplotlib; ./waf emulate brings it"

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(3, 1, figsize=(8, 8), sharex=True, layout="constrained")
    panels = (
        ("requests/s per peer", (("real", "real peers"), ("simulated", "simulated peers"))),
        ("peers whose neighbours are right", (("right", "right"), ("peers", "in the ring"))),
        ("lag p99 [ms]", (("lag_ms", None),)),
    )
    for axis, (label, lines) in zip(axes, panels):
        for key, name in lines:
            points = [(s["time_s"], s[key]) for s in samples if s.get(key) is not None]
            if points:
                axis.plot(*zip(*points), label=name, drawstyle="steps-post" if key in ("right", "peers") else "default")
        axis.set_ylabel(label)
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
        for when, text in marks:
            axis.axvline(when, color="gray", linewidth=0.8)
        if len(lines) > 1 and axis.get_legend_handles_labels()[0]:
            axis.legend(loc="best", fontsize="small")
    for when, text in marks:
        axes[0].annotate(text, (when, 1), xycoords=("data", "axes fraction"), fontsize="x-small", rotation=90, va="top")
    axes[0].set_title(title)
    axes[-1].set_xlabel("time [s]")
    with outputs.replaced(path) as partial:
        figure.savefig(partial, dpi=120)
    return "picture: %s" % path
