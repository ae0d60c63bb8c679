# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of recordings, for recording-test.cc: short runs of programs, read by the reader of examples/recording."""

import argparse
import collections
import csv
import importlib.util
import json
import os
import pathlib
import random
import socket
import struct
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "examples/recording"))

import recording
import tables

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
        assert (len(away) > 0) == (name in ("messages", "replaced")) and away <= {event.peer for event in events["crash"]}
        if name == "tcp":
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


def harmless(given):
    """A recording changes nothing else, and is the same in each run."""
    small = "--peers=4 --join-time=1s --warmup=1s --duration=5s --load=40 --quiet".split()
    rings = ("collapse", COLLAPSE), ("million", MILLION), ("churn", small), ("store", STORE + STORES["tcp"])
    others = [("store", STORE + STORES[name]) for name in ("messages", "replaced", "packets")] + [("dtl-flows", FLOWS)]
    for program, words in [*rings, *others]:
        more = QUEUES if (program, words) in rings else []
        first = record(given, program, *words, *more, name="first")[1]
        again = record(given, program, *words, *more, name="again")[1]
        run(given, program, *words, "--summary=without.json")
        without = json.loads((given.scratch / "without.json").read_text())
        assert (given.scratch / "first.rec").read_bytes() == (given.scratch / "again.rec").read_bytes()
        for summary in first, again, without:
            summary.pop("host", None)
            for number in "wall_s", "cpu_s", "events":
                del summary["run"][number]
        assert first == again == without


def options(given):
    """Its interval, and which requests are followed; --record-requests=0 follows none."""
    words = ["--record-interval=400ms", "--record-requests=3"]
    read, _ = record(given, "collapse", *COLLAPSE, *words)
    check_samples(read, 400_000_000)
    everyone, _ = record(given, "collapse", *COLLAPSE, *ALL)
    third = {event.fields["request"] for event in read.events() if event.name == "request_issued"}
    whole = {event.fields["request"] for event in everyone.events() if event.name == "request_issued"}
    assert third < whole and 0.2 < len(third) / len(whole) < 0.5
    nothing, _ = record(given, "collapse", *COLLAPSE, "--record-requests=0")
    assert not any(event.name.startswith("request_") for event in nothing.events())


def index(given):
    """A reader that seeks finds what one finds that reads all."""
    read, _ = record(given, "collapse", *COLLAPSE, *QUEUES)
    data = (given.scratch / "run.rec").read_bytes()
    offset, magic = struct.unpack_from("<Q8s", data, len(data) - 16)
    assert magic == recording.TRAILER_MAGIC
    rows = json.loads(payload_at(data, offset, recording.INDEX))["frames"]
    assert [row[0] for row in rows] == [kind for kind, _ in read.frames]
    spans = {recording.SAMPLES: read._samples_in, recording.EVENTS: read._events_in, recording.QUEUES: read._queues_in}
    for kind, offset, first, last in rows:
        times = [item.time_ns for item in spans[kind](payload_at(data, offset, kind))]
        assert (times[0], times[-1]) == (first, last)
        assert last - first < 10**9
    assert len(rows) > 8


def payload_at(data, offset, kind):
    """What is in the frame at that place of a file."""
    found, length, _ = recording.FRAME.unpack_from(data, offset)
    assert found == kind
    return recording.zlib.decompress(data[offset + recording.FRAME.size :][:length])


def broken(given):
    """A file that is cut short or damaged anywhere gives what is before that, and one message."""
    whole, _ = record(given, "collapse", *COLLAPSE, "--record-interval=100ms", *QUEUES)
    whole = [list(items) for items in (whole.samples(), whole.events(), whole.queues())]
    data = (given.scratch / "run.rec").read_bytes()
    chance = random.Random(1)
    places = [*range(30), *(len(data) - 1 - back for back in range(30)), *chance.sample(range(len(data)), 60)]
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1 << chance.randrange(8)
        for bytes_ in data[:place], bytes(flipped):
            check_broken(bytes_, whole)


def check_broken(data, whole):
    try:
        read = recording.Recording(data)
    except recording.NoRecording as error:
        assert str(error)
        return
    assert read.damage
    for items, all_items in zip((read.samples(), read.events(), read.queues()), whole):
        some = list(items)
        assert some == all_items[: len(some)]


