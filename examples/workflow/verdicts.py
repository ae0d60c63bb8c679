# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What makes the means of a run worth little: that its ring locked up, that peers starved, or that it had not settled."""

import math

import runs
import settling
import summaries

# programs whose series has a line for each second of a ring that is offered the same all the time
STEADY = ("collapse", "million")

# by column, in words that end a sentence about some runs
WORDS = {
    "locked_up": "locked up",
    "starved": "have peers that starved",
    "unsettled": "had not settled: rates of the halves of their window are over %g %% apart" % (100 * settling.DRIFT),
}


def of(run, summary, directory):
    """1 or 0 by column; nothing of what the program, or so short a window, cannot tell."""
    found = {}
    if "deadlock" in summary:
        found["locked_up"] = int(summary["deadlock"] is not None)
    results = summaries.flat(summary["results"])
    if "peers_starving" in results:
        found["starved"] = int(results["peers_starving"] > 0)
    drift = _drift(run, summary, directory)
    if not math.isnan(drift):
        found["unsettled"] = int(abs(drift) > settling.DRIFT)
    return found


def _drift(run, summary, directory):
    options = summary["options"]
    if run.program not in STEADY or int(options.get("requests", 0)) > 0:
        return math.nan
    return settling.drift(settling.read(summaries.series_path(run, directory)), runs.number(options["warmup"]))


def counts(means):
    """How many runs each verdict is on, by column of a sweep's table of means, without those on none."""
    return {column: int(means[column].sum()) for column in WORDS if column in means and means[column].sum() > 0}
