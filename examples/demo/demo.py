# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# ./waf demo: congestion collapse and its three cures, in the set-up of COMSNETS09, figure 4.

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import runs

# 128 peers, 600 kbit/s and 20 ms are the defaults of the program
LOADS = [20, 40, 50, 60, 65, 70, 80, 100]
SCHEMES = ["credit", "back-pressure", "marking"]
NONE_TIMES = {"warmup": "15s", "duration": "20s"}
SCHEME_TIMES = {"warmup": "60s", "duration": "40s"}

PUBLISHED = "65-70"


def plan():
    # the longest first, so that the cores end together
    for scheme in SCHEMES:
        yield runs.Run(scheme, {"scheme": scheme, **SCHEME_TIMES})
    for load in reversed(LOADS):
        yield runs.Run("none-%d" % load, {"scheme": "none", "load": load, **NONE_TIMES})


def run(top, build, jobs, options):
    out = pathlib.Path(top, "out", "demo")
    examples = pathlib.Path(build, "examples")
    planned = list(plan())
    failed = runs.run_all(examples / "collapse", planned, out, jobs)
    if failed:
        return 1
    summaries = {one.name: json.loads(one.summary(out).read_text()) for one in planned}
    print_table(summaries)
    return draw(examples / "collapse-figure", summaries, out)


def print_table(summaries):
    head = "%-14s %8s %9s %8s %8s %13s %9s %12s"
    print(head % ("scheme", "offered", "achieved", "delay", "p99", "retransmitted", "dropped", "outstanding"))
    print(head % ("", "req/s", "req/s", "s", "s", "%", "%", "requests"))
    for name in ["none-%d" % load for load in LOADS] + SCHEMES:
        r = summaries[name]["results"]
        offered = "%.1f" % r["offered"] if name.startswith("none") else "unlimited"
        print(
            "%-14s %9s %8.1f %8.2f %8.2f %13.3f %9.2f %12.1f"
            % (
                summaries[name]["options"]["scheme"],
                offered,
                r["achieved"],
                r["delay_s"]["mean"],
                r["delay_s"]["p99"],
                r["retransmitted_percent"],
                r["dropped_percent"],
                r["outstanding_mean"],
            )
        )
    print("Rates are per peer. Published (COMSNETS09, figure 4): collapse sets in at %s," % PUBLISHED)
    print("and each of the three schemes holds %s." % PUBLISHED)


def draw(program, summaries, out):
    script = out / "collapse.plt"
    files = [str(out / (name + ".json")) for name in sorted(summaries)]
    subprocess.run([program, "--output=%s" % script, *files], check=True)
    if subprocess.run(["gnuplot", script.name], cwd=out).returncode != 0:
        print("gnuplot could not draw %s" % script, file=sys.stderr)
        return 1
    print("picture: %s" % script.with_suffix(".png"))
    return 0
