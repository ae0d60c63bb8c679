# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The numbers that the papers state, from published.csv."""

import csv
import dataclasses
import decimal
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Published:
    """A published number, or (`kind` is "order") a claim that some number lies above or below a bound.

    What can be neither measured nor computed here has the kind "apart", and what is published as a curve without values
    has the kind "curve"; causes.yaml says why either cannot be compared.

    `low` and `high` are equal for a plain number, and infinite where there is no bound. `rounding` is half a
    unit of the last digit that is stated. `claim` says it in a few words, as a line of a list of claims; it is empty
    for what only the full report has.
    """

    id: str
    paper: str
    where: str
    quantity: str
    kind: str
    low: float
    high: float
    unit: str
    conditions: str
    claim: str
    rounding: float

    def text(self):
        """What is published, without its unit."""
        if self.kind == "curve":
            return "a curve"
        if self.low == self.high:
            return "%g" % self.low
        if math.isinf(self.low):
            return "below %g" % self.high
        if math.isinf(self.high):
            return "above %g" % self.low
        return "%g to %g" % (self.low, self.high)


def read():
    """All published numbers by id, in the order of the file."""
    with open(HERE / "published.csv", newline="") as file:
        return {row["id"]: _make(row) for row in csv.DictReader(file)}


def papers():
    """The papers, in the order of the file."""
    return list(dict.fromkeys(number.paper for number in read().values()))


def _make(row):
    row["rounding"] = max(_rounding(row["low"]), _rounding(row["high"]))
    row["low"] = float(row["low"] or "-inf")
    row["high"] = float(row["high"] or "inf")
    return Published(**row)


def _rounding(text):
    return 0.5 * 10.0 ** decimal.Decimal(text).as_tuple().exponent if text else 0.0
