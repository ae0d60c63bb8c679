# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The processes of an emulation: the emulator and the real peers.

import signal
import subprocess
import time

from . import namespace


class Broken(Exception):
    """Something ended that should run: one line that says what, and where its log is."""


class Process:
    """A program that runs in the background, with a log, a summary and a time series."""

    def __init__(self, name, directory, command):
        self.name = name
        self.log = directory / (name + ".log")
        self.summary = directory / (name + ".json")
        self.series = directory / (name + ".csv")
        for file in (self.summary, self.series):
            for old in directory.glob(file.name + "*"):
                old.unlink()
        command = [*map(str, command), "--quiet", "--summary=%s" % self.summary, "--series=%s" % self.series]
        with open(self.log, "w") as log:
            print(" ".join(command), file=log, flush=True)
            self.popen = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self.was_killed = False

    def runs(self):
        return self.popen.poll() is None

    def tell(self, what):
        if self.runs():
            self.popen.send_signal(what)

    def kill(self):
        """End it at once: that it ended is no failure then."""
        self.was_killed = True
        self.tell(signal.SIGKILL)

    def wait(self, seconds):
        """The exit status; a process that does not end in time is killed."""
        try:
            return self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            return self.popen.wait()

    def last_line(self):
        """The last complete line of the time series, by column; nothing before there is one."""
        # until it is complete, it has another name
        files = list(self.series.parent.glob(self.series.name + "*"))
        text = files[0].read_text() if files else ""
        lines = text[: text.rfind("\n")].split("\n")
        if len(lines) < 2:
            return {}
        return dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))

    def check(self):
        status = self.popen.poll()
        if status and not self.was_killed:
            said = self.log.read_text().strip().split("\n")[-1]
            raise Broken("%s ended with status %d: %s (%s)" % (self.name, status, said, self.log))


class Processes:
    """All of them; whatever happens, none of them outlives this object, nor do the namespaces."""

    def __init__(self, settings):
        self.settings = settings
        self.emulator = None
        self.peers = {}
        self.killed = set()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for process in [*self.peers.values(), *filter(None, [self.emulator])]:
            process.tell(signal.SIGTERM)
        deadline = time.monotonic() + 10
        for process in [*self.peers.values(), *filter(None, [self.emulator])]:
            process.wait(max(0.1, deadline - time.monotonic()))
        namespace.remove(self.settings.namespaces)

    def start_emulator(self, begin, name="emulator", all_simulated=False):
        """Start it; simulated peers begin their requests at the time begin."""
        s = self.settings
        real, simulated = (0, s.guest) if all_simulated else (s.real, s.simulated)
        command = [s.build / "emu" / "dht-emulate", "--real=%d" % real, "--simulated=%d" % simulated]
        command += ["--guests=1", "--namespaces=" + s.namespaces, "--rate=" + s.rate, "--delay=" + s.delay]
        command += ["--lag-limit=%gs" % s.lag_limit]
        command += ["--fifo"] if s.fifo else []
        if simulated:
            # it goes on until it is told to end: peers leave before
            command += ["--duration=%gs" % s.duration, "--linger=3600s"]
            command += ["--scheme=" + s.scheme, "--load=%g" % s.load, "--port=%d" % s.port]
            command += ["--join=" + s.bootstrap, "--join-interval=%gs" % s.join_interval]
            command += ["--start-at=%.3f" % begin, "--warmup=%gs" % s.warmup]
            # these see when their uplinks idle
            command += ["--ns3::DhtPeerApplication::Hold=%d" % s.hold] if s.hold else []
        self.emulator = Process(name, s.out, command)

    def start_peer(self, number, begin):
        """Start a real peer, which begins its requests at the time begin."""
        s = self.settings
        command = ["ip", "netns", "exec", s.namespace(number), s.build / "emu" / "dht-peer"]
        command += ["--listen=" + s.endpoint(number), "--scheme=" + s.scheme, "--load=%g" % s.load]
        command += s.holding
        # as ns-3's peers, whatever this system's default is
        command += ["--tcp=cubic"]
        command += ["--join=" + s.bootstrap] if number else []
        command += ["--start-at=%.3f" % begin, "--warmup=%gs" % s.warmup, "--duration=%gs" % s.duration]
        # until all have measured, and the ring was looked at
        command += ["--linger=3600s"]
        self.peers[number] = Process("peer-%d" % number, s.out, command)

    def kill_some(self, share):
        """Kill a share of the real peers, but not the one that others join through. Their numbers."""
        count = round(len(self.peers) * share / 100)
        step = (len(self.peers) - 1) / count
        numbers = sorted({1 + int(i * step) for i in range(count)})
        for number in numbers:
            self.peers[number].kill()
        self.killed |= set(numbers)
        return numbers

    def living(self):
        """The numbers of the peers that should be in the ring."""
        return [number for number in range(self.settings.guest) if number not in self.killed]

    def check(self):
        """That everything runs that should."""
        self.emulator.check()
        for number in self.living():
            if number in self.peers:
                self.peers[number].check()
