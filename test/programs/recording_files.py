# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Checks of recordings as files: options, the reader, damage, and conversion."""

import csv
import importlib.util
import json
import random
import struct
import subprocess
import sys

from recording_runs import ALL, COLLAPSE, FLOWS, MILLION, QUEUES, STORE, STORES, TOP, record, run
from recording_contents import check_samples

import recording
import tables


def harmless(given):
    """A recording changes nothing else, and is the same in each run."""
    small = "--peers=4 --join-time=1s --warmup=1s --duration=5s --load=40 --quiet".split()
    rings = [("collapse", COLLAPSE), ("million", MILLION), ("churn", small)]
    rings += [("store", STORE + STORES[name]) for name in ("tcp", "dtl")]
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
