#!/usr/bin/env python3
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The receiving end of the overlay's own transport, written from doc/transport.rst alone: accepts one connection, reads its
stream, and prints in JSON what came. It lives on Python's standard library.

    emu/examples/receive.py --port=7000
    build/emu/dht-bench send --port=7000 --megabytes=1
"""

import argparse
import hashlib
import hmac
import json
import random
import secrets
import socket
import sys
import time

import packets
from packets import ACK, COOKIE, DATA, OPEN, RESET, Packet

SLOT = 10  # seconds for which a cookie is good, and as long again
ACK_DELAY = 0.025
LISTINGS = 8  # acks that list a range after it has changed last
REPEATS = (0.25, 0.5, 1)  # when it is told again that the window has opened
LINGER = 20
FULL = 2 * packets.MOST_PAYLOAD  # a window with less room is as good as closed
MICROS = 1_000_000


class Cookies:
    """Digests of who opens what; nothing is kept of those that ask."""

    def __init__(self):
        self.secret = secrets.token_bytes(32)

    def make(self, now, peer, connection, slots_ago=0):
        text = repr((peer, connection, int(now // SLOT) - slots_ago)).encode()
        return int.from_bytes(hmac.digest(self.secret, text, "sha256")[:8], "big")

    def is_good(self, now, peer, packet):
        return packet.cookie in [self.make(now, peer, packet.connection, ago) for ago in (0, 1)]


class Ranges:
    """Packet numbers that have arrived: [first, last, listings left], newest first."""

    def __init__(self):
        self.list = []

    def add(self, number):
        """Whether it follows the newest one."""
        is_next = not self.list or number == self.list[0][1] + 1
        index = 0
        while index < len(self.list) and self.list[index][0] > number + 1:
            index += 1
        if index == len(self.list) or self.list[index][1] < number - 1:
            self.list.insert(index, [number, number, LISTINGS])
        elif not self.list[index][0] <= number <= self.list[index][1]:
            one = self.list[index]
            one[:] = [min(one[0], number), max(one[1], number), LISTINGS]
            if index + 1 < len(self.list) and self.list[index + 1][1] == one[0] - 1:
                one[0] = self.list.pop(index + 1)[0]
        return is_next

    def listed(self):
        listed = self.list[: packets.MOST_RANGES]
        for one in listed:
            one[2] -= 1
        self.list = [one for index, one in enumerate(listed) if index == 0 or one[2] > 0]
        return tuple((first, last) for first, last, _ in listed)


class Connection:
    """What has arrived of a stream, and which ack is due when."""

    def __init__(self, now, window):
        self.size = window
        self.clock = secrets.randbits(32)  # what its clock shows at time 0
        self.ranges = Ranges()
        self.ahead = {}  # pieces behind a hole, by offset
        self.arrived = self.consumed = self.told = 0
        self.unread = b""
        self.end = None
        self.newest = None  # number, timestamp and arrival of the newest packet
        self.acks = self.unacked = 0
        self.ack_at, self.repeats = None, []
        self.heard = now

    def take(self, now, packet):
        """The reason for which a packet is rejected, or nothing."""
        begin, end = packet.offset, packet.offset + len(packet.payload)
        if end > self.consumed + self.size:
            return "window"
        if self.contradicts(packet, begin, end):
            return "conflict"
        before = self.arrived
        self.put(packet, begin, end)
        if self.newest is None or packet.number > self.newest[0]:
            self.newest = (packet.number, packet.timestamp, now)
        first = not self.ranges.list
        urgent = not self.ranges.add(packet.number) or first or packet.probe or packet.end
        urgent |= self.arrived > max(before, end)
        self.unacked += 1
        self.due(now if urgent or self.unacked >= 2 else now + ACK_DELAY)
        self.repeats, self.heard = [], now
        return None

    def contradicts(self, packet, begin, end):
        """Whether it differs from what is here: bytes that were read are here no more."""
        furthest = max([self.arrived, *(at + len(piece) for at, piece in self.ahead.items())])
        if self.end is not None and (end > self.end or (packet.end and end != self.end)) or packet.end and end < furthest:
            return True
        kept = {self.arrived - len(self.unread): self.unread, **self.ahead}
        for at, piece in kept.items():
            low, high = max(begin, at), min(end, at + len(piece))
            if low < high and packet.payload[low - begin : high - begin] != piece[low - at : high - at]:
                return True
        return False

    def put(self, packet, begin, end):
        if packet.end:
            self.end = end
        if end > self.arrived and len(packet.payload) > len(self.ahead.get(begin, b"")):
            self.ahead[begin] = packet.payload
        for at in sorted(self.ahead):
            if at > self.arrived:
                break
            piece = self.ahead.pop(at)[self.arrived - at :]
            self.unread += piece
            self.arrived += len(piece)

    def read(self, now, most):
        """Bytes of the stream, in order; they make room."""
        taken, self.unread = self.unread[:most], self.unread[most:]
        self.consumed += len(taken)
        room = self.consumed + self.size - self.arrived
        if self.told - self.arrived < FULL <= room and self.acks and not self.is_done():
            self.due(now)
            self.repeats = [now + after for after in REPEATS]
        return taken

    def due(self, when):
        self.ack_at = when if self.ack_at is None else min(self.ack_at, when)

    def ack(self, now, connection):
        """An ack, if one is due."""
        if self.repeats and now >= self.repeats[0]:
            self.repeats.pop(0)
            self.due(now)
        if self.ack_at is None or now < self.ack_at:
            return None
        self.acks, self.unacked, self.ack_at = self.acks + 1, 0, None
        _, timestamp, arrival = self.newest
        packet = Packet(ACK, self.acks, connection, timestamp=timestamp, arrived=self.arrived)
        packet.delay = (int(arrival * MICROS) + self.clock - timestamp) % (1 << 32)
        packet.hold = min(int((now - arrival) * MICROS), packets.MOST_HOLD)
        packet.window = self.consumed + self.size - self.arrived
        packet.ranges = self.ranges.listed()
        self.told = self.arrived + packet.window
        return packet

    def next_timer(self):
        times = [time for time in (self.ack_at, *self.repeats[:1]) if time is not None]
        return min(times, default=None)

    def is_done(self):
        return self.end is not None and self.consumed == self.end


class Receiver:
    """Accepts one connection at a time."""

    def __init__(self, window):
        self.cookies, self.window = Cookies(), window
        self.peer, self.connection, self.name = None, None, None
        self.rejected = {}

    def hear(self, now, peer, datagram):
        """What to answer at once."""
        try:
            packet = packets.decode(datagram)
        except packets.Rejected as reason:
            self.count(str(reason))
            return None
        if packet.kind == OPEN:
            cookie = self.cookies.make(now, peer, packet.connection)
            return Packet(COOKIE, packet.number, packet.connection, cookie=cookie, window=self.window)
        known = self.connection and (peer, packet.connection) == (self.peer, self.name)
        if packet.kind == DATA and not known and not self.connection and self.cookies.is_good(now, peer, packet):
            self.peer, self.name, self.connection = peer, packet.connection, Connection(now, self.window)
            known = True
        if packet.kind == DATA and known:
            reason = self.connection.take(now, packet)
        elif packet.kind == RESET:
            reason = "state"  # a receiver of one stream can wait for it to go silent
        else:
            self.count("connection")
            return Packet(RESET, packet.number, packet.connection)
        if reason:
            self.count(reason)
        return None

    def count(self, reason):
        self.rejected[reason] = self.rejected.get(reason, 0) + 1


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=7000, help="UDP port, at 127.0.0.1")
    parser.add_argument("--window", type=int, default=65536, help="bytes that may wait to be read")
    parser.add_argument("--rate", type=float, default=0, help="bytes read a second; 0: all that comes")
    parser.add_argument("--drop", type=float, default=0, help="share of datagrams that is lost, either way")
    parser.add_argument("--lie", action="store_true", help="acknowledge the packet behind the newest one")
    parser.add_argument("--patience", type=float, default=10, help="seconds without a packet until it gives up")
    return parser.parse_args()


class Process:
    """A receiver on a socket."""

    def __init__(self, options):
        self.options, self.receiver = options, Receiver(options.window)
        self.random = random.Random(1)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", options.port))
        self.digest, self.bytes, self.datagrams = hashlib.sha256(), 0, 0
        self.begin = None

    def send(self, packet, peer):
        if self.random.random() >= self.options.drop:
            self.socket.sendto(packets.encode(packet), peer)

    def step(self):
        connection = self.receiver.connection
        timer = connection.next_timer() if connection else None
        wait = 0.01 if timer is None else min(max(timer - time.monotonic(), 0), 0.01)
        self.socket.settimeout(max(wait, 1e-4))
        try:
            datagram, peer = self.socket.recvfrom(2048)
        except TimeoutError:
            datagram, peer = b"", None
        now = time.monotonic()
        if packets.is_packet(datagram) and self.random.random() >= self.options.drop:
            self.datagrams += 1
            answer = self.receiver.hear(now, peer, datagram)
            if answer:
                self.send(answer, peer)
        if self.receiver.connection:
            self.serve(now, self.receiver.connection)

    def serve(self, now, connection):
        self.begin = self.begin or now
        most = int((now - self.begin) * self.options.rate) - self.bytes if self.options.rate else len(connection.unread)
        taken = connection.read(now, max(most, 0))
        self.digest.update(taken)
        self.bytes += len(taken)
        ack = connection.ack(now, self.receiver.name)
        if ack and self.options.lie:
            first, last = ack.ranges[0]
            ack.ranges = ((first, last + 1), *ack.ranges[1:])
        if ack:
            self.send(ack, self.receiver.peer)

    def run(self):
        """Whether the whole stream came. What comes again after its end is acknowledged for a while."""
        begin, done = time.monotonic(), None
        while True:
            self.step()
            now, connection = time.monotonic(), self.receiver.connection
            heard = connection.heard if connection else begin
            done = done or (now if connection and connection.is_done() else None)
            if done and now > min(done + LINGER, heard + 1):
                return True
            if not done and now > heard + self.options.patience:
                return False


def main():
    options = parse()
    try:
        process = Process(options)
    except OSError as error:
        sys.exit("receive: --port=%d: %s" % (options.port, error.strerror))
    is_whole = process.run()
    connection = process.receiver.connection
    print(
        json.dumps(
            {
                "whole": is_whole,
                "bytes": process.bytes,
                "sha256": process.digest.hexdigest(),
                "packets": process.datagrams,
                "acks": connection.acks if connection else 0,
                "rejected": process.receiver.rejected,
            }
        )
    )
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
