# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks what a report makes of numbers: few runs decide nothing, unclean commits are named, early windows are refused."""

import math
import pathlib
import sys
import types

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(TOP / "examples" / name) for name in ("paper", "workflow")]

import pandas

import comparison
import draw
import plan
import plots
import published
import report
import settling


def number(kind, low, high, rounding=0):
    words = dict.fromkeys(("id", "paper", "where", "quantity", "unit", "conditions", "claim"), "")
    return published.Published(kind=kind, low=low, high=high, rounding=rounding, **words)


def verdict(of, values):
    return comparison.measured(of, pandas.Series(values)).verdict()


def series(rates, queue=3):
    return [(rate, queue) for rate in rates]


def is_refused(of, warmup, duration):
    try:
        settling.check("planted", of, warmup, duration)
    except settling.Unsettled:
        return True
    return False


def caption(has_bars, **drawing):
    """What is said of error bars below a picture; nothing if the drawing is refused."""
    picture, ((axes,),) = plots.panels()
    axes.errorbar([1, 2], [1, 2], yerr=[0.1, 0.1] if has_bars else None)
    try:
        return draw.spread_of(types.SimpleNamespace(**drawing), picture)
    except draw.WrongCaption:
        return None


def wrong():
    yield "bars are not explained", caption(True) != "bars: mean deviation"
    yield "bars are explained where there are none", "bars" in caption(False)
    yield "what is said of bars contradicts the picture", caption(False, SPREAD="bars: percentiles") is not None
    yield "bars are there, and nothing is said of them", caption(True, SPREAD="curves: run 1") is not None
    yield "a drawing's own words are not taken", caption(True, SPREAD="bars: percentiles") != "bars: percentiles"
    above_1 = number("order", 1, math.inf)
    ten = number("number", 10, 10)
    yield "one run holds", verdict(above_1, [2.0]) != comparison.UNDECIDED
    yield "two runs hold", verdict(above_1, [2.0, 2.0]) != comparison.UNDECIDED
    yield "three runs decide nothing", verdict(above_1, [2.0, 2.1, 2.0]) != comparison.HOLDS
    yield "three runs below the bound do not fail", verdict(above_1, [0.5, 0.5, 0.6]) != comparison.FAILS
    yield "one run has an interval", verdict(ten, [10.0]) == comparison.WITHIN
    yield "one run that is far off is near", verdict(ten, [20.0]) != comparison.DIFFERS
    yield "an interval that reaches there from afar is near", comparison.Line(ten, 3, 14.0, 5.0).verdict() != comparison.UNDECIDED
    yield "an interval that reaches there from nearby is not", comparison.Line(ten, 3, 11.5, 2.0).verdict() != comparison.WITHIN
    nothing = number("number", 0, 0, rounding=0.005)
    yield "what reaches nothing is afar", comparison.Line(nothing, 3, 0.006, 0.002).verdict() != comparison.WITHIN
    exact = comparison.Line(above_1, 1, 2.0, 0, exact=True)
    yield "what is computed is undecided", exact.verdict() != comparison.HOLDS
    likely = number("number", 0.99998, 0.99998, rounding=5e-6)
    yield "what is nearly certain is certain", comparison.Line(likely, 1, 0.99998047, 0, exact=True).text() != "0.99998"
    alike = comparison.measured(ten, pandas.Series([154.0, 154.0, 154.0 + 1e-9]))
    yield "rounding is an interval, or none is shown", alike.text() != "154 ± <0.1"
    texts = {(12.34, 0.5): "12.34 ± 0.5", (0.03119, 7.1e-5): "0.03119 ± 7.1e-05", (8210, 100): "8210 ± 1e+02", (0, 0): "0 ± 0"}
    for (ours, half), text in texts.items():
        yield "it is not " + text, comparison.Line(ten, 5, ours, half).text() != text
    yield "a clean commit is not", bool(report.unclean(["0123456789ab"]))
    yield "a commit with changes is clean", not report.unclean(["0123456789ab+"])
    yield "two commits are one", not report.unclean(["0123456789ab", "ba9876543210"])
    own = plan.figures_of("NSDI04")
    yield "a paper without one of its figures is whole", not own or plan.is_whole("NSDI04", own[1:])
    yield "a paper without what another's figure has of it is whole", plan.is_whole("NCA06", plan.figures_of("NCA06"))
    yield "a paper that has no figures is whole", plan.is_whole("NOBODY99", own)
    yield "a paper with all of its figures is not whole", not plan.is_whole("NSDI04", [*own, "beyond-store"])
    yield "a paper's figures are not named by the paper", report.shortest([*own, "beyond-store"]) != ["nsdi04", "beyond-store"]
    yield "a paper stands for a part of its figures", report.shortest(own[1:]) != own[1:]
    rising = series([min(second, 60) for second in range(120)])
    yield "a rate that rises has settled", not is_refused(rising, 40, 10)
    yield "a rate that has risen has not settled", is_refused(rising, 60, 10)
    swinging = series([60 + 20 * math.sin(second * math.pi / 10) for second in range(120)])
    yield "half a swing has settled", not is_refused(swinging, 40, 10)
    yield "a whole swing has not settled", is_refused(swinging, 40, 20)
    yield "a steady rate drifts", settling.drift(series([60] * 120), 60) != 0
    # 60 to 119 after 60 s: halves of 74.5 and 104.5, and a mean of 89.5
    growing = series(range(120))
    yield "a rate that rises does not drift", abs(settling.drift(growing, 60) - 30 / 89.5) > 1e-9
    yield "the warm-up drifts", settling.drift(series([0] * 60 + [50] * 60), 60) != 0
    yield "a second has halves", not math.isnan(settling.drift(growing, 119))
    yield "drift beyond the rule is not marked", report.drift(-0.12) != "**-12 %**" or report.drift(0.09) != "+9 %"
    yield "nothing drifts", not math.isnan(settling.drift(series([0] * 120), 60)) or report.drift(math.nan) != "\\-"
    curve = number("curve", -math.inf, math.inf)
    yield "a curve without values is compared", verdict(curve, [0.01, 0.02, 0.01]) != comparison.NOT_COMPARABLE
    yield "a curve has a number", curve.text() != "a curve"
    filling = [(60, min(5 * second, 200)) for second in range(120)]
    yield "queues that fill have settled", not is_refused(filling, 5, 10)


def main():
    found = [text for text, is_wrong in wrong() if is_wrong]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
