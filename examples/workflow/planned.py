# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""A run of a simulation that a workflow makes: its name, its command line, and what it is expected to take."""

import dataclasses
import hashlib
import json
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "examples"))

import runs

# by program, about how many seconds of CPU time a run takes
COSTS = {
    "collapse": runs.expected_cost,
    "churn": runs.expected_churn_cost,
    "million": runs.expected_million_cost,
    "store": runs.expected_store_cost,
    "coordinates": runs.expected_coordinates_cost,
    "dtl-flows": runs.expected_flows_cost,
}

# the same for memory in MiB; other programs take what any process takes
MEMORY = {"million": runs.expected_million_memory, "store": runs.expected_store_memory}


@dataclasses.dataclass
class Run(runs.Run):
    """The run `number`, from 1 on, of a program with these options."""

    program: str
    number: int
    # options that are told the program in other words: files, where the run finds them
    told: dict = dataclasses.field(default_factory=dict, kw_only=True)

    def cost(self):
        return COSTS[self.program](self.options)

    def memory(self):
        """About how many MiB it takes at the most."""
        return MEMORY[self.program](self.options) if self.program in MEMORY else runs.PROCESS_MIB

    def arguments(self):
        options = {**self.options, **self.told, "RngRun": self.number}
        return ["--%s=%s" % option for option in options.items()]

    def columns(self):
        """What a table of runs says of it besides its results."""
        return {"run": self.number, **self.options}


def name(words, options, number):
    """The name of a run, for its files: words for the reader, and a digest that changes with any option."""
    words = [*words, _digest(options), "r%d" % number]
    return "-".join(re.sub(r"[^\w.+-]+", "-", word) for word in words)


def _digest(options):
    text = json.dumps(options, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:6]
