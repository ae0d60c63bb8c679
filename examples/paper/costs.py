# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Writes what the runs took: a line for each figure and scheme."""

import pandas

import plan
import outputs
import summaries

PER_PEER = "us_per_simulated_peer_second"
COLUMNS = ["figure", "scheme", "runs", "simulated_s", "cpu_s", PER_PEER]


def table(profile, directory, figures):
    """CPU time by figure and scheme, of these figures; a run is counted where it is planned first."""
    frames = []
    for figure in (name for name in plan.simulated() if name in figures):
        planned = [run for run in plan.figure_runs(figure, profile) if run.name.startswith(figure + "/")]
        if planned:
            frames.append(summaries.load(planned, directory).assign(figure=figure))
    if not frames:
        return pandas.DataFrame(columns=COLUMNS)
    runs = pandas.concat(frames)
    runs["peer_s"] = runs["peers"] * runs["simulated_s"]
    groups = runs.groupby(["figure", "scheme"])
    costs = groups.agg(runs=("cpu_s", "size"), simulated_s=("simulated_s", "sum"), cpu_s=("cpu_s", "sum"))
    costs[PER_PEER] = 1e6 * costs["cpu_s"] / groups["peer_s"].sum()
    return costs.reset_index()[COLUMNS]


def main():
    arguments = plan.arguments(__doc__)
    with outputs.replaced(arguments.output) as file:
        table(arguments.profile, arguments.directory, plan.simulated()).to_csv(file, index=False, float_format="%.6g")


if __name__ == "__main__":
    main()
