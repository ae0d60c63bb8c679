# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# ./waf bench: how fast the simulation is, on its own access network and on ns-3's stock star of
# point-to-point links. Both run in turn, so that their ratio holds on a machine whose speed varies.

import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

PAIRS = 3
TOPOLOGIES = ["access", "star"]
TIMES = ["--warmup=4s", "--duration=6s"]
# by ring: an overloaded one, one that is just not, and a larger one, whose star has a larger router
WORKLOADS = {
    "128 peers, load 80": ["--load=80", *TIMES],
    "128 peers, load 55": ["--load=55", *TIMES],
    "512 peers, load 40": ["--load=40", "--peers=512", "--warmup=1s", "--duration=1s"],
}


def run(top, build, jobs, options):
    out = pathlib.Path(top, "out", "bench")
    out.mkdir(parents=True, exist_ok=True)
    program = pathlib.Path(build, "examples", "collapse")
    results = {}
    steps = len(WORKLOADS) * PAIRS * len(TOPOLOGIES)
    start = time.monotonic()
    for name, workload in WORKLOADS.items():
        for pair in range(PAIRS):
            for topology in TOPOLOGIES:
                summary = measure(program, workload, topology, out / ("%s-%s.json" % (re.sub(r"\W+", "-", name), topology)))
                results.setdefault((name, topology), []).append(summary)
                done = sum(map(len, results.values()))
                show_progress(done, steps, time.monotonic() - start)
    print_table(results)
    return 0


def measure(program, workload, topology, file):
    arguments = ["--scheme=none", *workload, "--topology=" + topology, "--quiet", "--summary=%s" % file]
    subprocess.run([str(program), *arguments], check=True)
    return json.loads(file.read_text())


def show_progress(done, steps, elapsed):
    left = elapsed / done * (steps - done)
    end = "\r\033[K" if done == steps else ""
    text = "%d of %d runs, %d s left" % (done, steps, left)
    if sys.stderr.isatty():
        print("\r\033[K" + text, end=end, file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def speeds(summaries):
    return [s["run"]["simulated_s"] / s["run"]["wall_s"] for s in summaries]


def requests_per_second(summary):
    return summary["counters"]["answered"] / summary["run"]["wall_s"]


def print_table(results):
    print("no congestion control, 600 kbps, 20 ms, 256-byte requests; one process, median of %d runs" % PAIRS)
    row = "%-18s %-8s %14s %16s %12s %12s %10s"
    print(row % ("ring", "network", "x real time", "answers/wall s", "events", "achieved", "speed-up"))
    for name in WORKLOADS:
        star = speeds(results[name, "star"])
        for topology in TOPOLOGIES:
            summaries = results[name, topology]
            ratios = [a / b for a, b in zip(speeds(summaries), star)]
            print(
                row
                % (
                    name,
                    topology,
                    "%.2f" % statistics.median(speeds(summaries)),
                    "%.0f" % statistics.median(map(requests_per_second, summaries)),
                    "%.2fM" % (summaries[0]["run"]["events"] / 1e6),
                    "%.3f" % summaries[0]["results"]["achieved"],
                    "%.2f" % statistics.median(ratios),
                )
            )
