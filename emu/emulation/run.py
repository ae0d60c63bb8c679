# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# One emulation as it goes: the ring forms, peers make requests, some are killed, and somebody watches.

import signal
import statistics
import sys
import time

from . import report, ring
from .observer import Observer
from .processes import Broken

# how many successors of each peer are looked at
SUCCESSORS = 3


class Run:
    """What happens, in order, and what was seen."""

    def __init__(self, settings, processes):
        self.settings = settings
        self.processes = processes
        self.start = time.time()
        self.samples = []
        self.marks = []
        self.findings = []
        self.faults = []
        self.right = self.peers = 0
        self.mending = None
        self.terminal = sys.stderr.isatty()
        self.told = 0

    def go(self):
        s = self.settings
        joined = self.start + 2 + max(s.real, s.simulated) * s.join_interval
        self.begin = joined + s.settle
        self.end = self.begin + s.warmup + s.duration
        self.processes.start_emulator(self.begin)
        self.observer = Observer(s.namespace(s.guest))
        try:
            self.let_join()
            self.form_ring(time.time())
            self.measure()
            self.look_at_ring("at the end")
        finally:
            self.observer.close()
            self.say_nothing_more()
        self.finish()

    # ---- phases

    def let_join(self):
        self.processes.start_peer(0, self.begin)
        # the ring must be there before others, simulated or real, ask for it
        self.wait_until(self.start + 2)
        for number in range(1, self.settings.real):
            self.processes.start_peer(number, self.begin)
            self.wait_until(self.start + 2 + number * self.settings.join_interval)
        self.mark("last peer started")

    def form_ring(self, since):
        """Watch until every peer knows whom it should, or the requests begin."""
        while not self.is_ring_right():
            if time.time() > self.begin:
                self.findings.append("the ring was not complete when the requests began")
                return
            self.wait_until(time.time() + 0.5)
        self.findings.append("ring complete %.1f s after the last peer was started" % (time.time() - since))
        self.mark("ring complete")

    def measure(self):
        s = self.settings
        middle = self.begin + s.warmup + s.duration / 3
        if s.kill or s.restart_emulator:
            self.wait_until(middle)
            if s.kill:
                self.kill()
            if s.restart_emulator:
                self.restart_emulator()
        # simulated peers measure until the emulator ends
        self.wait_until(self.end)
        if s.kill or s.restart_emulator:
            when = [at - self.start for at in (self.begin + s.warmup, middle, self.mending)]
            self.findings.append(report.requests_again(self.samples, *when))

    def kill(self):
        numbers = self.processes.kill_some(self.settings.kill)
        self.mark("%d peers killed" % len(numbers))
        self.recover("%d of %d real peers were killed" % (len(numbers), self.settings.real))

    def restart_emulator(self):
        self.processes.emulator.kill()
        self.processes.emulator.wait(5)
        self.mark("emulator killed")
        self.wait_until(time.time() + 3)
        self.processes.start_emulator(self.begin, "emulator-2")
        self.mark("emulator back")
        self.recover("the emulator was killed, and came back 3 s later")

    def recover(self, what):
        """Watch until lookups of every living peer's key succeed again, and the ring is right again."""
        since = self.mending = time.time()
        lookups = right = None
        while (lookups is None or right is None) and time.time() < self.end - 1:
            if lookups is None and self.share_of_lookups() == 1:
                lookups = time.time() - since
                self.mark("lookups succeed")
            if right is None and self.is_ring_right():
                right = time.time() - since
                self.mark("ring right")
            self.wait_until(time.time() + 0.2)
        text = "%s: lookups of the %d others' keys all succeed after " % (what, len(self.processes.living()))
        text += "%.1f s" % lookups if lookups is not None else "(not within the run)"
        if right is not None:
            text += ", the ring is right after %.1f s" % right
        self.findings.append(text)

    def look_at_ring(self, when):
        """A last look, at every peer's neighbours and fingers."""
        ideal, views = self.look()
        known = self.observer.fingers(ideal)
        for endpoint, view in views.items():
            view.fingers = known[endpoint]
        self.faults = ring.faults(ideal, views, SUCCESSORS)
        right = "right in all %d peers" % len(ideal.peers) if not self.faults else "WRONG: " + "; ".join(self.faults[:5])
        self.findings.append("predecessors, successors and fingers %s: %s" % (when, right))

    def finish(self):
        """All peers leave, then the emulator ends."""
        self.survivors = [number for number in self.processes.living() if number in self.processes.peers]
        peers = [self.processes.peers[number] for number in self.survivors]
        for ended in (peers, [self.processes.emulator]):
            for process in ended:
                process.tell(signal.SIGTERM)
            for process in ended:
                process.wait(10)
        self.emulator_summary = self.processes.emulator.summary

    def simulate_all(self):
        """The same set-up, but that all peers are simulated; in real time, too. What they achieved."""
        s = self.settings
        self.processes.peers = {}
        self.processes.killed = set()
        self.start = time.time()
        self.samples, samples = [], self.samples
        self.begin = self.start + 2 + s.guest * s.join_interval + s.settle
        self.end = self.begin + s.warmup + s.duration
        self.processes.start_emulator(self.begin, "all-simulated", all_simulated=True)
        self.wait_until(self.end + 0.5)
        self.processes.emulator.tell(signal.SIGTERM)
        self.processes.emulator.wait(10)
        self.say_nothing_more()
        self.samples = samples
        summary = report.load(self.processes.emulator.summary)
        # that it was late changes nothing that happens among simulated peers
        if summary is None:
            raise Broken("the simulation of the same ring failed: see %s" % self.processes.emulator.log)
        self.all_simulated = summary["simulated"]

    # ---- what is seen

    def look(self):
        ideal = ring.IdealRing(self.settings.endpoints(self.processes.living()))
        return ideal, self.observer.views(ideal.peers)

    def is_ring_right(self):
        ideal, views = self.look()
        wrong = sum(bool(list(ring.faults_of(ideal, peer, views.get(peer), SUCCESSORS))) for peer in ideal.peers)
        self.peers = len(ideal.peers)
        self.right = self.peers - wrong
        return not wrong

    def share_of_lookups(self):
        """Of the living peers' keys, those for which lookups from another peer end where they should."""
        ideal = ring.IdealRing(self.settings.endpoints(self.processes.living()))
        count = len(ideal.peers)
        # each asks the peer at the other side of the ring
        pairs = [(ideal.peers[(i + count // 2) % count], ring.identity(peer)) for i, peer in enumerate(ideal.peers)]
        found = self.observer.look_up(pairs)
        return sum(found.get(pair) == ideal.responsible(pair[1]) for pair in pairs) / count

    def wait_until(self, when):
        """Wait, and take a sample each second."""
        while True:
            now = time.time()
            if now - self.start >= len(self.samples):
                self.sample(now - self.start)
            if now >= when:
                return
            time.sleep(min(0.1, when - now))

    def sample(self, seconds):
        self.processes.check()
        emulator = self.processes.emulator.last_line()
        peers = [self.processes.peers[n].last_line() for n in self.processes.living() if n in self.processes.peers]
        achieved = [line["achieved"] for line in peers if line]
        self.samples.append(
            {
                "time_s": seconds,
                "real": statistics.fmean(achieved) if achieved else None,
                "simulated": emulator.get("achieved") if self.settings.simulated else None,
                "right": self.right,
                "peers": self.peers,
                "lag_ms": emulator.get("lag_p99_ms"),
            }
        )
        self.tell(self.samples[-1])

    # ---- what is shown

    def mark(self, text):
        self.marks.append((time.time() - self.start, text))

    def tell(self, sample):
        if not self.terminal and sample["time_s"] - self.told < 10:
            return
        self.told = sample["time_s"]
        left = self.end - time.time()
        parts = ["%3.0f s, %.0f s left" % (sample["time_s"], max(0, left))]
        parts.append("ring %d of %d right" % (self.right, self.peers) if self.peers else "peers start")
        for kind in ("real", "simulated"):
            if sample[kind] is not None:
                parts.append("%s %.1f req/s" % (kind, sample[kind]))
        if sample["lag_ms"] is not None:
            parts.append("lag p99 %.2f ms" % sample["lag_ms"])
        text = "; ".join(parts)
        print("\r\033[K" + text if self.terminal else text, end="" if self.terminal else "\n", file=sys.stderr, flush=True)

    def say_nothing_more(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
