# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Describes recordings (doc/recording.rst), and makes tables of them."""

import argparse
import collections
import csv
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "helper" / "shared"))

import outputs
import recording

NS = 1e9
EPILOG = """Exit status: 0 done, 1 the recording is not complete or is damaged, and what is before the damage was used,
2 it is no recording, an argument is wrong, or what Parquet needs is missing."""


class NoParquet(Exception):
    """A library is missing."""


def sample_names(record):
    """The columns of the table of samples."""
    return ["time_s", "peer", *(column["name"] for column in record.header["columns"])]


def sample_rows(record):
    """The table of samples: a row for each sample and peer."""
    for sample in record.samples():
        time_s = sample.time_ns / NS
        for peer, values in enumerate(zip(*sample.columns.values())):
            yield time_s, peer, *values


def event_names(record):
    """The columns of the table of events: each field of any kind has one."""
    fields = {field: None for kind in record.header["events"] for field in kind["fields"]}
    return ["time_s", "peer", "event", *fields]


def event_rows(record):
    """The table of events: a row for each. Fields that its kind has not are empty."""
    fields = event_names(record)[3:]
    for event in record.events():
        yield event.time_ns / NS, event.peer, event.name, *(event.fields.get(field) for field in fields)


def queue_names(record):
    """The columns of the table of queues."""
    return ["time_s", "peer", "to", "queue"]


def queue_rows(record):
    """The table of queues by neighbour: a row for each that is not empty. The neighbour is empty if it is not known."""
    for queues in record.queues():
        for peer, lengths in queues.lengths.items():
            for neighbour, length in lengths.items():
                yield queues.time_ns / NS, peer, neighbour, length


TABLES = {
    "samples": (sample_names, sample_rows),
    "events": (event_names, event_rows),
    "queues": (queue_names, queue_rows),
}


def tables_of(record):
    """The tables that a recording has."""
    has_queues = any(kind == recording.QUEUES for kind, _ in record.frames)
    return {name: table for name, table in TABLES.items() if name != "queues" or has_queues}


def write_csv(record, directory):
    """Write samples.csv and the others."""
    for name, (names, rows) in tables_of(record).items():
        with outputs.replaced(pathlib.Path(directory, name + ".csv")) as partial, open(partial, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(names(record))
            writer.writerows(rows(record))


def write_parquet(record, directory):
    """Write samples.parquet and the others."""
    for name, table in frames(record).items():
        with outputs.replaced(pathlib.Path(directory, name + ".parquet")) as partial:
            table.to_parquet(partial, index=False)


def frames(record):
    """The tables as pandas has them, by name. Columns have the same types whatever is in them."""
    try:
        import pandas
        import pyarrow  # noqa: F401 pandas needs it for Parquet
    except ImportError as error:
        requirements = pathlib.Path(__file__).with_name("requirements.txt")
        raise NoParquet("Parquet needs %s: pip install pandas -r %s" % (error.name, requirements)) from error
    tables = {name: pandas.DataFrame(rows(record), columns=names(record)) for name, (names, rows) in tables_of(record).items()}
    # a field may be empty
    fields = event_names(record)[3:]
    tables["events"] = tables["events"].astype({"time_s": float, "event": str} | dict.fromkeys(fields, "Int64"))
    if "queues" in tables:
        tables["queues"] = tables["queues"].astype({"time_s": float} | dict.fromkeys(["peer", "to", "queue"], "Int64"))
    return tables


def describe(record, _=None):
    """Print what a recording has."""
    header = record.header
    run = header["run"]
    times = [sample.time_ns / NS for sample in record.samples()]
    print("program   %s, dht-cc %s of %s" % (header["program"], run["version"], run["commit"]))
    print("scheme    %s, seed %s, run %s" % (header["scheme"], run.get("seed"), run.get("run")))
    print("%-9s %d" % ("flows" if header.get("what") == "flows" else "peers", record.peers))
    print("samples   %d, from %g s to %g s" % (len(times), times[0], times[-1]) if times else "samples   0")
    counts = collections.Counter(event.name for event in record.events())
    print("events    %d" % sum(counts.values()))
    for name, count in counts.items():
        print("          %8d %s" % (count, name))
    wrong = contradictions(record)
    if wrong:
        print("counters  contradict the summary's: %s" % ", ".join(wrong))
    elif counted(record):
        print("counters  as in the summary")


def contradictions(record):
    """Columns whose sum over the peers, at the end, is not what the summary says."""
    counters = counted(record)
    if not counters:
        return []
    *_, last = record.samples()
    return [name for name, count in counters.items() if sum(last[name]) != count]


def counted(record):
    """What the summary says of columns: their sums over the peers at the end."""
    counters = dict(record.end["counters"]) if record.end else {}
    if "dropped" in counters:
        counters["dropped"] = sum(counters["dropped"].values())
    if "queued" in counters:
        counters["queue"] = counters["queued"]
    names = {column["name"] for column in record.header["columns"]}
    return {name: count for name, count in counters.items() if name in names}


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG)
    parser.add_argument("action", choices=["describe", "csv", "parquet"], help="what to do with it")
    parser.add_argument("file", help="the recording")
    parser.add_argument("directory", nargs="?", default=".", help="where the tables go (default: here)")
    return parser.parse_args(words)


def main(words):
    options = parse(words)
    try:
        record = recording.read(options.file)
        pathlib.Path(options.directory).mkdir(parents=True, exist_ok=True)
        {"describe": describe, "csv": write_csv, "parquet": write_parquet}[options.action](record, options.directory)
    except (recording.NoRecording, NoParquet, OSError) as error:
        print("%s: %s" % (options.file, error), file=sys.stderr)
        return 2
    if record.damage:
        print("%s: %s" % (options.file, record.damage), file=sys.stderr)
    return 1 if record.damage or contradictions(record) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