def killed(given):
    """A program that is killed leaves all but the last second."""
    file = given.scratch / "killed.rec"
    command = [given.examples / "collapse", "--record=%s" % file, "--quiet", "--duration=1h", "--peers=8"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not file.exists() or file.stat().st_size < 20000:
        assert process.poll() is None
    process.kill()
    process.wait()
    read = recording.read(file)
    assert "killed" in read.damage or "cut short" in read.damage
    assert len(list(read.samples())) % 20 == 0 and list(read.samples())
    described = convert("describe", file)
    assert described.returncode == 1 and str(read.damage) in described.stderr and "scheme    marking" in described.stdout


def refused(given):
    """What cannot be written, and options without effect, are named."""
    for words, status, message in [
        (["--record=/no/such/directory/x"], 2, "--record=/no/such/directory/x: cannot be written: No such file"),
        (["--record=/tmp"], 2, "--record=/tmp: is a directory"),
        (["--record=x", "--summary=x"], 2, "--record=x: is another output's file too"),
        (["--record-interval=1s"], 2, "--record-interval"),
        (["--record=x", "--record-interval=0s"], 2, "--record-interval"),
        (["--record=/dev/full"], 1, "--record=/dev/full: cannot be written: No space left"),
    ]:
        for program in "collapse", "million", "churn", "store", "dtl-flows":
            command = [given.examples / program, *words, "--quiet"]
            done = subprocess.run(command, capture_output=True, text=True, cwd=given.scratch)
            assert done.returncode == status and message in done.stderr and done.stderr.count("\n") == 1, done
    # a disk that is full later
    limit = "trap '' XFSZ; ulimit -f 4; exec '%s' --record=full.rec --summary=full.json %s"
    command = limit % (given.examples / "collapse", " ".join(COLLAPSE))
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=given.scratch)
    assert done.returncode == 1 and "--record=full.rec: cannot be written: File too large" in done.stderr, done
    assert recording.read(given.scratch / "full.rec").damage


def convert(*words):
    """The command of examples/recording."""
    command = [sys.executable, "-B", TOP / "examples/recording/tables.py", *words]
    return subprocess.run(command, capture_output=True, text=True)


def converted(given):
    """Tables as CSV and Parquet."""
    read, summary = record(given, "collapse", "--scheme=none", *COLLAPSE, *QUEUES)
    file = given.scratch / "run.rec"
    done = convert("csv", file, given.scratch / "tables")
    assert done.returncode == 0, done
    with open(given.scratch / "tables/samples.csv", newline="") as text:
        rows = list(csv.DictReader(text))
    last = rows[-read.peers :]
    assert sum(int(row["answered"]) for row in last) == summary["counters"]["answered"]
    assert len(rows) == read.peers * len(list(read.samples()))
    assert [row["peer"] for row in last] == [str(peer) for peer in range(read.peers)]
    with open(given.scratch / "tables/events.csv", newline="") as text:
        drops = [row for row in csv.DictReader(text) if row["event"] == "drop"]
    assert len(drops) == sum(summary["counters"]["dropped"].values())
    with open(given.scratch / "tables/queues.csv", newline="") as text:
        rows = list(csv.DictReader(text))
    end = [int(row["queue"]) for row in rows if row["time_s"] == rows[-1]["time_s"]]
    assert sum(end) == sum(list(read.samples())[-1]["queue"]) > 0
    check_parquet(given, file)
    done = convert("describe", file)
    assert done.returncode == 0 and "counters  as in the summary" in done.stdout, done
    done = convert("describe", TOP / "README.md")
    assert done.returncode == 2 and "is no recording" in done.stderr and done.stderr.count("\n") == 1, done


def check_parquet(given, file):
    """Tables as Parquet say what those in CSV say; without the libraries, one line says what to install."""
    done = convert("parquet", file, given.scratch / "tables")
    if not all(map(importlib.util.find_spec, ("pandas", "pyarrow"))):
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done
        assert "pip install pandas -r" in done.stderr and "requirements.txt" in done.stderr, done
        return
    assert done.returncode == 0, done
    import pandas

    for name in tables.tables_of(recording.read(file)):
        parquet = pandas.read_parquet(given.scratch / "tables" / (name + ".parquet"))
        # integers that may be missing are integers here, too
        text = pandas.read_csv(given.scratch / "tables" / (name + ".csv"), dtype=parquet.dtypes.to_dict())
        assert len(text) > 10, name
        pandas.testing.assert_frame_equal(parquet, text)


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


CHECKS = [collapse, million, churn, store, flows, queues, real, emulated, harmless, options, index, broken, killed, refused, converted, lock_up]

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=[check.__name__ for check in CHECKS])
    parser.add_argument("--examples", type=pathlib.Path, required=True)
    parser.add_argument("--emu", type=pathlib.Path)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    given = parser.parse_args()
    os.chdir(given.scratch)
    {check.__name__: check for check in CHECKS}[given.check](given)
