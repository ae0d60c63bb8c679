# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Runs that recordings are made of, and how a recording is read."""

import collections
import json
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "examples/recording"))

import recording

# 8 peers under more than they can carry, all of whose requests are followed
COLLAPSE = "--peers=8 --load=200 --rate=300kbps --warmup=1s --duration=3.33s --quiet".split()
# by scheme: what makes that happen which it is to have
EVENTS = {
    "none": (["--ns3::DhtPeerApplication::RequestLifetime=2s"], ["drop", "given_up", "request_given_up"]),
    "marking": (["--ns3::DhtMarking::Threshold=0.1", "--ns3::DhtMarking::InitialRate=100"], ["mark"]),
    "credit": (
        ["--ns3::DhtCredit::MaximumTimeout=0.5", "--ns3::DhtCredit::InitialTimeout=0.5"],
        ["timeout", "retransmission", "request_retransmitted"],
    ),
}
MILLION = "--peers=16 --load=200 --warmup=1s --duration=2.02s --model=m1 --quiet".split()
# a store at each level, and over each transport
STORE = "--peers=32 --blocks=30 --concurrent=4 --quiet".split()
STORES = {
    "messages": ["--gets=40", "--down=20"],
    "replaced": ["--duration=100s", "--session=300s"],
    "packets": ["--gets=40", "--level=packets"],
    "tcp": ["--gets=40", "--level=packets", "--transport=tcp", "--scheme=none"],
    "dtl": ["--gets=40", "--level=packets", "--transport=dtl", "--scheme=none"],
}
FLOWS = ["--flows=dtl:0/1;1,tcp@2-9", "--rate=1Mbps", "--duration=12s", "--warmup=4s", "--loss=1", "--quiet"]
ALL = ["--record-requests=1"]
QUEUES = ["--record-queues"]
NO_QUEUES = ["--record-queues=false"]


def run(given, program, *words, **arguments):
    """A program that ends well, or raises."""
    command = [given.examples / program, *words]
    return subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True, cwd=given.scratch, **arguments)


def record(given, program, *words, name="run"):
    """A run with its recording and summary."""
    file = given.scratch / (name + ".rec")
    summary = given.scratch / (name + ".json")
    run(given, program, "--record=%s" % file, "--summary=%s" % summary, *words)
    read = recording.read(file)
    assert read.damage is None, read.damage
    return read, json.loads(summary.read_text())


def events_of(read):
    """Events by their kind, and how many each peer has of each kind."""
    events = collections.defaultdict(list)
    for event in read.events():
        events[event.name].append(event)
    return events, {name: collections.Counter(event.peer for event in some) for name, some in events.items()}
