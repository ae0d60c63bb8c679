# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Peers that keep a place in a ring, and do harm there."""

import asyncio
import dataclasses
import random

from arguments import seconds_of
from frames import ACK, NEIGHBOURS, REQUEST, Frame, Rejected, decode, feedback_in
from peer import Peer


class Deaf(Peer):
    """reads no connection"""

    def __init__(self, options):
        super().__init__(options)
        self.kept = []  # a connection that nobody holds is closed

    async def on_connection(self, reader, writer):
        self.count["connections"] += 1
        writer.transport.pause_reading()  # what comes stays in the system's buffer, until that is full
        self.kept.append(writer)


class BlackHole(Peer):
    """reads all connections, and drops what comes"""

    def relay(self, frame):
        self.count["swallowed"] += 1


class SlowReader(Peer):
    """reads one request now and then"""

    @staticmethod
    def add_options(parser):
        parser.add_argument("--pause", type=seconds_of, default=0.5, metavar="TIME", help="after each request (0.5s)")

    async def on_connection(self, reader, writer):
        self.count["connections"] += 1
        writer.transport.pause_reading()  # a stream would read ahead
        loop = asyncio.get_running_loop()
        with writer.get_extra_info("socket").dup() as sock:
            sock.setblocking(False)
            try:
                while data := await self.read(loop, sock, 2):
                    data += await self.read(loop, sock, int.from_bytes(data, "big") - len(data))
                    self.relay(decode(data, streamed=True))
                    await asyncio.sleep(self.options.pause)
            except (OSError, Rejected, asyncio.CancelledError):
                pass
        writer.close()

    async def read(self, loop, sock, size):
        data = b""
        while len(data) < size:
            more = await loop.sock_recv(sock, size - len(data))
            if not more:
                raise ConnectionResetError
            data += more
        return data


class Liar(Peer):
    """answers all requests, lookups and queries as if it was responsible, and names peers that do not exist"""

    def invented(self, count):
        """At its own address: nobody else is to be troubled."""
        return tuple((self.me[0], random.randint(1024, 65535)) for _ in range(count))

    def relay(self, frame):
        if frame.type != REQUEST:
            self.count["swallowed"] += 1
            return
        self.lie(frame, frame.endpoint)

    def on_lookup(self, frame, sender):
        self.lie(frame, sender)

    def lie(self, frame, to):
        self.count["lies"] += 1
        answer = dataclasses.replace(frame, type=ACK, endpoint=self.me, reply_to=None, payload=b"")
        answer.extensions = feedback_in(frame)
        self.send(to, answer)

    def on_query(self, frame, sender):
        if frame.key == self.id:  # who looks after its successor has to be answered, or the place is lost
            super().on_query(frame, sender)
            return
        self.count["lies"] += 1
        peers = (self.me, *self.invented(3))
        answer = Frame(NEIGHBOURS, frame.id, frame.attempt, responsible=True, predecessor=self.predecessor, peers=peers)
        self.send(sender, answer)
