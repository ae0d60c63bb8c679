# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""From the words after ./waf sweep to a list of runs: lists and ranges of options, and their product."""

import csv
import dataclasses
import decimal
import hashlib
import itertools
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "workflow"))

import planned

MOST_RUNS = 100000
NUMBER = r"(-?\d+(?:\.\d+)?)([a-zA-Z]*)"
RANGE = re.compile(NUMBER + r"\.\." + NUMBER + ":" + NUMBER)
# of the workflow, or of no use to it
TAKEN = {
    "RngRun": "--runs=N makes the runs 1 to N",
    "summary": "each run has its own, in runs/",
    "series": "each run has its own, in runs/",
    "record": "all runs would write one file",
    "help": "./waf --help has that of sweep, build/examples/PROGRAM --help that of a program",
}


class Wrong(ValueError):
    """What is wrong with the words, in one line."""


@dataclasses.dataclass
class Sweep:
    """The program, its options with the list of their values, and how often each point is run."""

    program: str
    name: str
    axes: dict
    repetitions: int = 1
    # which result the picture shows; empty: the program's headline
    plot: str = ""
    # whether the tables are written as Parquet, too
    parquet: bool = False
    # of each option that names files which are read: by name as given, the copy that the runs read
    inputs: dict = dataclasses.field(default_factory=dict)

    def points(self):
        """The options of each point, in the order of the lists: the last option varies fastest."""
        return [dict(zip(self.axes, values)) for values in itertools.product(*self.axes.values())]

    def runs(self):
        """All runs; a name depends on the run's own options alone, so that a wider sweep keeps what is there."""
        numbers = range(1, self.repetitions + 1)
        return [self._run(options, number) for options in self.points() for number in numbers]

    def _run(self, options, number):
        words = "-".join(options.values())[:80]
        # the copy's name has a digest of what is in the file: another content is another run
        read = {name: copies[options[name]] for name, copies in self.inputs.items()}
        name = planned.name([self.program, words] if words else [self.program], {**options, **read}, number)
        return planned.Run(name, options, self.program, number, told=read)

    def varied(self):
        """The options of several values."""
        return [name for name, values in self.axes.items() if len(values) > 1]

    def files(self):
        """What is made of the runs: the tables and the picture."""
        kinds = ["csv", "parquet"] if self.parquet else ["csv"]
        return ["%s.%s" % (name, kind) for kind in kinds for name in ("runs", "means")] + [self.name + ".png"]

    def take_inputs(self, options, directory):
        """Have the runs read copies of the files that these options name, relative to a directory, but for one value each.

        Returns the copies: their content by their names; Wrong if a file cannot be read."""
        contents = {}
        for name in self.axes.keys() & options.keys():
            self.inputs[name] = {}
            for text in self.axes[name]:
                if text == options[name]:
                    self.inputs[name][text] = text
                    continue
                file = pathlib.Path(directory, text)
                try:
                    content = file.read_bytes()
                except OSError as error:
                    raise Wrong("--%s=%s: cannot be read (%s: %s)" % (name, text, file, error.strerror)) from error
                copy = "inputs/%s-%s" % (hashlib.sha256(content).hexdigest()[:12], file.name)
                self.inputs[name][text] = copy
                contents[copy] = content
        return contents

    def text(self):
        """As a file, for read()."""
        return json.dumps(dataclasses.asdict(self), indent=1) + "\n"


def read(file):
    """The sweep whose text() a file has."""
    return Sweep(**json.loads(pathlib.Path(file).read_text()))


def parse(program, given, parquet=False):
    """The sweep of a program with these options, pairs of a name and its text; Wrong if it is none."""
    own = {"name": program, "runs": "1", "plot": ""}
    axes = {}
    for name, text in given:
        if name in TAKEN or name.startswith("Print"):
            raise Wrong("--%s is not for a sweep: %s" % (name, TAKEN.get(name, "it simulates nothing")))
        if name in axes:
            raise Wrong("--%s is given twice: write all values in one list, with commas" % name)
        if name in own:
            own[name] = text
        else:
            axes[name] = values(name, text)
    if not re.fullmatch(r"[1-9]\d{0,5}", own["runs"]):
        raise Wrong("--runs=%s: allowed is a number from 1 to 999999" % own["runs"])
    if not re.fullmatch(r"\w[\w.+-]*", own["name"]):
        raise Wrong("--name=%s: allowed are letters, digits and _ . + - after the first" % own["name"])
    count = math.prod(map(len, axes.values())) * int(own["runs"])
    if count > MOST_RUNS:
        raise Wrong("these are %d runs; more than %d are several sweeps" % (count, MOST_RUNS))
    return Sweep(program, own["name"], axes, int(own["runs"]), own["plot"], parquet)


def values(name, text):
    """The values of an option: with commas between them, each one or a range A..B:STEP; "..." holds a comma."""
    try:
        items = next(csv.reader([text], strict=True)) or [""]
    except csv.Error as error:
        raise Wrong("--%s=%s: a value in quotes ends with them (%s)" % (name, text, error)) from error
    found = []
    for item in items:
        match = RANGE.fullmatch(item)
        found += _steps("--%s=%s" % (name, item), match) if match else [item]
    if "" in found and len(found) > 1:
        raise Wrong("--%s=%s: there is nothing between two commas" % (name, text))
    return list(dict.fromkeys(found))


def _steps(option, match):
    first, unit, last, unit_of_last, step, unit_of_step = match.groups()
    if not unit == unit_of_last == unit_of_step:
        raise Wrong("%s: both ends and the step need the same unit, such as 10ms..50ms:10ms" % option)
    first, last, step = (decimal.Decimal(number) for number in (first, last, step))
    if step <= 0 or first > last:
        raise Wrong("%s is empty: write LEAST..GREATEST:STEP with a step above 0" % option)
    count = int((last - first) / step) + 1
    if count > MOST_RUNS:
        raise Wrong("%s has %d values; %d is the most" % (option, count, MOST_RUNS))
    return [_plain(first + i * step) + unit for i in range(count)]


def _plain(number):
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
