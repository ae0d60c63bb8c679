# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the fuzzers, each of which tries a number of frames in several processes at once."""

import os
import re
import subprocess
import sys
import threading
import time

# the share of all frames that each fuzzer tries, the bytes of an input at the most, and what a frame takes, compared
# with a datagram; the slowest comes first
FUZZERS = {
    "maintenance": (0.03, 1000, 14),
    "storage": (0.02, 800, 14),
    "transport": (0.05, 800, 14),
    "deframer": (0.25, 2048, 3),
    "payload": (0.05, 4096, 1),
    "datagram": (0.6, 512, 1),
}
PROGRAM = "test/fuzz/fuzz-%s"
# leaks are looked for as it runs; an input is a finding, too, if it takes 10 s or 1 GiB
OPTIONS = ["-print_final_stats=1", "-timeout=10", "-rss_limit_mb=1024"]
# from a quarter of a run, when the corpus and the sanitizers' own memory have nearly grown up, to its end
MEMORY_BOUND = 32 * 2**20
QUARTERS = ("start", "quarter", "half", "end")
MIB = 2**20


def say(text):
    """How far it is: on a terminal, in place of what was said before."""
    on_terminal = sys.stderr.isatty()
    print("\r%s  " % text if on_terminal else text, end="" if on_terminal else "\n", file=sys.stderr, flush=True)


class Shard:
    """A process: how many of its frames it has tried, and its memory at the start and after each quarter."""

    def __init__(self, name, frames):
        self.name, self.frames, self.done, self.begin, self.end = name, frames, 0, None, None
        self.memory = {}

    def note(self, done, memory):
        self.done = done
        for quarter, share in zip(QUARTERS, (0, 0.25, 0.5, 1)):
            if done >= share * self.frames:
                self.memory.setdefault(quarter, memory)

    def seconds(self):
        return 0 if self.begin is None else (self.end or time.monotonic()) - self.begin


class FrameRuns:
    """All runs of a ./waf fuzz."""

    def __init__(self, top, build, frames, jobs, children):
        self.top, self.directory, self.build, self.children = top, os.path.join(build, "fuzz"), build, children
        self.jobs, self.lock, self.said, self.findings = jobs, threading.Lock(), 0, []
        self.shards = [
            Shard(name, max(1, round(frames * share / jobs)))
            for name, (share, _, _) in FUZZERS.items()
            for _ in range(jobs)
        ]

    def inputs(self, name):
        """Directories of inputs: the corpus, which grows, and what is given."""
        given = [os.path.join(self.directory, "seeds", name), os.path.join(self.top, "test/fuzz/found", name)]
        return [os.path.join(self.directory, "corpus", name), *filter(os.path.isdir, given)]

    def run(self, shard):
        number = [one for one in self.shards if one.name == shard.name].index(shard)
        inputs, found = self.inputs(shard.name), os.path.join(self.directory, "found")
        for path in (inputs[0], found):
            os.makedirs(path, exist_ok=True)
        program = os.path.join(self.build, PROGRAM % shard.name)
        command = [program, *OPTIONS, "--frames=%d" % shard.frames, "-max_len=%d" % FUZZERS[shard.name][1]]
        command += ["-artifact_prefix=%s/%s-" % (found, shard.name), *inputs]
        # what was freed is not kept for long: memory that grows is a leak then
        environment = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=8:" + os.environ.get("ASAN_OPTIONS", ""))
        log = os.path.join(self.directory, "%s-%d.log" % (shard.name, number))
        shard.begin = time.monotonic()
        with open(log, "w", encoding="utf-8") as file:
            process = self.children.start(command, env=environment, stdout=subprocess.PIPE, stderr=file, text=True)
        for line in process.stdout:
            self.note(shard, line)
        status = self.children.wait(process)
        shard.end = time.monotonic()
        self.judge(shard, status, log, program)

    def note(self, shard, line):
        found = re.fullmatch(r"(\d+) frames (\d+) bytes\n", line)
        with self.lock:
            if found:
                shard.note(int(found[1]), int(found[2]))
            if time.monotonic() >= self.said + (1 if sys.stderr.isatty() else 30):
                self.said = time.monotonic()
                self.show()

    def show(self):
        done, total = (sum(getattr(one, what) for one in self.shards) for what in ("done", "frames"))
        left = self.seconds_left()
        text = "fuzz: %d of %d frames" % (done, total)
        text += ", about %d:%02d min left" % divmod(round(left), 60) if left else ""
        say(text)

    def seconds_left(self):
        """By the rate of each fuzzer; of one that has not begun, by those that have and what a frame takes."""
        rates = {name: self.rate(name) for name in FUZZERS}
        known = [rate * FUZZERS[name][2] for name, rate in rates.items() if rate]
        if not known:
            return 0
        guess = {name: rate or min(known) / FUZZERS[name][2] for name, rate in rates.items()}
        return sum(max(0, one.frames - one.done) / guess[one.name] for one in self.shards) / self.jobs

    def rate(self, name):
        """Frames a second of a process; 0 as long as it has only begun."""
        of = [one for one in self.shards if one.name == name]
        seconds = sum(one.seconds() for one in of)
        return sum(one.done for one in of) / seconds if seconds > 3 or all(one.end for one in of) else 0

    def judge(self, shard, status, log, program):
        with open(log, encoding="utf-8", errors="replace") as file:
            said = file.read()
        crashes = re.findall(r"Test unit written to (\S+)", said)
        if status != 0 or crashes or shard.done < shard.frames:
            why = re.search(r"what\(\):.*|ERROR: .*|.*runtime error: .*", said)
            finding = "%s: %s\n  see %s" % (shard.name, why.group() if why else "exit status %d" % status, log)
            self.findings.append(finding + "".join("\n  again: %s %s" % (program, crash) for crash in crashes))
            return
        growth = shard.memory["end"] - shard.memory["quarter"]
        if growth > MEMORY_BOUND:
            grown = (shard.name, growth / MIB, MEMORY_BOUND // MIB)
            self.findings.append("%s: memory grew by %.1f MiB after a quarter, more than %d MiB" % grown)

    def report(self):
        yield "%-12s %12s %14s   %s" % ("fuzzer", "frames", "frames/s, all", "resident MiB at start, quarter, half, end")
        for name in FUZZERS:
            of = [one for one in self.shards if one.name == name]
            # the process with the most, at each time
            memory = [max(one.memory.get(quarter, 0) for one in of) / MIB for quarter in QUARTERS]
            numbers = (name, sum(one.done for one in of), self.rate(name) * self.jobs, *memory)
            yield "%-12s %12d %14.0f   %.1f %.1f %.1f %.1f" % numbers
        yield "%-12s %12d" % ("all", sum(one.done for one in self.shards))
