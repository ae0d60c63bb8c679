# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# ./waf bench: how fast the simulation is. First a race: the same ring on ns-3's stock star of point-to-point
# links, on the access network, and by messages; they run in turn, so that their ratios hold on a machine whose
# speed varies. Then both hosts with more and more peers: speed, memory, and the time that is not simulation. Speeds
# are by CPU time, so that other programs matter less; a simulation is one thread.

import dataclasses
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent), str(HERE.parent / "paper")]

import runs
import outputs

ROUNDS = 3
STAR, ACCESS, MESSAGE = "star", "access", "message"
PROGRAMS = {
    STAR: ("collapse", {"topology": "star"}),
    ACCESS: ("collapse", {"topology": "access"}),
    MESSAGE: ("million", {"model": "link"}),
}
NAMES = {
    STAR: "packets, ns-3's star",
    ACCESS: "packets, access network",
    MESSAGE: "messages",
}
# by how much the star is slower, about
SLOWER = {STAR: 4}
TIMES = {"warmup": "4s", "duration": "6s"}
# an overloaded ring, one that is just not, and a larger one, whose star has a larger router
RACES = {
    "128 peers, load 80": {"peers": 128, "load": 80, **TIMES},
    "128 peers, load 55": {"peers": 128, "load": 55, **TIMES},
    "512 peers, load 40": {"peers": 512, "load": 40, "warmup": "1s", "duration": "1s"},
}
# Loads that are three quarters of what the links could carry, by the logarithm of the number of peers: at the
# packet level, that is just below collapse.
LOADS = {7: 55, 9: 43, 11: 35, 14: 28, 16: 25}
# how long, so that the runs take some seconds
LENGTHS = {
    ACCESS: {7: ("2s", "4s"), 9: ("1s", "1s"), 11: ("1s", "500ms")},
    MESSAGE: {7: ("5s", "15s"), 9: ("2s", "6s"), 11: ("1s", "2s"), 14: ("700ms", "300ms"), 16: ("400ms", "200ms")},
}
# how often it is looked how much memory a run has
LOOK = 0.01


@dataclasses.dataclass
class Step(runs.Run):
    """One run: how it is simulated, and what of."""

    kind: str

    def cost(self):
        expected = runs.expected_million_cost if self.kind == MESSAGE else runs.expected_cost
        return 0.2 + SLOWER.get(self.kind, 1) * expected(self.options)


@dataclasses.dataclass
class Result:
    """What came of it."""

    summary: dict
    elapsed: float
    peak: int

    def speed(self):
        """Simulated seconds in a second of CPU time."""
        return self.summary["run"]["simulated_s"] / self.summary["run"]["cpu_s"]

    def answers(self):
        """Requests answered in a second of CPU time."""
        return self.summary["counters"]["answered"] / self.summary["run"]["cpu_s"]

    def hops(self):
        """Messages that went from peer to peer in a second of CPU time."""
        return self.summary["counters"]["forwarded"] / self.summary["run"]["cpu_s"]

    def outside(self):
        """Seconds before and after the simulation."""
        return max(self.elapsed - self.summary["run"]["wall_s"], 0)


def run(top, build, jobs, options):
    out = pathlib.Path(top, "out", "bench")
    out.mkdir(parents=True, exist_ok=True)
    races = [_step(kind, name, ring, i) for name, ring in RACES.items() for i in range(ROUNDS) for kind in PROGRAMS]
    ladder = [_step(kind, "2^%d peers" % l, _rung(kind, l)) for kind in LENGTHS for l in LENGTHS[kind]]
    # what a process takes without peers, nearly
    smallest = {kind: _step(kind, "2 peers", _smallest()) for kind in LENGTHS}
    results = _run_all([*races, *ladder, *smallest.values()], pathlib.Path(build, "examples"), out)
    print_race({name: _of_race(name, results) for name in RACES})
    rows = [_row(step, results[step.name], results[smallest[step.kind].name]) for step in ladder]
    print_ladder(rows)
    draw(rows, out / "bench.png")
    print("\nsummaries of the runs, and a picture: %s" % (out / "bench.png"))
    return 0


def _step(kind, name, options, repetition=None):
    _, own = PROGRAMS[kind]
    words = [name, kind] + ([] if repetition is None else [str(repetition + 1)])
    return Step(re.sub(r"\W+", "-", " ".join(words)), {"scheme": "none", **own, **options}, kind)


def _rung(kind, logarithm):
    warmup, duration = LENGTHS[kind][logarithm]
    return {"peers": 1 << logarithm, "load": LOADS[logarithm], "warmup": warmup, "duration": duration}


