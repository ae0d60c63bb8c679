#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A ring of real peers on loopback, left alone for a while and then harmed: what becomes of its throughput and answers.

    hostile-ring.py                                    sixteen peers; one deaf, one lying and one flooding come
    hostile-ring.py --scheme all --against stop        one of them is stopped, once with each scheme

Throughput is of the peers that were honest and there all the time, and its usual rate what they answered when they were
left alone, --load of each at the most: "share" is of all that was answered, "in time" without what was answered late,
beyond the usual rate; "below half" is for how long the rate was less than half the usual one,
seen by a mean over a second. Lookups from outside, for keys that honest peers
own, are judged by a ring that is drawn from the ids of all. Exit status: 0 done, 1 less than --least-share or
--least-right, or it failed, 2 a wrong option.
"""

import argparse
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "helper" / "shared")]

import outputs  # noqa: E402
from attacks.aim import duration_of, number_of, rate_of  # noqa: E402
from trials.processes import Failed  # noqa: E402
from trials.trial import FAILURES, FLOODS, MEMBERS, Trial  # noqa: E402

TOP = HERE.parent.parent
SCHEMES = ("none", "back-pressure", "credit", "marking", "ferry")
KINDS = (*MEMBERS, *FLOODS, *FAILURES)


def kinds_of(text):
    """A list of what there is, each at any number of times."""
    kinds = text.split(",") if text else []
    for kind in kinds:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError("%s: allowed are %s" % (kind, ", ".join(KINDS)))
    if sum(kind in FAILURES for kind in kinds) > 1:
        raise argparse.ArgumentTypeError("%s: stop or kill, and once" % text)
    return kinds


def share_of(text):
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("%s: allowed are 0 to 1" % text)
    return value


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--scheme", choices=[*SCHEMES, "all"], default="credit", help="of the honest peers (credit)")
    against = "of %s (deaf,liar,query-flood)" % ", ".join(KINDS)
    add("--against", type=kinds_of, default=kinds_of("deaf,liar,query-flood"), metavar="KIND,...", help=against)
    add("--peers", type=number_of(4, 64), default=16, metavar="NUMBER", help="honest ones, 4 to 64 (16)")
    add("--load", type=rate_of, default=20, metavar="NUMBER", help="requests a second of each (20)")
    add("--settle", type=duration_of, default=8, metavar="TIME", help="from the last one's joining until that (8s)")
    add("--alone", type=duration_of, default=10, metavar="TIME", help="how long they are left alone (10s)")
    add("--duration", type=duration_of, default=30, metavar="TIME", help="how long they are harmed (30s)")
    add("--lookups", type=number_of(0, 100000), default=320, metavar="NUMBER", help="in each of both (320)")
    add("--least-share", type=share_of, default=0, metavar="SHARE", help="of the throughput that has to be kept (0)")
    add("--least-right", type=share_of, default=0, metavar="SHARE", help="of the answers that have to be right (0)")
    add("--json", type=pathlib.Path, metavar="FILE", help="for all results, with time series")
    add("--program", type=pathlib.Path, default=TOP / "build/emu/dht-peer", metavar="FILE", help="the peer")
    add("--peer-option", action="append", default=[], metavar="--NAME=VALUE", help="for each honest peer")
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error("there is no %s: ./waf build makes it" % options.program)
    return options


def right(answers):
    return answers.get("right", 0) / max(1, sum(answers.values()))


def row(result):
    answers = [
        "%d/%d" % (result[when].get("right", 0), sum(result[when].values()))
        for when in ("answers_alone", "answers_harmed")
    ]
    numbers = [result["alone"], result["harmed"], 100 * result["share"]]
    numbers += [100 * result["share_in_time"], 100 * result["least_share_of_a_peer"]]
    return "%-14s %9.1f %9.1f %7.1f %% %7.1f %% %9.1f %% %9.1f s %10s %10s" % (
        result["scheme"], *numbers, result["seconds_below_half"], *answers)


def main():
    options = parse()
    schemes = SCHEMES if options.scheme == "all" else [options.scheme]
    print("%d peers, %g requests/s each; against: %s" % (options.peers, options.load, ", ".join(options.against)))
    head = ("scheme", "alone", "harmed", "share", "in time", "least peer", "below half", "right", "harmed")
    print("%-14s %9s %9s %9s %9s %11s %11s %10s %10s" % head, flush=True)
    results, fine = [], True
    for scheme in schemes:
        with tempfile.TemporaryDirectory() as directory:
            try:
                results.append(Trial(options, scheme, pathlib.Path(directory)).run())
            except Failed as error:
                print("hostile-ring.py: %s" % error, file=sys.stderr)
                return 1
        print(row(results[-1]), flush=True)
        enough = results[-1]["share"] >= options.least_share
        fine = fine and enough and right(results[-1]["answers_harmed"]) >= options.least_right
    if options.json:
        try:
            outputs.write(options.json, json.dumps(results, indent=2) + "\n")
        except OSError as error:
            print("hostile-ring.py: %s" % error, file=sys.stderr)
            return 1
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
