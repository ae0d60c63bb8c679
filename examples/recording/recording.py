# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Reads recordings (doc/recording.rst), with Python's standard library alone.

    recording = recording.read("collapse.rec")
    for sample in recording.samples(): ...   # sample.time_ns, sample["queue"][peer]
    for event in recording.events(): ...     # event.time_ns, event.name, event.peer, event.fields
    for queues in recording.queues(): ...    # queues.time_ns, queues.lengths[peer][neighbour]

A file that is cut short or damaged gives what is before the damage: recording.damage says what is wrong.
"""

import dataclasses
import itertools
import json
import struct
import zlib

MAGIC = b"dht-rec\n"
TRAILER_MAGIC = b"dht-end\n"
VERSION = 1
HEADER, SAMPLES, EVENTS, END, INDEX, QUEUES = range(1, 7)
FRAME = struct.Struct("<BII")
TRAILER = struct.Struct("<Q8s")


class NoRecording(Exception):
    """A file that is no recording, or of which not even the header can be read."""


class Damage(Exception):
    """Bytes of a frame that are not what was written."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """All peers at one time: values by the column's name, then by the peer's number, in the column's unit."""

    time_ns: int
    columns: dict

    def __getitem__(self, name):
        return self.columns[name]


@dataclasses.dataclass(frozen=True)
class Event:
    """What happened to a peer: the name of its kind, and its fields by their names."""

    time_ns: int
    name: str
    peer: int
    fields: dict


@dataclasses.dataclass(frozen=True)
class Queues:
    """All queues at one time: how many requests a peer has for a neighbour, by their numbers. None of them is 0; those for
    nobody whom the recording knows are for the neighbour None."""

    time_ns: int
    lengths: dict


class Recording:
    """A recording: its header, its frames, what came out, and what is wrong with it, if anything."""

    def __init__(self, data):
        self._data = data
        self.frames = []  # of samples, events and queues: (kind, payload as it is in the file)
        self.damage = None
        self.end = None  # the end frame; none if the program was killed
        start = len(MAGIC) + 4
        if data[: len(MAGIC)] != MAGIC:
            raise NoRecording("is no recording of dht-cc")
        if len(data) < start:
            raise NoRecording("ends before its header")
        (version,) = struct.unpack_from("<I", data, len(MAGIC))
        if version != VERSION:
            raise NoRecording("is of version %d; this reader knows version %d" % (version, VERSION))
        self._find_frames(start)

    def _find_frames(self, offset):
        """Check frame after frame, up to the index or the first that is damaged."""
        self.header = None
        try:
            kind = None
            while kind != INDEX:
                begin = offset
                kind, packed, offset = self._frame_at(begin)
                self._take(kind, packed)
            if self._data[offset:] != TRAILER.pack(begin, TRAILER_MAGIC):
                raise Damage("the trailer is cut short or damaged")
        except Damage as damage:
            self.damage = "at byte %d: %s" % (offset, damage)
            if self.header is None:
                raise NoRecording("has no whole header: " + self.damage) from damage

    def _frame_at(self, offset):
        """The kind of the frame there, its payload, and what is behind it."""
        if len(self._data) < offset + FRAME.size:
            raise Damage("the recording stops; its program was killed, or the file is cut short")
        kind, length, checksum = FRAME.unpack_from(self._data, offset)
        begin = offset + FRAME.size
        packed = self._data[begin : begin + length]
        if len(packed) < length:
            raise Damage("a frame is cut short")
        if zlib.crc32(packed, zlib.crc32(self._data[offset : offset + 5])) != checksum:
            raise Damage("a frame is damaged: its checksum is wrong")
        return kind, packed, begin + length

    def _take(self, kind, packed):
        if self.header is None and kind != HEADER:
            raise Damage("the first frame is no header")
        if kind == HEADER:
            self.header = json.loads(zlib.decompress(packed))
        elif kind == END:
            self.end = json.loads(zlib.decompress(packed))
        elif kind in (SAMPLES, EVENTS, QUEUES):
            self.frames.append((kind, packed))

    @property
    def peers(self):
        """How many peers there are."""
        return self.header["peers"]["count"]

    def samples(self):
        """All samples, in the order of time."""
        for kind, packed in self.frames:
            if kind == SAMPLES:
                yield from self._samples_in(zlib.decompress(packed))

    def _samples_in(self, payload):
        numbers = varints(payload)
        times = times_in(numbers)
        columns = [self._column(column["scale"], numbers, len(times)) for column in self.header["columns"]]
        names = [column["name"] for column in self.header["columns"]]
        for time_ns, values in zip(times, zip(*columns)):
            yield Sample(time_ns, dict(zip(names, values)))

    def _column(self, scale, numbers, count):
        """The values of a column, by sample and peer."""
        values = [0] * self.peers
        rows = []
        for _ in range(count):
            values = [value + signed(number) for value, number in zip(values, numbers)]
            rows.append(values if scale == 1 else [value * scale for value in values])
        return rows

    def events(self):
        """All events, in the order of time."""
        for kind, packed in self.frames:
            if kind == EVENTS:
                yield from self._events_in(zlib.decompress(packed))

    def _events_in(self, payload):
        numbers = varints(payload)
        time_ns = 0
        for _ in range(next(numbers)):
            time_ns += next(numbers)
            kind = self.header["events"][next(numbers)]
            peer = next(numbers)
            yield Event(time_ns, kind["name"], peer, {field: next(numbers) for field in kind["fields"]})


    def queues(self):
        """All queues by neighbour, in the order of time, if they were asked for."""
        for kind, packed in self.frames:
            if kind == QUEUES:
                yield from self._queues_in(zlib.decompress(packed))

    def _queues_in(self, payload):
        numbers = varints(payload)
        lengths = {}
        for time_ns in times_in(numbers):
            peer = 0
            for _ in range(next(numbers)):
                peer += next(numbers)
                neighbour = next(numbers)
                lengths[peer, neighbour - 1 if neighbour else None] = next(numbers)
            yield Queues(time_ns, by_peer(lengths))


def by_peer(lengths):
    """Queues that are not empty, by peer and then by neighbour."""
    peers = {}
    for (peer, neighbour), length in lengths.items():
        if length:
            peers.setdefault(peer, {})[neighbour] = length
    return peers


def times_in(numbers):
    """The times that a frame begins with."""
    return list(itertools.accumulate(itertools.islice(numbers, next(numbers))))


def read(path):
    """The recording in a file; NoRecording if it is none."""
    with open(path, "rb") as file:
        return Recording(file.read())


def varints(payload):
    """The integers in a payload, one after the other."""
    value = shift = 0
    for byte in payload:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def signed(number):
    """What a zigzag coded number stands for."""
    return number >> 1 ^ -(number & 1)