def _smallest():
    return {"peers": 2, "load": 10, "warmup": "0s", "duration": "1s"}


def _run_all(steps, programs, out):
    results = {}
    progress = runs.Progress(steps)
    for step in steps:
        results[step.name] = measure(step, programs / PROGRAMS[step.kind][0], out)
        progress.update(step, 1.0)
    progress.close()
    return results


def measure(step, program, out):
    """Run it alone."""
    file = step.summary(out)
    start = time.monotonic()
    process = subprocess.Popen([str(program), *step.arguments(), "--quiet", "--summary=%s" % file])
    peak = 0
    try:
        while process.poll() is None:
            peak = max(peak, _peak_memory(process.pid))
            time.sleep(LOOK)
    except BaseException:
        process.terminate()
        raise
    elapsed = time.monotonic() - start
    if process.returncode:
        sys.exit("bench: %s ended with status %d" % (" ".join(process.args), process.returncode))
    return Result(json.loads(file.read_text()), elapsed, peak)


def _peak_memory(pid):
    """The most that a process has had in memory so far, in bytes. (What wait4() tells begins with our own.)"""
    try:
        found = re.search(r"VmHWM:\s*(\d+) kB", pathlib.Path("/proc/%d/status" % pid).read_text())
    except OSError:
        found = None
    return int(found[1]) << 10 if found else 0


# ---- the race


def _of_race(name, results):
    return {kind: [results[_step(kind, name, {}, i).name] for i in range(ROUNDS)] for kind in PROGRAMS}


def print_race(races):
    print("no congestion control, 600 kbit/s, 20 ms, 256-byte requests; one process, median of %d runs" % ROUNDS)
    row = "%-18s %-24s %12s %15s %9s %10s %10s"
    print(row % ("ring", "simulated", "x real time", "answers/CPU s", "events", "achieved", "speed-up"))
    for name, kinds in races.items():
        for kind, found in kinds.items():
            # of the same round, so that both met the machine in the same mood
            ratios = [result.speed() / star.speed() for result, star in zip(found, kinds[STAR])]
            print(
                row
                % (
                    name,
                    NAMES[kind],
                    "%.2f" % statistics.median(result.speed() for result in found),
                    "%.0f" % statistics.median(result.answers() for result in found),
                    "%.2fM" % (found[0].summary["run"]["events"] / 1e6),
                    "%.2f" % found[0].summary["results"]["achieved"],
                    "%.2f" % statistics.median(ratios),
                )
            )


# ---- more and more peers


def _row(step, result, smallest):
    peers = step.options["peers"]
    return {
        "kind": step.kind,
        "peers": peers,
        "load": step.options["load"],
        "achieved": result.summary["results"]["achieved"],
        "hops": result.hops(),
        "bytes": (result.peak - smallest.peak) / peers,
        "outside": result.outside(),
    }


def print_ladder(rows):
    print("\nloads that are just carried; one run each. Messages are those from peer to peer; memory is the peak of the")
    print("process less that of 2 peers; set-up is what the process takes before and after the simulation.")
    row = "%-24s %8s %6s %10s %17s %12s %10s"
    print(row % ("simulated", "peers", "load", "achieved", "messages/CPU s", "bytes/peer", "set-up [s]"))
    for line in rows:
        numbers = [line["peers"], line["load"], "%.2f" % line["achieved"], "%.0f" % line["hops"]]
        print(row % (NAMES[line["kind"]], *numbers, "%.0f" % line["bytes"], "%.2f" % line["outside"]))


def draw(rows, file):
    """Both hosts over the number of peers, in the look of the papers' figures."""
    import plots

    picture, panels = plots.panels(1, 3, width=4.2, height=3.8)
    shown = {"hops": "messages from peer to peer in a CPU second", "bytes": "bytes per peer", "outside": "set-up [s]"}
    colours = {ACCESS: plots.COLOURS["none"], MESSAGE: plots.COLOURS["credit"]}
    for axes, (value, unit) in zip(panels.flat, shown.items()):
        for kind, colour in colours.items():
            points = [line for line in rows if line["kind"] == kind]
            places = [line["peers"] for line in points]
            axes.plot(places, [line[value] for line in points], color=colour, marker="o", label=NAMES[kind])
        axes.set_yscale("log")
        plots.label(axes, "", "peers", unit)
        plots.powers_of_two(axes, [1 << l for l in LOADS])
    panels[0][0].legend()
    picture.suptitle("Speed, memory and set-up of both hosts, at loads that are just carried")
    with outputs.replaced(file) as partial:
        picture.savefig(partial, dpi=130)
