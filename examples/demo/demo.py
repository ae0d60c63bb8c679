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
import outputs
import schemes

# 128 peers, 600 kbit/s and 20 ms are the defaults of the program
CURVE = [200, 100, 60]  # enough to see the collapse
MORE_LOADS = [300, 70, 30]
# Windows satisfy the rule of settling (workflow/settling.py), which test/programs/demo-windows.py checks. Queues fill slowly
# where little more is offered than the ring carries.
NONE_TIMES = {70: {"warmup": "18s", "duration": "8s"}}
QUICK_TIMES = {"warmup": "4s", "duration": "6s"}
# any other scheme than these takes as long as a slow one
TIMES = {"warmup": "20s", "duration": "15s"}
SCHEME_TIMES = {
    "credit": {"warmup": "42s", "duration": "15s"},
    "back-pressure": {"warmup": "4s", "duration": "8s"},
    # from its usual 5 requests/s on, it would need another 20 s
    "marking": {"warmup": "20s", "duration": "15s", "ns3::DhtMarking::InitialRate": "50"},
}

PUBLISHED = "65-70"
GNUPLOT = "gnuplot"


def plan(names):
    """The curve without congestion control, then the schemes, then more of the curve."""
    yield from (without(load) for load in CURVE)
    for scheme in names:
        if scheme != schemes.NONE:
            yield runs.Run(scheme, {"scheme": scheme, **SCHEME_TIMES.get(scheme, TIMES)})
    yield from (without(load) for load in MORE_LOADS)


def without(load):
    return runs.Run("none-%d" % load, {"scheme": schemes.NONE, "load": load, **NONE_TIMES.get(load, QUICK_TIMES)})


def check(options):
    """Say what is wrong with the options; returns an exit status."""
    if options.into_doc and not shutil.which(GNUPLOT):
        print("demo: --into-doc needs a picture, and %s is not installed" % GNUPLOT, file=sys.stderr)
        return 2
    return 0


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
    print("and each of the three schemes holds %s. doc/validation.rst has the reasons of what differs." % PUBLISHED)
    picture = draw(examples / "collapse-figure", ended, out)
    print("picture: %s" % picture)
    if options.into_doc:
        copy_into_doc(pathlib.Path(top, "doc"), [ended[one.name] for one in planned], picture)
    return 0


def copy_into_doc(doc, summaries, picture):
    """Put the picture and its table where the documentation includes them."""
    shutil.copy(picture, doc / "images")
    commits = sorted({summary["run"]["commit"] for summary in summaries})
    text = "Written by ``./waf demo --into-doc`` from runs of commit ``%s``.\n\n" % ", ".join(commits)
    outputs.write(doc / "demo-measured.inc", text + table(summaries))


def table(summaries):
    """What the picture shows, as RST."""
    text = ".. list-table:: Rates in requests/s/peer\n   :header-rows: 1\n\n"
    head = ["Scheme", "Offered", "Achieved", "Lowest peer", "Mean delay", "Retransmitted", "Dropped"]
    for cells in [head, *map(cells_of, sorted(summaries, key=place))]:
        text += "".join("   %s %s\n" % ("  -" if i else "* -", cell) for i, cell in enumerate(cells))
    return text


def place(summary):
    """In the table: the curve by load, then the schemes."""
    is_scheme = summary["options"]["scheme"] != schemes.NONE
    return is_scheme, 0 if is_scheme else summary["results"]["offered"]


def cells_of(summary):
    r = summary["results"]
    return [
        summary["options"]["scheme"],
        offered(summary),
        "%.1f" % r["achieved"],
        "%.1f" % r["peers"]["least"],
        "%s s" % seconds(r["delay_s"]["mean"]),
        "%.3f %%" % r["retransmitted_percent"],
        "%.2f %%" % r["dropped_percent"],
    ]


COLUMNS = "%-14s %9s %8s %8s %8s %13s %9s %12s"
HEAD = "\n".join(
    (
        COLUMNS % ("scheme", "offered", "achieved", "delay", "p99", "retransmitted", "dropped", "outstanding"),
        COLUMNS % ("", "req/s", "req/s", "s", "s", "%", "%", "requests"),
    )
)


def offered(summary):
    return "%.1f" % summary["results"]["offered"] if summary["options"]["scheme"] == schemes.NONE else "unlimited"


def row(summary):
    r = summary["results"]
    return COLUMNS % (
        summary["options"]["scheme"],
        offered(summary),
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
    if not shutil.which(GNUPLOT):
        return "none, as %s is not installed" % GNUPLOT
    script = out / "collapse.plt"
    files = [str(out / (name + ".json")) for name in sorted(names)]
    subprocess.run([program, "--output=%s" % script, *files], check=True)
    subprocess.run([GNUPLOT, script.name], cwd=out, check=True)
    return script.with_suffix(".png")
