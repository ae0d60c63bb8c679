#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A whole peer of nothing but Python's standard library: a start for peers of your own.

With its parts beside it, it was written from doc/wire-protocol.rst alone. It joins a ring, keeps its place in it, relays and answers requests,
marks them where its queues are long, and looks up random keys as fast as the scheme "marking" and --load let it:

    peer.py --listen 127.0.0.1:7000                          begins a ring
    peer.py --listen 127.0.0.1:7001 --join 127.0.0.1:7000    joins it

At the end (--duration, SIGTERM, SIGINT) it leaves and prints a summary in JSON. Exit status: 0 done, 2 a wrong option,
3 the endpoint to listen at is taken, 4 no peer that --join names leads into a ring; after SIGINT it ends by that.
"""

import asyncio
import collections
import dataclasses
import json
import os
import random
import secrets
import signal
import sys
import time

from arguments import parser_of
from frames import ACK, COMMON, HOPS, LEAVE, LOOKUP, NEIGHBOURS, NOTIFY, QUERY, REDIRECT, REQUEST, ROUTED_ACK, VERSION
from frames import Frame, Rejected, decode, encode, feedback_in, name_of
from ring import Member

# ---- The peer


class Peer(Member):
    def __init__(self, options):
        super().__init__(options)
        self.rates, self.rate, self.outstanding, self.waited = collections.deque(maxlen=100), 5.0, {}, []

    def datagram_received(self, data, address):
        handlers = {QUERY: self.on_query, NEIGHBOURS: self.on_neighbours, NOTIFY: self.on_notify, LEAVE: self.on_leave}
        handlers |= {ACK: self.on_ack, LOOKUP: self.on_lookup}
        try:
            frame = decode(data, streamed=False)
            handlers.get(frame.type, lambda *_: None)(frame, address[:2])  # nobody redirects us: we send no lookups
        except Rejected as error:
            self.count["rejected_%s" % error] += 1
            if error.args == ("version",):
                self.on_other_version(data, address[:2])

    async def on_connection(self, reader, writer):
        self.count["connections"] += 1
        try:
            while True:
                head = await reader.readexactly(3)
                if int.from_bytes(head[:2], "big") < COMMON.size or head[2] != VERSION:
                    break  # there is no way to find the next frame
                late = asyncio.get_running_loop().call_later(30, writer.close)  # what has begun must end
                rest = await reader.readexactly(int.from_bytes(head[:2], "big") - 3)
                late.cancel()
                try:
                    self.relay(decode(head + rest, streamed=True))
                except Rejected as error:
                    self.count["rejected_%s" % error] += 1
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        writer.close()

    # ---- Requests of others

    def relay(self, frame):
        if not self.joined:
            self.count["dropped"] += 1
            return None
        ahead = [self.links[one] for one in self.nearest(frame.key) if one in self.links]
        if not ahead:
            return self.deliver(frame)
        link = next((one for one in ahead if not one.down), ahead[0])
        if frame.hops > 0 and not link.down:
            if not frame.marked and random.random() < link.mark_probability(self.rates, frame.rate):
                frame.marked = True
                self.count["marked"] += 1
            if sum(len(one.queue) for one in self.links.values()) < 200:
                self.count["forwarded"] += 1
                link.queue.append(frame)
                return link.filled.set()
        self.count["dropped"] += 1
        return None

    def deliver(self, frame):
        if frame.type == ROUTED_ACK:
            return self.on_answer(frame, frame.request_hops)
        self.count["delivered"] += 1
        answer = dataclasses.replace(frame, type=ACK, endpoint=self.me, reply_to=None, payload=b"")
        answer.extensions = feedback_in(frame)
        if frame.reply_to is not None:
            answer.type, answer.key, answer.hops, answer.request_hops = ROUTED_ACK, frame.reply_to, HOPS, frame.hops
            return self.relay(answer)
        return self.on_answer(answer, frame.hops) if frame.endpoint == self.me else self.send(frame.endpoint, answer)

    def on_lookup(self, frame, sender):
        if frame.endpoint != sender:
            raise Rejected("field")
        if not self.joined:
            return
        ways = [one for one in self.nearest(frame.key) if one in self.links]
        ahead = [one for one in ways if one != sender and not self.links[one].down] or ways[:1]
        answer = Frame(REDIRECT if ahead or frame.withheld else ACK, frame.id, frame.attempt, frame.hops, frame.marked)
        answer.extensions = feedback_in(frame)
        answer.endpoint, *further = ahead[:4] or [self.me]
        answer.further = tuple(further)
        while answer.further and len(encode(answer)) > len(encode(frame)):
            answer.further = answer.further[:-1]  # an answer is not longer than what it answers
        self.send(frame.endpoint, answer)

    # ---- Requests of our own

    async def look_up(self):
        while True:
            self.start(self.request(secrets.randbits(64), secrets.randbits(160)))
            await asyncio.sleep(1 / min(self.rate, self.options.load or self.rate))

    async def request(self, number, key):
        self.count["issued"] += 1
        begin = time.monotonic()
        answer = self.outstanding[number] = asyncio.get_running_loop().create_future()
        for attempt in range(1, 21):  # 3 s each: simpler than the timer that the documentation describes, and slower
            rate = min(round(1000 * self.rate), 2**32 - 1)
            frame = Frame(REQUEST, number, attempt, HOPS, rate=rate, key=key, endpoint=self.me)
            frame.payload = bytes(max(0, self.options.message_size - len(encode(frame))))
            self.count["retransmitted"] += attempt > 1
            self.relay(frame)
            if (await asyncio.wait([answer], timeout=3))[0]:
                self.waited.append(time.monotonic() - begin)
                break
            self.rate = max(self.rate * 0.95, 0.1)
        del self.outstanding[number]

    def on_ack(self, frame, sender):
        if frame.endpoint == sender:  # nobody answers in another one's name
            self.on_answer(frame, frame.hops)

    def on_answer(self, frame, hops_left):
        answer = self.outstanding.get(frame.id)
        if answer and not answer.done():
            answer.set_result(frame)
            self.count["achieved"] += 1
            self.count["hops"] += HOPS - hops_left
            self.rate = max(self.rate * 0.95, 0.1) if frame.marked else self.rate + 2 / self.rate

    # ---- The end

    def leave(self):
        peers = tuple(self.successors)
        for to in {self.predecessor, *peers[:1]} - {None}:
            self.send(to, Frame(LEAVE, secrets.randbits(64), predecessor=self.predecessor, peers=peers))

    def summary(self):
        ring = {"id": "%040x" % self.id, "self": name_of(self.me), "joined_s": self.joined - self.started}
        ring["predecessor"] = name_of(self.predecessor) if self.predecessor else None
        ring |= {"successors": [*map(name_of, self.successors)], "fingers": [*map(name_of, self.neighbours())]}
        results = {"rate": self.rate, "delay_s": sum(self.waited) / max(len(self.waited), 1)}
        return {"ring": ring, "results": results, "counters": dict(self.count)}


# ---- The program


async def run(options, kind=Peer):
    peer, loop, stop, came = kind(options), asyncio.get_running_loop(), asyncio.Event(), []
    try:
        await loop.create_datagram_endpoint(lambda: peer, local_addr=options.listen)
        await asyncio.start_server(peer.on_connection, *options.listen)
    except OSError as error:
        print("peer.py: cannot listen: %s" % error.strerror, file=sys.stderr)
        return 3
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, lambda number=number: (came.append(number), stop.set()))
    if not options.join:
        peer.joined = time.monotonic()
    elif not await peer.enter():
        named = ", ".join(name_of(one) for one in options.join)
        print("peer.py: cannot join: no way into a ring from %s" % named, file=sys.stderr)
        return 4
    for work in [peer.stabilise(), peer.fix_fingers()] + ([peer.look_up()] if options.load >= 0 else []):
        peer.start(work)
    await asyncio.wait([asyncio.create_task(stop.wait())], timeout=options.duration or None)
    peer.leave()
    print(json.dumps(peer.summary(), indent=2), flush=True)
    if came[:1] == [signal.SIGINT]:
        # Ctrl-C: a loop of the shell is to end, too
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return 0


def main():
    return asyncio.run(run(parser_of(__doc__).parse_args()))


if __name__ == "__main__":
    sys.exit(main())
