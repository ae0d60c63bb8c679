# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Every published number beside ours, with a verdict; and the causes of differences."""

import dataclasses
import math
import pathlib

import pandas
import yaml

import plan
import published
import summaries

HERE = pathlib.Path(__file__).resolve().parent

WITHIN, DIFFERS = "within the interval", "differs"
# up to which factor, either way, another verdict than "differs" is given
NEAR = {1.10: "within 10 %", 1.25: "within 25 %"}
HOLDS, FAILS = "holds", "does not hold"
UNDECIDED = "undecided"
NOT_MEASURED = "not measured"
# what cannot be measured here, or was published without a number, for a reason that causes.yaml has
NOT_COMPARABLE = "not comparable"
# those that want a cause
OFF = (*NEAR.values(), DIFFERS, FAILS, NOT_COMPARABLE)
# An interval that reaches farther than this share of the mean decides nothing.
WIDE = 0.5
# Fewer runs than these have no interval to speak of.
FEWEST = 3


@dataclasses.dataclass
class Line:
    """A published number, and ours: the mean over the runs with half its 95 % interval, or what was computed exactly."""

    number: published.Published
    runs: int
    ours: float
    half: float
    exact: bool = False

    def verdict(self):
        if self.number.kind == "apart":
            return NOT_COMPARABLE
        if not self.runs:
            return NOT_MEASURED
        if self.number.kind == "curve":
            return NOT_COMPARABLE
        if not self.exact and self.runs < FEWEST:
            return self._of_few()
        low, high = self.number.low, self.number.high
        if self.number.kind == "order":
            ends = [low <= end <= high for end in (self.ours - self.half, self.ours + self.half)]
            return HOLDS if all(ends) else UNDECIDED if any(ends) else FAILS
        if low - self.number.rounding <= self.ours <= high + self.number.rounding:
            return WITHIN
        if self.half > WIDE * abs(self.ours):
            return UNDECIDED
        near = self._near()
        margin = self.half + self.number.rounding
        if low - margin <= self.ours <= high + margin:
            # an interval that reaches there from afar is evidence of neither
            return UNDECIDED if near == DIFFERS and (low or high) else WITHIN
        return near

    def _of_few(self):
        """Without an interval, a side of a bound is not known, and at the most how near a number is."""
        if self.number.kind == "order":
            return UNDECIDED
        is_inside = self.number.low - self.number.rounding <= self.ours <= self.number.high + self.number.rounding
        return min(NEAR.items())[1] if is_inside else self._near()

    def _near(self):
        """How far it is off, by the ratio to the nearer end of what is published."""
        end = self.number.low if self.ours < self.number.low else self.number.high
        factor = self.ours / end if end and math.isfinite(end) else 0
        found = [name for most, name in NEAR.items() if 1 / most <= factor <= most]
        return found[0] if found else DIFFERS

    def ratio(self):
        """Ours over the published number, or over the middle of a range; None where that says nothing."""
        middle = (self.number.low + self.number.high) / 2
        if self.number.kind == "order" or not self.runs or not math.isfinite(middle) or middle == 0:
            return None
        return self.ours / middle

    def text(self):
        if not self.runs:
            return ""
        unit = self._unit()
        ours = "%.*g" % (_digits(self.ours, unit), self.ours) if unit else "%g" % self.ours
        if self.exact:
            return ours
        if self.runs < FEWEST:
            return "%s (%d run%s)" % (ours, self.runs, "s" * (self.runs > 1))
        if self.half < unit / 2:
            # no digit shows the interval
            return "%s ± <%g" % (ours, unit)
        return "%s ± %.2g" % (ours, self.half)

    def _unit(self):
        """One in the last digit that is shown: the fourth, or the last that is published, if there are more; 0 for 0."""
        if not self.ours or not math.isfinite(self.ours):
            return 0
        fourth = 10.0 ** (math.floor(math.log10(abs(self.ours))) - 3)
        return min(fourth, 2 * self.number.rounding or fourth)


def _digits(value, unit):
    """How many significant digits show a value to a unit, a power of ten or twice a rounding."""
    # the logarithm of a power of ten may come out just below the whole number
    return 1 + math.floor(math.log10(abs(value) / unit) + 1e-9)


def lines(directory, figures):
    """A line for each published number of these figures; and for one that none of them has, if its paper's are all there."""
    compared = [pandas.read_csv(pathlib.Path(directory, figure + ".compared.csv")) for figure in figures]
    values = dict(iter(pandas.concat(compared).groupby("id")))
    whole = {paper for paper in published.papers() if plan.is_whole(paper, figures)}
    numbers = published.read().items()
    return [_line(number, values.get(id)) for id, number in numbers if number.paper in whole or id in values]


def _line(number, found):
    if found is None:
        return Line(number, 0, math.nan, math.nan)
    if found["exact"].all():
        return Line(number, len(found), found["value"].mean(), 0, exact=True)
    return measured(number, found["value"])


def measured(number, values):
    """A number beside a value of each run."""
    return Line(number, len(values), values.mean(), summaries.half_interval(values))


def causes():
    """The causes of differences by id, each with a text, a few words and a command."""
    return yaml.safe_load((HERE / "causes.yaml").read_text())
