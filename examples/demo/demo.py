# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# ./waf demo: congestion collapse and its three cures, in the set-up of COMSNETS09, figure 4.

import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import runs
import schemes

# 128 peers, 600 kbit/s and 20 ms are the defaults of the program
CURVE = [200, 100, 60]  # enough to see the collapse
MORE_LOADS = [300, 70, 30]
NONE_TIMES = {"warmup": "6s", "duration": "8s"}
# as long as each takes to settle; any other scheme, as long as a slow one
TIMES = {"warmup": "20s", "duration": "8s"}
SCHEME_TIMES = {
    "credit": {"warmup": "25s", "duration": "8s"},
    "back-pressure": {"warmup": "8s", "duration": "8s"},
}

PUBLISHED = "65-70"


def plan(names):
    """The curve without congestion control, then the schemes, then more of the curve."""
    yield from (without(load) for load in CURVE)
    for scheme in names:
        if scheme != schemes.NONE:
            yield runs.Run(scheme, {"scheme": scheme, **SCHEME_TIMES.get(scheme, TIMES)})
    yield from (without(load) for load in MORE_LOADS)


def without(load):
    return runs.Run("none-%d" % load, {"scheme": schemes.NONE, "load": load, **NONE_TIMES})


def run(top, build, jobs, options):
    out = pathlib.Path(top, "out", "demo")
    examples = pathlib.Path(build, "examples")
    planned = list(plan(schemes.names(examples / "collapse")))
    curve = {without(load).name for load in CURVE}
    ended = {}

    def show(one, say):
        ended[one.name] = summary = json.loads(one.summary(out).read_text())
        say(row(summary))
        if one.name in curve and curve <= ended.keys():
            say("the curve: %s" % draw(examples / "collapse-figure", curve, out))

    print(HEAD, flush=True)
    if runs.run_all(examples / "collapse", planned, out, jobs, keep=True, ended=show):
        return 1
    print("Rates are per peer. Published (COMSNETS09, figure 4): collapse sets in at %s," % PUBLISHED)
    print("and each of the three schemes holds %s. Marking takes a minute to settle, longer than it runs here:" % PUBLISHED)
    print("with --warmup=60s it holds some 58, see doc/validation.rst.")
    print("picture: %s" % draw(examples / "collapse-figure", ended, out))
    return 0


COLUMNS = "%-14s %9s %8s %8s %8s %13s %9s %12s"
HEAD = "\n".join(
    (
        COLUMNS % ("scheme", "offered", "achieved", "delay", "p99", "retransmitted", "dropped", "outstanding"),
        COLUMNS % ("", "req/s", "req/s", "s", "s", "%", "%", "requests"),
    )
)


def row(summary):
    r = summary["results"]
    scheme = summary["options"]["scheme"]
    return COLUMNS % (
        scheme,
        "%.1f" % r["offered"] if scheme == schemes.NONE else "unlimited",
        "%.1f" % r["achieved"],
        seconds(r["delay_s"]["mean"]),
        seconds(r["delay_s"]["p99"]),
        "%.3f" % r["retransmitted_percent"],
        "%.2f" % r["dropped_percent"],
        "%.1f" % r["outstanding_mean"],
    )


def seconds(delay):
    return "-" if delay is None else "%.2f" % delay


def draw(program, names, out):
    """Draw these runs; returns the picture, or why there is none."""
    if not shutil.which("gnuplot"):
        return "none, as gnuplot is not installed"
    script = out / "collapse.plt"
    files = [str(out / (name + ".json")) for name in sorted(names)]
    subprocess.run([program, "--output=%s" % script, *files], check=True)
    subprocess.run(["gnuplot", script.name], cwd=out, check=True)
    return script.with_suffix(".png")
