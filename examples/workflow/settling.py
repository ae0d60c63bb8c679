# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""When a ring has settled, and may be measured: one rule for all schemes.

A reference is a run from its very beginning, with its series. What it does in its second half is what it settles to. A
window has settled if its mean rate is near that, and its relay queues, which delay and drops follow. A scheme whose rates
swing satisfies the rule with windows of whole swings, wherever these begin, and with others only by chance: so every
later window of the same length has to satisfy it too.

A ring of more peers than its reference settles later, as a request crosses more queues. The drift of its own window says
whether that was long enough: halves that both satisfy the rule differ by DRIFT at the most.

    settling.py SERIES.csv WARMUP DURATION    exit status 1: a window of so many seconds has not settled
"""

import csv
import math
import sys

# how far the mean rate, and the mean length of the queues, may be from what they are in the second half
RATE, QUEUE = 0.05, 0.2
# a queue that is shorter than so many requests holds nobody up
SHORT_QUEUE = 5
# how far the halves of a window may be apart, as a share of its mean
DRIFT = 2 * RATE


class Unsettled(Exception):
    """A window that must not be measured."""


def read(file):
    """Rate and queue in each second of a run."""
    with open(file, newline="") as stream:
        return [(float(row["achieved"]), float(row["queue"])) for row in csv.DictReader(stream)]


def first(series, duration):
    """The first second from which on each window of `duration` seconds has settled; None if there is none.

    Windows begin in the first half: the second one is what they are compared with.
    """
    half = len(series) // 2
    rate, queue = _means(series[half:])
    found = None
    for begin in reversed(range(half + 1)):
        window = series[begin : begin + duration]
        if len(window) < duration:
            continue
        own_rate, own_queue = _means(window)
        if abs(own_rate - rate) > RATE * rate or abs(own_queue - queue) > max(QUEUE * queue, SHORT_QUEUE):
            break
        found = begin
    return found


def drift(series, warmup):
    """How far the second half of a run's window, which begins at `warmup`, is above the first, over the window's mean.

    Not a number for windows of less than two seconds, or in which nothing was achieved.
    """
    window = series[math.ceil(warmup) :]
    half = len(window) // 2
    mean = _means(window)[0] if half else 0
    if mean == 0:
        return math.nan
    return (_means(window[-half:])[0] - _means(window[:half])[0]) / mean


def check(name, series, warmup, duration):
    """Unsettled if a window is too early, or too short for rates that swing."""
    earliest = first(series, duration)
    if earliest is None:
        raise Unsettled("%s: windows of %d s never settle: take longer ones" % (name, duration))
    if warmup < earliest:
        raise Unsettled("%s: a window of %d s from %d s on has not settled: from %d s on it has" % (name, duration, warmup, earliest))


def _means(window):
    rates, queues = zip(*window)
    return sum(rates) / len(rates), sum(queues) / len(queues)


def main():
    file, warmup, duration = sys.argv[1:]
    try:
        check(file, read(file), float(warmup), int(duration))
    except Unsettled as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
