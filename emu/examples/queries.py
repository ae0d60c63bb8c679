# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Who is there: the questions of a peer, who may ask it how often, and what shows that somebody receives answers."""

import asyncio
import collections
import hashlib
import secrets
import sys
import time

from frames import COMMON, LEAVE, NEIGHBOURS, NOTIFY, QUERY, VERSION, Frame, area_of, encode, host_of, id_of, name_of, token_in, works

REMEMBERED = 128  # of those who have answered
STRANGERS, SITE = 1000, 200  # queries answered in a second: of all who show no token, and of one host, with and without


class Asker(asyncio.DatagramProtocol):
    """A socket for datagrams, and what is asked over it; forget() is told who does not answer."""

    def __init__(self, options):
        self.me, self.id, self.options, self.transport = options.listen, id_of(options.listen), options, None
        self.asked, self.count, self.tasks = {}, collections.Counter(), set()
        self.secret, self.tokens = secrets.token_bytes(16), {}  # ours; and what others gave us, by who they are
        self.heard = {}  # who has answered lately, the last one last
        self.second, self.answered = 0, collections.Counter()  # how many queries in this second, by whose

    def start(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def connection_made(self, transport):
        self.transport = transport

    def send(self, to, frame):
        if frame.type in (QUERY, NOTIFY) or (frame.type == LEAVE and to in self.tokens):
            known = self.tokens.get(to, 0)
            frame.extensions = area_of(known, 35 if ":" in to[0] and not known else 0)
        self.transport.sendto(encode(frame), to)

    def token_for(self, to, age=0):
        """It shows that its owner receives what is sent there: only we can make it. It changes every 300 s."""
        epoch = int(time.monotonic() / 300) - age
        digest = hashlib.sha1(self.secret + b"%d %s" % (epoch, name_of(to).encode())).digest()
        return max(int.from_bytes(digest[:8], "big"), 1)

    def is_proved(self, frame, sender):
        return token_in(frame) in (self.token_for(sender), self.token_for(sender, age=1))

    def affords(self, sender, proved):
        """Whether a query may still be answered in this second."""
        if self.second != int(time.monotonic()):
            self.second, self.answered = int(time.monotonic()), collections.Counter()
        source = host_of(sender) or sender, proved
        self.answered[source] += 1
        if proved or self.answered[source] > SITE:
            return self.answered[source] <= SITE
        self.answered[None] += 1
        return self.answered[None] <= STRANGERS

    async def query(self, to, key, tries=3):
        """Neighbours, or None: whoever does not answer so often is gone."""
        number = secrets.randbits(64)
        answer = self.asked[to, number] = asyncio.get_running_loop().create_future()
        for attempt in range(1, tries + 1):
            self.send(to, Frame(QUERY, number, attempt, key=key))
            if (await asyncio.wait([answer], timeout=self.options.interval * 2 ** (attempt - 1)))[0]:
                break
        del self.asked[to, number]
        return answer.result() if answer.done() else self.forget(to)

    def on_neighbours(self, frame, sender):
        answer = self.asked.get((sender, frame.id))
        if works(frame):
            if answer:
                print("peer.py: %s wants work for a place, and this peer does none" % name_of(sender), file=sys.stderr)
            return
        if answer and not answer.done():
            if token_in(frame):
                self.tokens[sender] = token_in(frame)
            self.heard.pop(sender, None)
            self.heard[sender] = True
            if len(self.heard) > REMEMBERED:
                del self.heard[next(iter(self.heard))]
            answer.set_result(frame)

    def on_other_version(self, data, sender):
        _, version, kind, _, _, attempt, _, number = COMMON.unpack_from(data)
        if kind == QUERY:
            self.transport.sendto(COMMON.pack(COMMON.size, VERSION, NEIGHBOURS, 0, 0, attempt, 0, number), sender)
        elif kind == NEIGHBOURS and (sender, number) in self.asked:
            print("peer.py: %s speaks version %d, not %d" % (name_of(sender), version, VERSION), file=sys.stderr)
