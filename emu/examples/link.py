# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What carries a peer's requests to its neighbours."""

import asyncio
import collections
import dataclasses
import socket

from frames import encode, family_of


class Link:
    """The way to one neighbour: a queue, and a connection that takes from it."""

    def __init__(self, peer, to):
        self.peer, self.to, self.down = peer, to, False
        self.queue, self.filled, self.average = collections.deque(), asyncio.Event(), 0.0
        self.task = asyncio.create_task(self.run())

    async def run(self):
        while True:
            try:
                await self.send()
            except OSError:
                self.down = True  # what waits for a neighbour that is gone must not hold up the others
                self.peer.count["dropped"] += len(self.queue)
                self.queue.clear()
                self.peer.start(self.peer.meet(self.to))
                await asyncio.sleep(1)

    async def send(self):
        with socket.socket(family_of(self.to[0])) as sock:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # so that congestion shows in the queue
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(sock, self.to)
            self.down = False
            while True:
                self.filled.clear()
                while self.queue:
                    frame = self.queue.popleft()
                    await loop.sock_sendall(sock, encode(dataclasses.replace(frame, hops=frame.hops - 1)))
                await self.filled.wait()

    def mark_probability(self, rates, rate):
        """COMSNETS09, equation 10, with t = 20, delta = 0.9 and gamma = 4."""
        self.average = 0.1 * len(self.queue) + 0.9 * self.average
        rates.extend([rate] if rate else [])
        fairness = (rate * len(rates) / sum(rates)) ** 4 if rate else 1
        return 1 if self.average >= 20 else self.average / (20 * (20 - self.average)) * fairness
