# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of what each program records."""

import collections
import csv

from recording_runs import ALL, COLLAPSE, EVENTS, FLOWS, MILLION, NO_QUEUES, QUEUES, STORE, STORES, events_of, record
from recording_contents import check_counters, check_forwarded, check_links, check_samples

import tables


def collapse(given):
    """The packet level: all that happens to requests; samples are those of the series."""
    for scheme, (constants, happens) in EVENTS.items():
        words = ["--scheme=" + scheme, *constants, "--series=series.csv"]
        read, summary = record(given, "collapse", *words, *COLLAPSE, *ALL)
        events, last = check_counters(read, summary)
        assert all(events[name] for name in happens), events.keys()
        assert set(last["state"]) == {2}
        samples = {sample.time_ns: sample for sample in check_samples(read, 50_000_000)}
        with open(given.scratch / "series.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) > 4
        for row in rows:
            now, before = (samples[round(float(row["time_s"]) - back) * 10**9] for back in (0, 1))
            answered = (sum(now["answered"]) - sum(before["answered"])) / read.peers
            assert abs(answered - float(row["achieved"])) < 0.01, (row, answered)
            assert abs(sum(now["queue"]) / read.peers - float(row["queue"])) < 0.01, row


def million(given):
    """The message level."""
    read, summary = record(given, "million", "--scheme=marking", *MILLION, *ALL)
    check_counters(read, summary)
    check_samples(read, 50_000_000)
    assert read.header["peers"]["ids"][1] == "1" + "0" * 39


def churn(given):
    """Peers that come and go: as the trace says that has them do so."""
    joins = [(peer, "join", peer) for peer in range(8)]
    goes = [(14.01, "leave", 2), (15.01, "crash", 5), (20.01, "crash", 7)]
    # who has left may come back, and crash before it has a place
    returns = [(18, "join", 5), (17.03, "join", 2), (17.09, "crash", 2)]
    trace = sorted([*joins, *goes, *returns])
    lines = "".join("%s,%d,%s\n" % (time_s, peer, what) for time_s, what, peer in trace)
    (given.scratch / "trace.csv").write_text("time_s,peer,event\n" + lines)
    words = "--peers=8 --trace=trace.csv --warmup=0s --duration=15s --load=40 --quiet"
    read, summary = record(given, "churn", *words.split(), *ALL)
    assert read.end["counters"] == summary["counters"] and not tables.contradictions(read)
    assert "neighbours" not in read.header["peers"]
    events, _ = events_of(read)
    for kind, late in ("leave", 0), ("crash", 0.05):
        planned = [(peer, time_s) for time_s, what, peer in trace if what == kind]
        seen = [(event.peer, event.time_ns / 1e9) for event in events[kind]]
        assert len(seen) == len(planned)
        for (peer, time_s), (planned_peer, planned_s) in zip(seen, planned):
            assert peer == planned_peer and planned_s <= time_s <= planned_s + late, (kind, seen, planned)
    assert collections.Counter(event.peer for event in events["join"]) == {peer: 1 + (peer == 5) for peer in range(8)}
    samples = {sample.time_ns: sample["state"] for sample in read.samples()}
    assert samples[6_500_000_000] == [2] * 7 + [0]
    assert [samples[time_ns][5] for time_ns in (15_000_000_000, 15_050_000_000, 21_000_000_000)] == [2, 0, 2]


    check_links(read)


def store(given):
    """A store: what the peers have counted is what the summary has, whatever carries blocks."""
    for name, words in STORES.items():
        read, summary = record(given, "store", *STORE, *words)
        assert read.header["what"] == "store" and read.end["counters"] == summary["counters"]
        assert not tables.contradictions(read), tables.contradictions(read)
        assert {"gets", "complete", "puts_ok", "stores_kept", "fetches_here"} < tables.counted(read).keys()
        samples = check_samples(read, 50_000_000)
        last = samples[-1]
        events, _ = events_of(read)
        assert sum(last["complete"]) == sum(event.fields["ok"] for event in events["get"]) > 20
        assert sum(last["puts"]) == len(events["put"]) == 30
        # who was there at first, and is not at the end, has gone
        away = {peer for peer in range(read.peers) if last["state"][peer] < samples[1]["state"][peer]}
        gone = {event.peer for event in events["crash"]}
        assert (len(away) > 0) == (name in ("messages", "replaced")) and away <= gone
        if name == "replaced":
            # a place goes on counting where the peer before has stopped
            assert any(last["puts"][peer] > 0 for peer in gone) and any(last["stores_kept"][peer] > 0 for peer in gone)
        if name in ("tcp", "dtl"):
            assert {"dropped", "marked"} < last.columns.keys() and events["request_answered"]
            check_forwarded(read, events)
            continue
        assert not {"dropped", "marked"} & last.columns.keys() and "neighbours" not in read.header["peers"]
        delays = collections.Counter()
        for event in events["get"] + events["put"]:
            delays[event.peer] += event.fields["took_us"] * event.fields["ok"]
        ends = max(len(events["get"]), len(events["put"]))
        assert all(0 <= last["delay_us"][peer] - delays[peer] <= ends for peer in range(read.peers))


def flows(given):
    """Flows: from samples follows what the summary has of each, and the bottleneck has what has come and not left."""
    read, summary = record(given, "dtl-flows", *FLOWS, "--record-interval=100ms")
    assert read.header["what"] == "flows" and read.header["peers"]["names"] == ["dtl-1", "tcp-1"]
    assert read.end["counters"] == summary["counters"]
    samples = {sample.time_ns: sample for sample in check_samples(read, 100_000_000)}
    begin, end = samples[4 * 10**9], samples[12 * 10**9]
    for flow, result in enumerate(summary["results"]["flows"]):
        received = (end["received"][flow] - begin["received"][flow]) * 8 / 8
        assert abs(received - result["throughput_bps"]) < 1, (flow, received, result)
    drops = [collections.Counter(), collections.Counter()]
    events = [event for event in read.events() if event.name == "drop"]
    for event in events:
        drops[event.fields["reason"]][event.peer] += 1
    assert sum(drops[0].values()) > 10 and sum(drops[1].values()) > 5
    for flow in range(read.peers):
        assert end["dropped"][flow] == drops[0][flow] + drops[1][flow]
        assert end["queue"][flow] == end["issued"][flow] - end["answered"][flow] - drops[0][flow]
        assert end["delay_us"][flow] > 0 and samples[8 * 10**9]["level"][flow] > 1000
    assert max(sum(sample["queue"]) for sample in samples.values()) > 10
    assert [samples[second * 10**9]["state"] for second in (1, 2, 9)] == [[2, 0], [2, 2], [2, 0]]
    assert [samples[second * 10**9]["priority"] for second in (0, 1)] == [[0, 1], [1, 1]]


def queues(given):
    """Queues by neighbour: together they are the peer's queue, and its neighbours are those that it has."""
    for program, words in ("collapse", ["--scheme=none", *COLLAPSE]), ("collapse", ["--scheme=back-pressure", *COLLAPSE]), ("million", MILLION):
        read, _ = record(given, program, *words, *QUEUES)
        neighbours = read.header["peers"]["neighbours"]
        seen = set()
        for sample, queues in zip(read.samples(), read.queues(), strict=True):
            assert queues.time_ns == sample.time_ns
            for peer in range(read.peers):
                lengths = queues.lengths.get(peer, {})
                assert sum(lengths.values()) == sample["queue"][peer], (program, sample.time_ns, peer)
                assert lengths.keys() <= set(neighbours[peer])
                seen.update((peer, neighbour) for neighbour in lengths)
        assert len(seen) > read.peers
        plain, _ = record(given, program, *words, *NO_QUEUES)
        assert list(plain.samples()) == list(read.samples()) and not list(plain.queues())
    queues_of_the_gone(given)


def queues_of_the_gone(given):
    """Who crashes with requests in its queues has none from then on."""
    words = "--peers=8 --load=800 --rate=100kbps --session=4s --downtime=2s --join-time=2s --warmup=3s --duration=10s --scheme=none --quiet"
    read, _ = record(given, "churn", *words.split(), *QUEUES)
    lost, before = 0, [0] * read.peers
    for sample, queues in zip(read.samples(), read.queues(), strict=True):
        for peer, queue in enumerate(sample["queue"]):
            assert sum(queues.lengths.get(peer, {}).values()) == queue, (sample.time_ns, peer)
            lost += before[peer] > 0 and sample["state"][peer] == 0
        before = sample["queue"]
    assert lost > 0


def lock_up(given):
    """A circle of peers that wait for each other is recorded, and that they starve."""
    words = "--scheme=back-pressure --peers=2 --processing=2ms --duration=20s --quiet --ns3::DhtPeerApplication::QueueDiscipline=Shared"
    read, summary = record(given, "collapse", *words.split())
    events, _ = events_of(read)
    cycle = summary["deadlock"]["cycle"]
    assert [(event.peer, event.fields["waits_for"] - 1) for event in events["lock_up"]] == [
        (wait["peer"], wait["waits_for"]) for wait in cycle
    ]
    assert {event.fields["since_ns"] for event in events["lock_up"]} == {summary["deadlock"]["since_s"] * 10**9}
    assert {event.peer for event in events["starvation"]} == {0, 1}
    for event in events["starvation"]:
        assert event.time_ns - event.fields["since_ns"] == read.header["starvation_ns"]
