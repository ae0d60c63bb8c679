# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks that ./waf demo measures what has settled, by references of the same set-ups, message by message.

    demo-windows.py PROGRAMS DIRECTORY    exit status 1: some window has not settled, or an early one is taken for settled
"""

import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(TOP / "examples" / name) for name in ("demo", "workflow")]

import demo
import runs
import settling

SCHEMES = ["credit", "back-pressure", "marking"]
SECONDS = 120
# of the demo's runs, those that do not settle within a second or two
SLOW = ["none-70", *SCHEMES]
# Windows that must be refused: queues that still fill, credits that are still too few, a part of a swing, and a rate that
# still rises from where it begins by default.
PLANTED = [
    (demo.without(70), "6s", "8s"),
    (runs.Run("credit", {"scheme": "credit"}), "10s", "8s"),
    (runs.Run("marking", {"scheme": "marking", "ns3::DhtMarking::InitialRate": "50"}), "20s", "4s"),
    (runs.Run("marking-from-5", {"scheme": "marking"}), "20s", "8s"),
]


def reference(one, program, directory):
    """What a run of the demo does from its beginning on."""
    options = {"load": 0} | one.options | {"model": "link", "peers": 128, "warmup": "0s", "duration": "%ds" % SECONDS}
    file = directory / (one.name + ".csv")
    command = [program, "--quiet", "--series=%s" % file, *("--%s=%s" % option for option in options.items())]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return settling.read(file)


def refusal(name, series, warmup, duration):
    """Why a window is refused, or nothing."""
    try:
        settling.check(name, series, runs.number(warmup), int(runs.number(duration)))
    except settling.Unsettled as error:
        return str(error)
    return ""


def main():
    programs, directory = map(pathlib.Path, sys.argv[1:])
    planned = [one for one in demo.plan(SCHEMES) if one.name in SLOW]
    series = {one.name: reference(one, programs / "million", directory) for one in [*planned, PLANTED[-1][0]]}
    wrong = [refusal(one.name, series[one.name], one.options["warmup"], one.options["duration"]) for one in planned]
    for one, warmup, duration in PLANTED:
        if not refusal(one.name, series[one.name], warmup, duration):
            wrong.append("%s: a window of %s from %s on is taken for settled" % (one.name, duration, warmup))
    wrong = [text for text in wrong if text]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
