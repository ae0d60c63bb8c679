# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The packets of doc/transport.rst as Python objects."""

import dataclasses
import struct

VERSION = 1
OPEN, COOKIE, DATA, ACK, RESET = range(1, 6)
COOKIE_FOLLOWS, END, PROBE, WHOLE = 1, 2, 4, 8  # flags of data
HEADER = struct.Struct("!HBBIQ")  # kind, version, flags, number, connection
COOKIE_BODY, DATA_BODY = struct.Struct("!QI"), struct.Struct("!IQ")
ACK_BODY, RANGE = struct.Struct("!IIIQIHH"), struct.Struct("!II")
MOST_PAYLOAD, MOST_RANGES, MOST_HOLD, MOST_OFFSET = 1400, 32, 60_000_000, 1 << 63
PADDING = 48  # zeros behind the header of an open
NO_WISH = 0xFFFF


class Rejected(Exception):
    """A packet is wrong; the argument is the reason."""


@dataclasses.dataclass
class Packet:
    kind: int
    number: int
    connection: int
    cookie: int = None  # of a cookie, or of data that repeat it
    end: bool = False
    probe: bool = False
    whole: bool = False
    timestamp: int = 0  # microseconds modulo 2^32, as delay is
    offset: int = 0
    payload: bytes = b""
    delay: int = 0
    hold: int = 0  # microseconds
    arrived: int = 0
    window: int = 0
    wish: int = NO_WISH
    ranges: tuple = ()  # (first, last) of each, newest first


def is_packet(datagram):
    """Frames begin with their length, which is 16 or more."""
    return len(datagram) >= 2 and int.from_bytes(datagram[:2], "big") < 16


def encode(packet):
    flags, body = 0, b""
    if packet.kind == OPEN:
        body = bytes(PADDING)
    elif packet.kind == COOKIE:
        body = COOKIE_BODY.pack(packet.cookie, packet.window)
    elif packet.kind == DATA:
        flags = COOKIE_FOLLOWS * (packet.cookie is not None) | END * packet.end
        flags |= PROBE * packet.probe | WHOLE * packet.whole
        body = DATA_BODY.pack(packet.timestamp, packet.offset)
        body += packet.cookie.to_bytes(8, "big") if flags & COOKIE_FOLLOWS else b""
        body += packet.payload
    elif packet.kind == ACK:
        body = ACK_BODY.pack(
            packet.timestamp, packet.delay, packet.hold, packet.arrived, packet.window, len(packet.ranges), packet.wish
        )
        body += b"".join(RANGE.pack(*one) for one in packet.ranges)
    return HEADER.pack(packet.kind, VERSION, flags, packet.number, packet.connection) + body


def decode(datagram):
    _require(len(datagram) >= HEADER.size, "length")
    kind, version, flags, number, connection = HEADER.unpack_from(datagram)
    _require(version == VERSION, "version")
    _require(OPEN <= kind <= RESET, "kind")
    _require(not flags & ~(COOKIE_FOLLOWS | END | PROBE | WHOLE if kind == DATA else 0), "flags")
    packet = Packet(kind, number, connection)
    READERS[kind](packet, flags, datagram[HEADER.size :])
    return packet


def _require(right, reason):
    if not right:
        raise Rejected(reason)


def _read_open(_packet, _flags, body):
    _require(len(body) == PADDING, "length")
    _require(not any(body), "padding")


def _read_cookie(packet, _flags, body):
    _require(len(body) == COOKIE_BODY.size, "length")
    packet.cookie, packet.window = COOKIE_BODY.unpack(body)


def _read_data(packet, flags, body):
    begin = DATA_BODY.size + (8 if flags & COOKIE_FOLLOWS else 0)
    _require(begin <= len(body) <= begin + MOST_PAYLOAD, "length")
    packet.timestamp, packet.offset = DATA_BODY.unpack_from(body)
    packet.cookie = int.from_bytes(body[DATA_BODY.size : begin], "big") if flags & COOKIE_FOLLOWS else None
    packet.end, packet.probe, packet.whole = bool(flags & END), bool(flags & PROBE), bool(flags & WHOLE)
    packet.payload = body[begin:]
    _require(packet.offset + len(packet.payload) <= MOST_OFFSET, "window")


def _read_ack(packet, _flags, body):
    _require(len(body) >= ACK_BODY.size, "length")
    packet.timestamp, packet.delay, packet.hold, packet.arrived, packet.window, count, packet.wish = ACK_BODY.unpack_from(body)
    _require(1 <= count <= MOST_RANGES, "ranges")
    _require(len(body) == ACK_BODY.size + RANGE.size * count, "length")
    packet.ranges = tuple(RANGE.iter_unpack(body[ACK_BODY.size :]))
    _require(all(first <= last for first, last in packet.ranges), "ranges")
    _require(all(newer[0] - older[1] > 1 for newer, older in zip(packet.ranges, packet.ranges[1:])), "ranges")
    _require(packet.arrived + packet.window <= MOST_OFFSET, "window")
    _require(packet.hold <= MOST_HOLD, "hold")


def _read_reset(_packet, _flags, body):
    _require(not body, "length")


READERS = {OPEN: _read_open, COOKIE: _read_cookie, DATA: _read_data, ACK: _read_ack, RESET: _read_reset}
