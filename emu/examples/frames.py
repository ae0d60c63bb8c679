# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The frames of doc/wire-protocol.rst as Python objects, and the ids of peers."""

import dataclasses
import functools
import hashlib
import ipaddress
import socket
import struct

VERSION, HOPS, NAMED = 2, 64, 4
REQUEST, ACK, ROUTED_ACK, LOOKUP, REDIRECT, QUERY, NEIGHBOURS, NOTIFY, LEAVE = range(1, 10)
LOCATE, ACCEPTED, LOCATED, FETCH, FRAGMENT, STORE, STORED, SYNC, SYNCED = range(10, 19)
MARKED, IPV6, REPLY_TO, RESPONSIBLE, PREDECESSOR, EXTENSIONS = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
WITHHELD, COMPLETE = 0x04, 0x08  # of a lookup; of located
FEEDBACK, TOKEN, WORK, MUST_UNDERSTAND = 1, 2, 4, 128  # of extensions: types, and the first one that has to be known
COMMON = struct.Struct("!HBBBBBBQ")  # length, version, type, flags, hop limit, attempt, reserved, id
BODY = {  # the flags that may be set, EXTENSIONS apart, and the fields behind the common header
    REQUEST: (0x07, ["rate", "key", "endpoint", "reply_to", "payload"]),
    ACK: (0x03, ["endpoint", "payload"]),
    ROUTED_ACK: (0x03, ["rate", "key", "endpoint", "request_hops", "payload"]),
    LOOKUP: (0x07, ["rate", "key", "endpoint", "payload"]),
    REDIRECT: (0x03, ["endpoint", "further"]),
    QUERY: (0x00, ["key"]),
    NEIGHBOURS: (0x1A, ["count", "predecessor", "peers"]),
    NOTIFY: (0x00, []),
    LEAVE: (0x12, ["count", "predecessor", "peers"]),
    LOCATE: (0x02, ["coordinate", "lookup", "key", "wanted", "endpoint"]),
    ACCEPTED: (0x00, ["coordinate"]),
    LOCATED: (0x0A, ["coordinate", "count", "located"]),
    FETCH: (0x00, ["coordinate", "key"]),
    FRAGMENT: (0x00, ["coordinate", "status", "held"]),
    STORE: (0x00, ["coordinate", "key", "left", "part"]),
    STORED: (0x00, ["coordinate", "status", "had"]),
    SYNC: (0x00, ["coordinate", "first", "last", "digest"]),
    SYNCED: (0x00, ["coordinate", "status", "listed"]),
}
NUMBERS = {"rate": 4, "key": 20, "reply_to": 20, "request_hops": 1, "count": 1}  # and their bytes
NUMBERS |= {"lookup": 8, "wanted": 1, "status": 1, "left": 4, "first": 20, "last": 20, "digest": 8}
HOPPING = (LOCATE, LOCATED)  # types from QUERY on that may have a hop limit
MOST = {"wanted": (*range(17), 255), "count": range(17)}  # of numbers: what they may be
STATUSES = {FRAGMENT: range(3), STORED: range(6), SYNCED: range(6)}
HELD, HAD, MOST_NEEDED, MOST_BLOCK = 0, 1, 7, 8192
LISTS = {1: (20, range(65)), 2: (8, (64,))}  # of synced, by status: bytes of a number, and how many there may be
COORDINATE = struct.Struct("!hhHH")  # x, y and height in 1/8 ms, the error in 1/1000


class Rejected(Exception):
    """A frame is wrong; the argument names the check at which it failed."""


@dataclasses.dataclass
class Frame:
    type: int
    id: int
    attempt: int = 1
    hops: int = 0  # the hop limit
    marked: bool = False
    responsible: bool = False
    rate: int = 0  # in 1/1000 requests/s
    key: int = 0
    endpoint: tuple = None  # (address, port) of the source, or of whom an answer names
    further: tuple = ()  # whom a redirect names besides, up to three
    withheld: bool = False  # of a lookup: its payload is still to come
    reply_to: int = None
    request_hops: int = 0
    count: int = 0
    predecessor: tuple = None
    peers: tuple = ()
    payload: bytes = b""
    coordinate: tuple = (0, 0, 0, 1000)  # where the sender is
    lookup: int = 0
    wanted: int = 0
    complete: bool = False
    located: tuple = ()  # ((address, port), coordinate) of each
    status: int = 0
    left: int = 0  # seconds
    first: int = 0  # a range of keys: the first one, and the first one behind it
    last: int = 0
    digest: int = 0  # of the keys that the sender holds there
    listed: tuple = ()  # keys, or digests of parts, by the status
    part: tuple = None  # of a block: its size, the row, and the bytes
    had: tuple = None  # with the status HAD: the row of what the holder has, and its digest
    extensions: bytes = b""  # type, size and value of each, by rising types


