# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of what real peers record."""

import json
import socket
import subprocess

from recording_runs import ALL

import recording
import tables


def free_ports(count):
    """Ports where nobody listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def real(given):
    """A ring of two real peers: what one forwards is delivered at the other."""
    first, second = ("127.0.0.1:%d" % port for port in free_ports(2))
    common = ["--scheme=none", "--load=40", "--warmup=0s", "--quiet", *ALL]
    lasting = ["--duration=1800ms", "--linger=200ms", "--listen=" + first]
    peers = []
    for name, words in ("a", lasting), ("b", ["--duration=1s", "--listen=" + second, "--join=" + first]):
        files = ["--record=%s.rec" % name, "--summary=%s.json" % name]
        peers.append(subprocess.Popen([given.emu / "dht-peer", *words, *common, *files], cwd=given.scratch))
    assert [peer.wait(timeout=20) for peer in peers] == [0, 0]
    reads = [recording.read(given.scratch / name) for name in ("a.rec", "b.rec")]
    for read, name in zip(reads, "ab"):
        assert read.damage is None and not tables.contradictions(read)
        assert read.end["counters"] == json.loads((given.scratch / (name + ".json")).read_text())["counters"]
        assert read.header["program"] == "dht-peer" and len(list(read.samples())) > 10
    # what is under way when the first recording ends is not in it, the more on a busy machine
    until = min(read.header["unix_time_s"] + read.end["time_ns"] / 1e9 for read in reads) - 0.2
    count = 0
    for mine, other in reads, reversed(reads):
        begin = mine.header["unix_time_s"]
        events = [event for event in mine.events() if begin + event.time_ns / 1e9 < until]
        forwarded = {event.fields["request"] for event in events if event.name == "request_forwarded"}
        delivered = {event.fields["request"] for event in other.events() if event.name == "request_delivered"}
        assert len(forwarded - delivered) < 3, forwarded - delivered
        count += len(forwarded)
    assert count > 5
    # a full disk is no reason to leave the ring
    words = ["--record-interval=1ms", "--record=full.rec", "--duration=1s"]
    limit = "trap '' XFSZ; ulimit -f 2; exec '%s' --listen=%s %s"
    command = limit % (given.emu / "dht-peer", first, " ".join([*common, *words]))
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=given.scratch)
    assert done.returncode == 1 and "--record=full.rec: cannot be written: File too large" in done.stderr, done
    assert json.loads(done.stdout)["counters"]["answered"] > 10


def emulated(given):
    """An emulation records its simulated peers: every one has answers, and the counters are those of the summary."""
    words = "--real=0 --simulated=8 --load=20 --warmup=1s --duration=2s --scheme=credit --lag-limit=10s --quiet".split()
    command = [given.emu / "dht-emulate", *words, *ALL, "--record=run.rec", "--summary=run.json"]
    subprocess.run(command, check=True, cwd=given.scratch)
    read = recording.read(given.scratch / "run.rec")
    counters = json.loads((given.scratch / "run.json").read_text())["simulated"]["counters"]
    assert read.damage is None and read.header["program"] == "dht-emulate" and read.peers == 8
    assert read.end["counters"] == counters and not tables.contradictions(read)
    *_, last = read.samples()
    assert min(last.columns["answered"]) > 0 and sum(last.columns["answered"]) == counters["answered"]
    answered = [event for event in read.events() if event.name == "request_answered"]
    assert len(answered) == counters["answered"]
