# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# ./waf test: runs googletest's program in parts, on all cores; beside them, in lanes of their own and with a higher
# priority, the checks that live in real time: another process must not make those late, and most of the time they only
# wait. Any of these that fails is run again, alone, and has to hold there; the totals say how many did so.

import collections
import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "helper" / "shared"))

from children import Children

# What the names of suites contain that have processes, sockets and network namespaces: lanes, which run side by side. A
# suite belongs to the first lane that has its name. The first has the machine's namespaces; both take as long.
LANES = (
    ("Emulation", "NetworkNamespaces", "RealStore"),
    ("Real", "HostilePeer", "ExamplePeer", "ExampleReceiver", "PeerMetrics", "PeerOption", "PeerPages", "PublicAddress", "ServeTest")
    + ("Storm", "UdpBatches"),
)
# So many parts a core that the cores end together.
PARTS_PER_CORE = 8
# How much the others give way to those in real time: a tenth of what these get, if both want a core.
NICE = 10
# So many of the slowest checks are named at the end, of those that took as many seconds.
NAMED, SLOW = 25, 5
# One of ns-3's suites, a check of it that fails at once where its input is missing, some that pass at once, and how
# long it may take to say so, in seconds.
SUITE = "dht-cc-programs"
FAILING = "CoordinatesProgramTest.HostsOfPlanetLabArePredictedWithinATenth"
FAILURE = {"DHT_CC_PLANETLAB": "no such file"}
PASSING = "*BadCoordinatesOptionTest*"
SUITE_LIMIT = 300


def run(program, jobs, names):
    """Run these checks of program: their outcomes, a Counter of passed, failed and skipped."""
    program = pathlib.Path(program)
    lanes = [[name for name in names if lane_of(name) == lane] for lane in range(len(LANES))]
    lanes = list(filter(None, lanes))
    others = [name for name in names if lane_of(name) is None]
    count = min(jobs * PARTS_PER_CORE, len(others)) if jobs > 1 else 1
    parts = [others[part::count] for part in range(count)] if others else []
    outcomes = collections.Counter()
    seconds = {}
    children = Children()
    begin = time.monotonic()

    def add(report, what):
        outcomes.update(report.outcomes)
        seconds.update(report.seconds)
        if report.remarks():
            print(report.remarks(), flush=True)
        line = "%s: %s, %d s" % (what, closing_line(outcomes), time.monotonic() - begin)
        print(line, file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(max(jobs, 1) + len(lanes)) as pool:
        try:
            futures = {}
            for lane, chosen in enumerate(lanes, 1):
                future = pool.submit(run_part, program, "real-time-%d" % lane, chosen, children)
                futures[future] = "lane %d of %d in real time" % (lane, len(lanes))
            for part, chosen in enumerate(parts, 1):
                future = pool.submit(run_part, program, str(part), chosen, children, gives_way=bool(lanes))
                futures[future] = "part %d of %d" % (part, len(parts))
            late = []
            for future in concurrent.futures.as_completed(futures):
                report = future.result()
                # without others, all were alone already
                late += [name for name in report.failed() if lane_of(name) is not None] if len(futures) > 1 else []
                add(report, futures[future])
            if late:
                outcomes["failed"] -= len(late)
                print("again, alone: %s" % " ".join(late), flush=True)
                again = run_part(program, "again", late, children)
                outcomes["late"] += again.outcomes["passed"]
                add(again, "those again")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            children.stop()
            raise
    for line in slowest(seconds):
        print(line, file=sys.stderr, flush=True)
    return outcomes


def slowest(seconds):
    """Where the time goes: lines of the checks that took longest, by the wall clock."""
    slow = sorted(((took, name) for name, took in seconds.items() if took >= SLOW), reverse=True)
    return ["%s took %.1f s" % (name, took) for took, name in slow[:NAMED]]


def lane_of(name):
    """The number of the lane of a check that lives in real time; None of any other."""
    suite = name.split(".")[0]
    return next((lane for lane, words in enumerate(LANES) if any(word in suite for word in words)), None)


class NoCheck(Exception):
    """A part of a pattern that no check matches."""


def list_checks(program, pattern):
    """The names of all checks that match pattern, "" for all, as SUITE.CHECK; NoCheck if a part of it matches none."""
    for part in pattern.partition("-")[0].split(":") if ":" in pattern else []:
        if part and not list_checks(program, part):
            raise NoCheck(part)
    command = [program, "--gtest_list_tests", "--gtest_filter=" + (pattern or "*")]
    directory = pathlib.Path(program).parent
    text = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, text=True, check=True).stdout
    names = []
    suite = ""
    for line in text.splitlines():
        name = line.split("#")[0].strip()
        if line.startswith("  "):
            names.append(suite + name)
        elif name.endswith("."):
            suite = name
    return names