def encode(frame):
    flags = MARKED * frame.marked | RESPONSIBLE * frame.responsible
    flags |= REPLY_TO * (frame.reply_to is not None) | PREDECESSOR * (frame.predecessor is not None)
    flags |= EXTENSIONS * bool(frame.extensions) | WITHHELD * frame.withheld
    flags |= COMPLETE * frame.complete
    body, frame.count = b"", len(frame.peers) + len(frame.located)
    if frame.extensions:
        body = bytes([len(frame.extensions)]) + frame.extensions
    for field in BODY[frame.type][1]:
        value = getattr(frame, field, None)
        if field in NUMBERS and value is not None:
            body += value.to_bytes(NUMBERS[field], "big")
        elif field == "payload":
            body += value
        elif field == "coordinate":
            body += COORDINATE.pack(*value)
        elif field == "located":
            for peer, coordinate in value:
                flags |= IPV6 * (":" in peer[0])
                body += pack_endpoint(peer) + COORDINATE.pack(*coordinate)
        elif field in ("held", "part"):
            body += pack_part(frame, field)
        elif field == "had":
            body += bytes([len(value[0])]) + b"".join(value) if value else b""
        elif field == "listed":
            body += b"".join(number.to_bytes(LISTS[frame.status][0], "big") for number in value)
        elif value:
            for address, port in value if field in ("peers", "further") else [value]:
                flags |= IPV6 * (":" in address)
                body += pack_endpoint((address, port))
    size = COMMON.size + len(body)
    return COMMON.pack(size, VERSION, frame.type, flags, frame.hops, frame.attempt, 0, frame.id) + body


def pack_endpoint(endpoint):
    return endpoint[1].to_bytes(2, "big") + socket.inet_pton(family_of(endpoint[0]), endpoint[0])


def pack_part(frame, field):
    """What a fragment, or a store, says of a part of a block, if there is one."""
    if not frame.part or (field == "held" and frame.status != HELD):
        return b""
    size, row, content = frame.part
    left = frame.left.to_bytes(4, "big") if field == "held" else b""
    return left + struct.pack("!BH", len(row), size) + row + content


