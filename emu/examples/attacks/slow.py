# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A connection that is kept open by one byte now and then."""

import secrets
import socket
import time

from attacks.aim import Attack, add_aim, number_of
from frames import HOPS, REQUEST, Frame, encode


class SlowSender(Attack):
    """a request on each of some connections, byte by byte, and another connection when it is closed"""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "bytes on each connection", 1)
        add = parser.add_argument
        add("--connections", type=number_of(1, 512), default=4, metavar="NUMBER", help="at a time, 1 to 512 (4)")

    def run(self):
        source = ("127.0.0.1", 9)  # nobody waits for an answer
        self.data = encode(Frame(REQUEST, secrets.randbits(64), hops=HOPS, key=0, endpoint=source, payload=bytes(2000)))
        self.open, self.lived = [], []
        for _ in self.turns():
            self.fill()
            for one in self.open[:]:
                self.send_byte(one)
        self.count["open_at_the_end"] = len(self.open)
        for sock, _, _ in self.open:
            sock.close()
        self.report(longest_s=round(max(self.lived, default=0), 3))
        return 0

    def fill(self):
        while len(self.open) < self.options.connections:
            try:
                sock = socket.create_connection(self.options.target, timeout=1)
            except OSError:
                self.count["connections_refused"] += 1
                return
            sock.setblocking(False)
            self.count["connections"] += 1
            self.open.append((sock, iter(self.data), time.monotonic()))

    def send_byte(self, one):
        sock, rest, begin = one
        try:
            sock.send(bytes([next(rest)]))
            self.count["bytes"] += 1
            if sock.recv(1) == b"":
                raise ConnectionResetError
        except BlockingIOError:
            pass
        except (OSError, StopIteration):
            self.count["connections_closed"] += 1
            self.lived.append(time.monotonic() - begin)
            self.open.remove(one)
            sock.close()