def run_part(program, part, names, children, gives_way=False):
    """Run some checks in one process, which may give way to others."""
    stem = program.with_name("%s-%s" % (program.name, part))
    # a command line has no room for so many names
    flags = stem.with_suffix(".flags")
    flags.write_text("--gtest_filter=%s\n" % ":".join(names))
    report = stem.with_suffix(".json")
    report.unlink(missing_ok=True)
    command = [program, "--gtest_flagfile=%s" % flags, "--gtest_output=json:%s" % report]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}
    process = children.start(command, cwd=program.parent, **output)
    if gives_way:
        os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
    printed = process.stdout.read()
    found = json.loads(report.read_text()) if report.exists() else {}
    return Report(children.wait(process), printed, found, len(names))


class Report:
    """What a process of checks said, of which there were so many."""

    def __init__(self, status, output, report, count):
        self.output = output
        told = {
            "%s.%s" % (suite["name"], check["name"]): check
            for suite in report.get("testsuites", ())
            for check in suite["testsuite"]
        }
        self.checks = {name: outcome(check) for name, check in told.items()}
        self.seconds = {name: float(check["time"].rstrip("s")) for name, check in told.items()}
        self.outcomes = collections.Counter(self.checks.values())
        # a check may have ended the process, be it with status 0, before it could tell of the others
        lost = count - sum(self.outcomes.values())
        self.crashed = lost > 0 or status not in (0, 1) or status == 1 and not self.outcomes["failed"]
        if self.crashed:
            self.outcomes["failed"] += max(lost, 1)
            self.output += "the checks ended %s\n" % ending(status)

    def failed(self):
        """The names of the checks that failed, of those that the process told of."""
        return [name for name, came in self.checks.items() if came == "failed"]

    def remarks(self):
        """What was printed of checks that failed or were skipped, and where they ended too early, at last."""
        kept, check = [], []
        for line in self.output.splitlines():
            check = [line] if line.startswith("[ RUN ") else check + [line]
            if line.startswith(("[  FAILED  ]", "[  SKIPPED ]")) and check[0].startswith("[ RUN "):
                kept += check
            if line.startswith(("[  FAILED  ]", "[       OK ]", "[  SKIPPED ]")):
                check = []
        return "\n".join(kept + check * self.crashed)


def outcome(check):
    if check.get("failures"):
        return "failed"
    return "passed" if check["result"] == "COMPLETED" else "skipped"


def ending(status):
    return "by " + signal.Signals(-status).name if status < 0 else "with status %d" % status


def closing_line(outcomes):
    line = "%d passed, %d failed" % (outcomes["passed"], outcomes["failed"])
    if outcomes["skipped"]:
        line += ", %d skipped" % outcomes["skipped"]
    if outcomes["late"]:
        line += ", %d only when run again" % outcomes["late"]
    return line


def do_suites_work(runner):
    """Inside ns-3, its suites run every check. Here one of them has only to prove that it does, as ns-3's test.py runs
    it: it runs those that pass, and names one that fails in its report."""

    def run(**environment):
        with tempfile.TemporaryDirectory() as scratch:
            report = pathlib.Path(scratch) / "report"
            command = [runner, "--suite=" + SUITE, "--xml", "--out=%s" % report, "--fullness=EXTENSIVE"]
            environment = {**os.environ, **environment}
            where = {"cwd": pathlib.Path(runner).parent, "env": environment, "timeout": SUITE_LIMIT}
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **where)
            return done.returncode, done.stdout, report.read_text() if report.exists() else ""

    try:
        failed, _, report = run(GTEST_FILTER=FAILING, **FAILURE)
        named = failed and FAILING in report
        status, printed, _ = run(GTEST_FILTER=PASSING)
    except subprocess.TimeoutExpired as error:
        print(error, file=sys.stderr)
        return False
    if not named or status or "[       OK ]" not in printed:
        print("ns-3's suite %s does not do what it should: %s" % (SUITE, report + printed), file=sys.stderr)
        return False
    return True