def decode(data, streamed):
    """The frame in some bytes, or Rejected. streamed: whether they came on a connection."""
    if len(data) < COMMON.size or COMMON.unpack_from(data)[0] != len(data):
        raise Rejected("length")
    _, version, kind, flags, hops, attempt, reserved, number = COMMON.unpack_from(data)
    if version != VERSION:
        raise Rejected("version")
    if kind not in BODY or (kind in (REQUEST, ROUTED_ACK)) != streamed:
        raise Rejected("type")
    if flags & ~(BODY[kind][0] | EXTENSIONS) or reserved or not attempt:
        raise Rejected("field")
    if hops and kind >= QUERY and kind not in HOPPING:
        raise Rejected("field")
    frame, at = Frame(kind, number, attempt, hops, bool(flags & MARKED)), COMMON.size
    frame.responsible, frame.complete = (bool(flags & RESPONSIBLE) and kind == own for own in (NEIGHBOURS, LOCATED))

    def take(size):
        nonlocal at
        at += size
        if at > len(data):
            raise Rejected("length")
        return data[at - size : at]

    def endpoint():
        port, family = int.from_bytes(take(2), "big"), socket.AF_INET6 if flags & IPV6 else socket.AF_INET
        return socket.inet_ntop(family, take(16 if flags & IPV6 else 4)), port

    if flags & EXTENSIONS:
        size = data[at] if at < len(data) else 0
        if at + 1 + size + least_body(kind, flags) > len(data):
            raise Rejected("length")
        frame.extensions = data[at + 1 : at + 1 + size]
        check_extensions(frame.extensions)
        at += 1 + size
    elif len(data) < COMMON.size + least_body(kind, flags):
        raise Rejected("length")
    frame.withheld = kind == LOOKUP and bool(flags & WITHHELD)
    for field in BODY[kind][1]:
        absent = {"reply_to": not flags & REPLY_TO, "predecessor": not flags & PREDECESSOR}.get(field)
        if field in NUMBERS and not absent:
            number = int.from_bytes(take(NUMBERS[field]), "big")
            if kind >= LOCATE and number not in MOST.get(field, STATUSES.get(kind) if field == "status" else [number]):
                raise Rejected("field")
            setattr(frame, field, number)
        elif field == "payload":
            frame.payload = take(0 if frame.withheld else len(data) - at)
        elif field == "coordinate":
            frame.coordinate = COORDINATE.unpack(take(COORDINATE.size))
        elif field == "located":
            if flags & IPV6 and not frame.count:
                raise Rejected("field")
            frame.located = tuple((endpoint(), COORDINATE.unpack(take(COORDINATE.size))) for _ in range(frame.count))
        elif field in ("held", "part"):
            if field == "held" and frame.status == HELD:
                frame.left = int.from_bytes(take(NUMBERS["left"]), "big")
            if at < len(data) if field == "part" else frame.status == HELD:
                needed, size = take(1)[0], int.from_bytes(take(2), "big")
                frame.part = check_part(needed, size, data[at:])
                at = len(data)
        elif field == "had":
            if frame.status == HAD and at < len(data):
                frame.had = check_had(take(1)[0], data[at:])
                at = len(data)
        elif field == "listed":
            size, counts = LISTS.get(frame.status, (1, (0,)))
            count, rest = divmod(len(data) - at, size)
            if rest or count not in counts:
                raise Rejected("length")
            frame.listed = tuple(int.from_bytes(take(size), "big") for _ in range(count))
        elif field == "further":
            frame.further = tuple(endpoint() for _ in range(min(3, (len(data) - at) // (18 if flags & IPV6 else 6))))
        elif field == "peers":
            hearsay = kind == NEIGHBOURS and frame.predecessor and not frame.responsible
            if frame.count > 16 or hearsay or (flags & IPV6 and not frame.count and not frame.predecessor):
                raise Rejected("field")
            frame.peers = tuple(endpoint() for _ in range(frame.count))
        elif not absent:
            setattr(frame, field, endpoint())
    if at != len(data):
        raise Rejected("length")
    return frame


def check_had(needed, rest):
    """What is said of a part of a block, of which so many are needed: a row, and a digest of 8 bytes."""
    if not 1 <= needed <= MOST_NEEDED:
        raise Rejected("field")
    if len(rest) != needed + 8:
        raise Rejected("length")
    return check_row(rest[:needed]), rest[needed:]


def check_part(needed, size, rest):
    """A part of a block, of which so many are needed; the rest is a row and the bytes."""
    if not 1 <= needed <= MOST_NEEDED or size > MOST_BLOCK:
        raise Rejected("field")
    if len(rest) != needed + (size + needed - 1) // needed:
        raise Rejected("length")
    return size, check_row(rest[:needed]), rest[needed:]


def check_row(row):
    if not any(row) or (len(row) == 1 and row != b"\1"):
        raise Rejected("field")
    return row


def least_body(kind, flags):
    """Bytes that a frame of this type has at least behind its extensions."""
    endpoint = 18 if flags & IPV6 else 6
    sizes = NUMBERS | {"endpoint": endpoint, "predecessor": endpoint, "coordinate": COORDINATE.size}
    absent = [name for name, bit in (("reply_to", REPLY_TO), ("predecessor", PREDECESSOR)) if not flags & bit]
    return sum(sizes.get(field, 0) for field in BODY[kind][1] if field not in absent)


def feedback_in(frame):
    """The feedback of a frame as an area of extensions; it is of the least type, so it comes first."""
    return frame.extensions[:3] if frame.extensions[:1] == bytes([FEEDBACK]) else b""


def value_in(frame, wanted):
    """The value of an extension; nothing if there is none."""
    at = 0
    while at < len(frame.extensions):
        kind, size = frame.extensions[at : at + 2]
        if kind == wanted:
            return frame.extensions[at + 2 : at + 2 + size]
        at += 2 + size
    return b""


def token_in(frame):
    """The token of a maintenance message; 0 if there is none."""
    return int.from_bytes(value_in(frame, TOKEN)[:8], "big")


def works(frame):
    """Whether the sender of a maintenance message wants work of all who have a place in its ring."""
    work = value_in(frame, WORK)
    return len(work) == 9 and work[0] > 0


def area_of(token, padding=0):
    """The area of extensions with a token alone."""
    return bytes([TOKEN, 8 + padding]) + token.to_bytes(8, "big") + bytes(padding)


def check_extensions(area):
    if not area:
        raise Rejected("field")
    at, last = 0, -1
    while at < len(area):
        kind, size = area[at], area[at + 1] if at + 1 < len(area) else len(area)
        value, at = area[at + 2 : at + 2 + size], at + 2 + size
        if at > len(area):
            raise Rejected("length")
        wrong = size < 8 if kind == TOKEN else kind == FEEDBACK and (size != 1 or value == b"\0")
        if kind <= last or wrong:
            raise Rejected("field")
        last = kind
    if last >= MUST_UNDERSTAND:
        raise Rejected("extension")


# ---- Places on the ring


def family_of(address):
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def name_of(endpoint):
    return ("[%s]:%d" if ":" in endpoint[0] else "%s:%d") % endpoint


UNROUTED = [
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 "
        "198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 ::/32 2001:db8::/32 fc00::/7 fe80::/10"
    ).split()
]


def host_of(endpoint):
    """Its IPv4 address or IPv6 /64, if the Internet routes that; otherwise nothing."""
    address = ipaddress.ip_address(endpoint[0])
    if any(address in network for network in UNROUTED):
        return None
    return str(ipaddress.ip_address(int(address) >> 64 << 64) if address.version == 6 else address)


def place_of(endpoint):
    """The endpoint whose name tells the place on the ring: a host that the Internet knows has eight."""
    host = host_of(endpoint)
    return (host, endpoint[1] % 8) if host else endpoint


@functools.lru_cache(maxsize=4096)
def id_of(endpoint):
    return int.from_bytes(hashlib.sha1(name_of(place_of(endpoint)).encode()).digest(), "big")


def distance(start, end):
    return (end - start) % 2**160


def nearest_not_in(asked, candidates, key):
    """Of some peers, the one that is nearest to a key before it and was not asked yet; None if all were."""
    left = [one for one in candidates if one not in asked]
    return min(left, key=lambda one: distance(id_of(one), key), default=None)
