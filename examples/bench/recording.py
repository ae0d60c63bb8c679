# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What a recording costs: runs of a program with --record and without, in turn, so that ratios hold on a machine whose
speed varies. Prints the median of the ratios of the CPU times, and the recording's bytes per peer and simulated second."""

import argparse
import dataclasses
import json
import pathlib
import shlex
import statistics
import subprocess
import tempfile

# what doc/recording.rst has
COMMANDS = [
    "collapse --peers=128 --load=120 --warmup=3s --duration=5s --scheme=marking",
    "collapse --peers=128 --load=120 --warmup=3s --duration=3s --scheme=none",
    "collapse --peers=128 --load=40 --warmup=3s --duration=5s --scheme=marking",
    "million --peers=128 --load=60 --warmup=5s --duration=20s --model=m1 --scheme=marking",
    "million --peers=128 --load=60 --warmup=5s --duration=20s --model=m1 --scheme=marking --record-queues",
    "million --peers=128 --load=60 --warmup=5s --duration=20s --model=m1 --scheme=marking --record-interval=200ms",
]
ROW = "%-108s %8s %14s %12s"


@dataclasses.dataclass
class Cost:
    """Of a command: CPU times with a recording over those without, a ratio for each round, and the recording's size."""

    command: str
    ratios: list
    bytes_per_peer_second: float


def measure(command, programs, rounds, scratch):
    """Run a command with a recording and without, in turn."""
    program, *words = shlex.split(command)
    plain = [word for word in words if not word.startswith("--record")]
    file = scratch / "run.rec"
    ratios = []
    for _ in range(rounds):
        without = _summary([programs / program, *plain], scratch)
        recorded = _summary([programs / program, *words, "--record=%s" % file], scratch)
        if recorded["counters"] != without["counters"]:
            raise SystemExit("%s: a recording changes what is simulated" % command)
        ratios.append(recorded["run"]["cpu_s"] / without["run"]["cpu_s"])
    peer_seconds = int(recorded["options"]["peers"]) * recorded["run"]["simulated_s"]
    return Cost(command, ratios, file.stat().st_size / peer_seconds)


def _summary(command, scratch):
    file = scratch / "run.json"
    subprocess.run([*command, "--quiet", "--summary=%s" % file], check=True)
    return json.loads(file.read_text())


def show(costs):
    """Print the costs, a line each."""
    print(ROW % ("a recording's cost, median of %d rounds" % len(costs[0].ratios), "CPU time", "from..to", "bytes/peer/s"))
    for cost in costs:
        percent = [100 * ratio for ratio in sorted(cost.ratios)]
        spread = "%.0f..%.0f %%" % (percent[0], percent[-1])
        size = "%.0f" % cost.bytes_per_peer_second
        print(ROW % (cost.command, "%.0f %%" % statistics.median(percent), spread, size))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", nargs="*", help="programs with their options, each in quotes (those of the page)")
    parser.add_argument("--build", default="build", type=pathlib.Path, help="where the programs were built (build)")
    parser.add_argument("--rounds", default=10, type=int, help="pairs of runs of each command (10)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        programs = given.build / "examples"
        commands = given.command or COMMANDS
        show([measure(command, programs, max(given.rounds, 1), pathlib.Path(scratch)) for command in commands])


if __name__ == "__main__":
    main()
