# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Frames of dht-storm, thrown over UDP, and over TCP or in packets of the overlay's own transport, at a live peer that
was built with sanitizers."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time

from frame_runs import MEMORY_BOUND, MIB, QUARTERS, Shard, say

# what carries links, and how peers are told
TRANSPORTS = {"tcp": ["--transport=tcp", "--frame-timeout=1s"], "dtl": ["--transport=dtl"]}
PEER, STORM = "test/fuzz/stormed-peer", "test/fuzz/storm"
# a neighbour keeps its connections and its maintenance busy
RING = "--scheme=credit --load=20 --duration=0s --stabilise-interval=100ms".split()
PARTS = 20  # of a storm: between two of them, one looks at the peer
PATIENCE = 30  # seconds for what takes a moment


class Broken(Exception):
    """The peer or the storm has failed; the argument says how."""


class LivePeer:
    """A process of the peer."""

    def __init__(self, build, directory, name, options):
        self.log, self.summary = (os.path.join(directory, name + end) for end in (".log", ".json"))
        environment = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=8:" + os.environ.get("ASAN_OPTIONS", ""))
        command = [os.path.join(build, PEER), "--listen=127.0.0.1:0", *RING, *options, "--summary=" + self.summary]
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def await_words(self, pattern):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.search(pattern, self.said())
            if found:
                return found
            self.check()
            time.sleep(0.05)
        raise Broken("it does not say %s within %d s: see %s" % (pattern, PATIENCE, self.log))

    def check(self):
        status = self.process.poll()
        if status is not None:
            why = re.search(r"ERROR: .*|.*runtime error: .*", self.said())
            raise Broken("it has ended, %s: see %s" % (why.group() if why else "status %d" % status, self.log))

    def memory(self):
        self.check()
        with open("/proc/%d/statm" % self.process.pid, encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def end(self):
        """Its summary."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Broken("it does not end: see %s" % self.log) from None
        why = re.search(r"ERROR: .*|.*runtime error: .*", self.said())
        if status or why:
            raise Broken("at its end, %s: see %s" % (why.group() if why else "status %d" % status, self.log))
        with open(self.summary, encoding="utf-8") as file:
            return json.load(file)

    def kill(self):
        self.process.kill()
        self.process.wait()


def show(transport, done, frames, begin):
    left = (time.monotonic() - begin) / done * (frames - done)
    say("storm over %s: %d of %d frames, about %d:%02d min left" % (transport, done, frames, *divmod(round(left), 60)))


def throw(build, transport, peer, port, frames):
    """The memory of the peer in the course of it, and frames a second."""
    storm = [os.path.join(build, STORM), "--transport=" + transport, "--port=" + port]
    course, begin, done = Shard("storm", frames), time.monotonic(), 0
    course.note(0, peer.memory())
    for part in range(1, PARTS + 1):
        count = frames * part // PARTS - done
        if count:
            command = [*storm, "--frames=%d" % count, "--seed=%d" % part]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode:
                peer.check()
                raise Broken("the storm has ended with status %d: %s" % (run.returncode, run.stderr.strip()[-500:]))
        done += count
        course.note(done, peer.memory())
        show(transport, max(done, 1), frames, begin)
    return course.memory, frames / (time.monotonic() - begin)


def run(build, transport, frames):
    """A line of what came of it, for each thing; Broken if the peer did not stand it."""
    with tempfile.TemporaryDirectory(dir=os.path.join(build, "fuzz"), prefix="storm-") as directory:
        peers = []
        try:
            peers.append(LivePeer(build, directory, "peer", TRANSPORTS[transport]))
            port = peers[0].await_words(r"listening at 127\.0\.0\.1:(\d+)\n")[1]
            peers.append(LivePeer(build, directory, "neighbour", [*TRANSPORTS[transport], "--join=127.0.0.1:" + port]))
            peers[1].await_words("joined")
            memory, rate = throw(build, transport, peers[0], port, frames)
            summary = peers[0].end()
        except Broken as error:
            # what the peer said is kept
            kept = os.path.join(build, "fuzz", "storm-%s.log" % transport)
            os.replace(peers[0].log, kept)
            raise Broken(str(error).replace(peers[0].log, kept)) from None
        finally:
            for peer in peers:
                peer.kill()
    yield "storm over %s on a live peer: %d frames, %.0f a second, resident MiB at start, quarter, half, end: %s" % (
        transport,
        frames,
        rate,
        " ".join("%.1f" % (memory[quarter] / MIB) for quarter in QUARTERS),
    )
    rejected = ", ".join("%s %d" % one for one in summary["limits"]["rejected"].items())
    packets = summary["transport"]["packets_rejected"] if summary["transport"] else 0
    yield "  rejected for %s; packets rejected %d; connections broken %d" % (
        rejected,
        packets,
        summary["limits"]["connections_broken"],
    )
    if transport == "dtl" and not packets:
        raise Broken("it has rejected no packet: the storm did not reach its endpoint")
    if not summary["counters"]["identities_hold"]:
        raise Broken("what the peer counts does not add up")
    growth = memory["end"] - memory["quarter"]
    if growth > MEMORY_BOUND:
        raise Broken("memory grew by %.1f MiB after a quarter, more than %d MiB" % (growth / MIB, MEMORY_BOUND // MIB))
