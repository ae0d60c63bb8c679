# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The processes of a trial: honest peers, and those that do harm. None of them outlives the trial."""

import ctypes
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

HOSTILE = pathlib.Path(__file__).resolve().parent.parent / "hostile.py"
PATIENCE = 30  # seconds for what takes a moment


LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def end_with_parent():
    """In a child: whatever ends the trial, ends it, too."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Failed(Exception):
    """A process did not do what it has to; the argument says which, and why."""


class Process:
    """A program that runs in the background, and writes into a directory."""

    def __init__(self, name, directory, command):
        self.name, self.directory, self.was_killed = name, directory, False
        self.out, self.log = directory / (name + ".out"), directory / (name + ".log")
        self.begin = time.time()
        with open(self.out, "w") as out, open(self.log, "w") as log:
            self.popen = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
                preexec_fn=end_with_parent,
            )

    def signal(self, number):
        if self.popen.poll() is None:
            self.popen.send_signal(number)

    def check(self):
        status = self.popen.poll()
        if status is not None and not self.was_killed:
            said = self.log.read_text().strip().split("\n")[-1]
            raise Failed("%s ended with status %d: %s" % (self.name, status, said))

    def end(self):
        """Wait until it has ended as it was told."""
        try:
            self.popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def report(self):
        """What it has printed, in JSON."""
        try:
            return json.loads(self.out.read_text())
        except ValueError:
            return None

    def kill(self):
        self.was_killed = True
        self.popen.kill()
        self.popen.wait()


class HonestPeer(Process):
    """A dht-peer. Its time series is read when it has ended."""

    def __init__(self, number, directory, program, options):
        name = "peer-%d" % number
        self.summary, self.series = directory / (name + ".json"), directory / (name + ".csv")
        files = ["--summary=%s" % self.summary, "--series=%s" % self.series]
        super().__init__(name, directory, [program, *options, *files])

    def says(self, pattern):
        end = time.time() + PATIENCE
        while time.time() < end:
            found = re.search(pattern + r"(.*)\n", self.log.read_text())
            if found:
                return found[1]
            self.check()
            time.sleep(0.02)
        raise Failed("%s: no %s within %d s (%s)" % (self.name, pattern, PATIENCE, self.log))

    def endpoint(self):
        host, _, port = self.says("listening at ").rpartition(":")
        return host.strip("[]"), int(port)

    def lines(self):
        """Of its time series: from when until when, in UNIX time, and requests answered a second."""
        if not self.series.exists():  # it was killed: until it is complete, the file has another name
            unfinished = list(self.directory.glob(self.series.name + ".partial-*"))
            text = unfinished[0].read_text() if unfinished else ""
        else:
            text = self.series.read_text()
        header, *rows = text[: text.rfind("\n") + 1].splitlines() or [""]
        last, lines = 0.0, []
        for row in rows:
            values = dict(zip(header.split(","), map(float, row.split(","))))
            lines.append((self.begin + last, self.begin + values["time_s"], values["achieved"]))
            last = values["time_s"]
        return lines

    def adds_up(self):
        """Whether what it has counted fits together."""
        if not self.summary.exists():
            said = self.log.read_text().strip().split("\n")[-1]
            raise Failed("%s ended with status %s and no summary: %s" % (self.name, self.popen.poll(), said))
        return json.loads(self.summary.read_text())["counters"]["identities_hold"]


def hostile(name, directory, arguments):
    return Process(name, directory, [sys.executable, "-B", HOSTILE, *arguments])


def free_endpoint():
    """On loopback, for TCP and UDP."""
    while True:
        with socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
            tcp.bind(("127.0.0.1", 0))
            try:
                udp.bind(tcp.getsockname())
            except OSError:
                continue
            return tcp.getsockname()
