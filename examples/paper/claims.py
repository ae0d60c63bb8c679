# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Writes what the papers claim in one table, beside what came out here, as RST.

Those rows of published.csv are in it that say their claim in words; their causes are a few words of causes.yaml.
"""

import pathlib

import comparison
import plan
import outputs
import published
import report

WIDTHS = [34, 14, 18, 14, 20]


def papers():
    """The papers that claim something in words."""
    return {number.paper for number in published.read().values() if number.claim}


def render(directory, figures):
    """The table."""
    rows = [["Claim", "Published", "Ours", "Verdict", "Cause"]]
    paper = None
    known = comparison.causes()
    for line in comparison.lines(directory, figures):
        if not line.number.claim:
            continue
        # a claim names its paper where another one's begin
        name = "" if line.number.paper == paper else "**%s.** " % line.number.paper
        paper = line.number.paper
        cause = known.get(line.number.id, {}).get("short", "not known") if line.verdict() in comparison.OFF else ""
        unit = "" if line.number.unit == "ratio" else " " + line.number.unit
        ours = line.text() and line.text() + unit
        rows.append([name + line.number.claim, line.number.text() + unit, ours, line.verdict(), cause])
    return report.list_table("What the papers claim, and what came out", rows, WIDTHS)


def main():
    arguments = plan.arguments(__doc__.split("\n")[0])
    outputs.write(arguments.output, render(arguments.directory, plan.drawn()))


if __name__ == "__main__":
    main()
