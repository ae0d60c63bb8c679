# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What holds in every recording."""

import collections

from recording_runs import events_of

import tables


def check_counters(read, summary):
    """The end of a recording is that of its summary, and its events are those that were counted."""
    assert read.end["counters"] == summary["counters"]
    assert not tables.contradictions(read), tables.contradictions(read)
    *_, last = read.samples()
    assert last.time_ns == read.end["time_ns"] == round(summary["run"]["simulated_s"] * 1e9)
    events, by_peer = events_of(read)
    for event, column in {
        "drop": "dropped",
        "mark": "marked",
        "retransmission": "retransmitted",
        "given_up": "given_up",
        "request_given_up": "given_up",
        "request_issued": "issued",
        "request_answered": "answered",
        "request_dropped": "dropped",
        "request_retransmitted": "retransmitted",
    }.items():
        counts = [by_peer.get(event, {}).get(peer, 0) for peer in range(read.peers)]
        assert counts == last[column], (event, counts, last[column])
    assert len(events["timeout"]) >= len(events["retransmission"])
    reasons = collections.Counter(read.header["drop_reasons"][event.fields["reason"]] for event in events["drop"])
    assert {name: reasons[name] for name in read.header["drop_reasons"]} == summary["counters"]["dropped"]
    check_requests(read, events, last)
    return events, last


def check_requests(read, events, last):
    """All requests are followed: each goes from neighbour to neighbour, and takes the time that was counted."""
    issued = {event.fields["request"]: event for event in events["request_issued"]}
    assert len(issued) == len(events["request_issued"])
    delays = collections.Counter()
    for event in events["request_answered"]:
        source = issued[event.fields["request"]]
        assert source.peer == event.peer
        delays[event.peer] += event.time_ns - source.time_ns
    assert [delays[peer] // 1000 for peer in range(read.peers)] == last["delay_us"]
    assert len(events["request_forwarded"]) > 100
    check_forwarded(read, events)
    # in Chord among evenly spaced peers, the number of hops is that of the one bits in the distance
    forwarded = collections.Counter(event.fields["request"] for event in events["request_forwarded"])
    places = {event.fields["request"]: event.peer for event in events["request_delivered"]}
    for event in events["request_answered"]:
        hops = event.fields["hops"]
        distance = (places.get(event.fields["request"], event.peer) - event.peer) % read.peers
        assert hops == bin(distance).count("1") <= forwarded[event.fields["request"]], event


def check_forwarded(read, events):
    """Requests go to neighbours."""
    neighbours = read.header["peers"]["neighbours"]
    for event in events["request_forwarded"]:
        assert event.fields["to"] - 1 in neighbours[event.peer], event


def check_samples(read, interval_ns):
    """Samples are as far apart as was asked for, and counters never decrease."""
    samples = list(read.samples())
    times = [sample.time_ns for sample in samples]
    assert times[:-1] == [number * interval_ns for number in range(len(times) - 1)]
    assert times[-2] <= times[-1] <= times[-2] + interval_ns
    for column in read.header["columns"]:
        if column["kind"] == "counter":
            for before, after in zip(samples, samples[1:]):
                assert all(a <= b for a, b in zip(before[column["name"]], after[column["name"]])), column
    return samples


def check_links(read):
    """Whoever sends something on has a link to where it goes; a peer that is back begins without links."""
    links = collections.defaultdict(set)
    left = set()
    forwarded = 0
    for event in read.events():
        if event.name in ("crash", "leave"):
            left.add(event.peer)
        elif event.name == "link":
            if event.peer in left:
                left.remove(event.peer)
                links[event.peer].clear()
            assert event.fields["to"] not in links[event.peer]
            links[event.peer].add(event.fields["to"])
        elif event.name == "unlink":
            links[event.peer].remove(event.fields["to"])
        elif event.name == "request_forwarded":
            assert event.fields["to"] in links[event.peer], event
            forwarded += 1
    assert forwarded > 100 and all(len(links[peer]) > 1 for peer in (0, 1, 3))
