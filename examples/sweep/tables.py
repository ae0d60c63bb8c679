# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Makes the tables and the picture of the sweep in the working directory: runs.csv, means.csv, NAME.png, and the tables
as Parquet if they are asked for."""

import sys

# puts the workflow's files on the path
import grid
import outputs
import pandas
import picture
import summaries
import verdicts


def write(sweep):
    """Write all files; BrokenRun if the counters of a run contradict each other, NoResult without the plot's result."""
    summaries_read = [summaries.read(run, ".") for run in sweep.runs()]
    found = [verdicts.of(run, summary, ".") for run, summary in zip(sweep.runs(), summaries_read)]
    frame = pandas.DataFrame(map(row, sweep.runs(), summaries_read, found))
    with outputs.replaced("runs.csv") as file:
        frame.to_csv(file, index=False)
    # read again, so that numbers are numbers: what a reader of the file works with
    frame = pandas.read_csv("runs.csv")
    results = {name for summary in summaries_read for name in result_names(summary)}
    numbers = [name for name in frame.columns if name in results and is_number(frame[name])]
    by = ["program", *sweep.axes]
    means = summaries.points(frame, by, numbers, sort=False)
    # of verdicts, how many runs they are on; empty if nobody can tell
    for name in [name for name in verdicts.WORDS if name in frame]:
        means[name] = frame.groupby(by, sort=False, dropna=False)[name].sum(min_count=1).to_numpy()
    with outputs.replaced("means.csv") as file:
        means.to_csv(file, index=False)
    if sweep.parquet:
        frame.to_parquet("runs.parquet", index=False)
        means.to_parquet("means.parquet", index=False)
    picture.draw(sweep, means, numbers, verdicts.counts(means))


def row(run, summary, found):
    """A line of runs.csv: the program, the run's number, its commit, every option, every result, every verdict."""
    made = summary["run"]
    first = {"program": run.program, "run": run.number, "seed": made["seed"], "commit": made["commit"]}
    results = dict(zip(result_names(summary), summaries.flat(summary["results"]).values()))
    return first | summary["options"] | run.options | results | found


def result_names(summary):
    """The columns of the results. One that is named as an option is, such as the number of gets, is result_NAME."""
    return ["result_" + name if name in summary["options"] else name for name in summaries.flat(summary["results"])]


def is_number(column):
    """Whether means can be had of a column."""
    return pandas.api.types.is_numeric_dtype(column) and not pandas.api.types.is_bool_dtype(column)


if __name__ == "__main__":
    try:
        write(grid.read("sweep.json"))
    except (summaries.BrokenRun, picture.NoResult, OSError) as error:
        sys.exit("sweep: %s" % error)
