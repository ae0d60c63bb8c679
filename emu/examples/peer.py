#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A whole peer of nothing but Python's standard library: a start for peers of your own.

With frames.py beside it, it was written from doc/wire-protocol.rst alone. It joins a ring, keeps its place in it, relays and answers requests,
marks them where its queues are long, and looks up random keys as fast as the scheme "marking" and --load let it:

    peer.py --listen 127.0.0.1:7000                          begins a ring
    peer.py --listen 127.0.0.1:7001 --join 127.0.0.1:7000    joins it

At the end (--duration, SIGTERM, SIGINT) it leaves and prints a summary in JSON. Exit status: 0 done, 2 a wrong option,
3 the endpoint to listen at is taken, 4 no peer that --join names leads into a ring; after SIGINT it ends by that.
"""

import argparse
import asyncio
import collections
import dataclasses
import hashlib
import json
import os
import random
import secrets
import signal
import socket
import sys
import time

from frames import ACK, LEAVE, LOOKUP, NEIGHBOURS, NOTIFY, QUERY, REDIRECT, REQUEST, ROUTED_ACK
from frames import COMMON, HOPS, VERSION, Frame, Rejected, area_of, decode, distance, encode, family_of, feedback_in, id_of
from frames import host_of, name_of, token_in

CANDIDATES, NAMED, SUCCESSORS, REMEMBERED = 4, 4, 8, 128  # asked at once; of an answer; kept; of those who have answered
STRANGERS, SITE = 1000, 200  # queries answered in a second: of all who show no token, and of one host, with and without

# ---- A neighbour


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


# ---- The peer


class Peer(asyncio.DatagramProtocol):
    def __init__(self, options):
        self.me, self.id, self.options, self.transport = options.listen, id_of(options.listen), options, None
        self.predecessor, self.successors, self.fingers, self.links = None, [], {}, {}
        self.joined, self.started, self.asked, self.meeting = None, time.monotonic(), {}, set()
        self.rates, self.count, self.tasks = collections.deque(maxlen=100), collections.Counter(), set()
        self.rate, self.outstanding, self.waited = 5.0, {}, []
        self.secret, self.tokens = secrets.token_bytes(16), {}  # ours; and what others gave us, by who they are
        self.heard, self.called = {}, set()  # who has answered lately, the last one last; who asks us in vain, of those we ask
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

    # ---- Maintenance

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

    def forget(self, gone):
        self.tokens.pop(gone, None)
        self.heard.pop(gone, None)
        self.successors = [one for one in self.successors if one != gone]
        self.fingers = {i: finger for i, finger in self.fingers.items() if finger != gone}
        self.predecessor = None if self.predecessor == gone else self.predecessor
        self.update_links()

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

    def on_query(self, frame, sender):
        if not self.joined:
            self.called |= {sender} & set(self.options.join)
            return
        if not self.affords(sender, self.is_proved(frame, sender)):
            self.count["throttled"] += 1
            return
        ahead = [one for one in self.nearest(frame.key) if one != sender]  # as if the one who asks was not there
        found = Frame(NEIGHBOURS, frame.id, frame.attempt, responsible=not ahead, peers=tuple(ahead[:4]))
        if found.responsible:
            found.predecessor, found.peers = self.predecessor, tuple(self.successors)
        if token_in(frame) != self.token_for(sender):
            found.extensions = area_of(self.token_for(sender))
        if not self.is_proved(frame, sender):  # it may be a victim: no more bytes than came in its name
            while found.peers and len(encode(found)) > len(encode(frame)):
                found.peers = found.peers[:-1]
            if len(encode(found)) > len(encode(frame)):
                found.predecessor = None
        if len(encode(found)) <= len(encode(frame)) or self.is_proved(frame, sender):
            self.send(sender, found)
        if frame.key == self.id:
            self.on_notify(frame, sender)  # it knows us, and has a place in the ring

    def on_neighbours(self, frame, sender):
        answer = self.asked.get((sender, frame.id))
        if answer and not answer.done():
            if token_in(frame):
                self.tokens[sender] = token_in(frame)
            self.heard.pop(sender, None)
            self.heard[sender] = True
            if len(self.heard) > REMEMBERED:
                del self.heard[next(iter(self.heard))]
            answer.set_result(frame)

    def on_notify(self, frame, sender):
        if not self.is_proved(frame, sender):
            return
        self.consider(sender)

    def consider(self, sender):
        closer = self.predecessor is None or self.is_between(id_of(self.predecessor), sender, self.id)
        nearer = not self.successors or self.is_between(self.id, sender, id_of(self.successors[0]))
        if self.joined and sender != self.me and (closer or nearer) and len(self.meeting) < CANDIDATES:
            self.start(self.meet(sender))

    def tables(self):
        return {self.predecessor, *self.successors, *self.fingers.values()} - {None}

    async def meet(self, other):
        """Ask a peer for its neighbours; nobody is believed in who does not answer."""
        if other in self.meeting or other == self.me:
            return
        self.meeting.add(other)
        answer = await self.query(other, id_of(other), 3 if other in self.tables() else 2)
        self.meeting.discard(other)
        if not answer or not answer.responsible or not self.joined:
            return
        beyond = [one for one in answer.peers if self.is_between(id_of(other), one, self.id)]
        if other in self.successors[:1]:
            for one in beyond:  # whoever answers is in the list that the successor tells next
                if one not in self.heard and one not in self.successors and len(self.meeting) < CANDIDATES:
                    self.start(self.meet(one))
        beyond = [one for one in beyond if one in self.heard or one in self.successors]
        if not self.successors or other == self.successors[0]:
            self.set_successors([other, *beyond])
            self.send(other, Frame(NOTIFY, secrets.randbits(64)))
        elif self.is_between(self.id, other, id_of(self.successors[0])):
            self.set_successors([other, *beyond, *self.successors])
        if self.predecessor is None or self.is_between(id_of(self.predecessor), other, self.id):
            self.predecessor = other
        if answer.predecessor and self.is_between(self.id, answer.predecessor, id_of(self.successors[0])):
            await self.meet(answer.predecessor)

    def on_leave(self, frame, sender):
        question = self.asked.get((sender, frame.id))
        if question and not question.done():
            question.set_result(None)
        if sender not in self.tables():
            return
        if not question and not self.is_proved(frame, sender):
            self.start(self.meet(sender))  # anybody may have said so
            return
        self.forget(sender)
        for one in (frame.predecessor, *frame.peers[:1]):
            if one:
                self.consider(one)

    def on_other_version(self, data, sender):
        _, version, kind, _, _, attempt, _, number = COMMON.unpack_from(data)
        if kind == QUERY:
            self.transport.sendto(COMMON.pack(COMMON.size, VERSION, NEIGHBOURS, 0, 0, attempt, 0, number), sender)
        elif kind == NEIGHBOURS and (sender, number) in self.asked:
            print("peer.py: %s speaks version %d, not %d" % (name_of(sender), version, VERSION), file=sys.stderr)

    async def find(self, key, candidates):
        """(the peer that is responsible for a key, its neighbours); None if nobody knows."""
        asked, answered, doubtful = {self.me}, [], None
        known = {*candidates}
        while len(asked) < HOPS:
            candidates = [one for one in candidates if one not in asked]
            if not candidates:
                break
            best = min(candidates, key=lambda one: distance(id_of(one), key))
            asked.add(best)
            answer = await self.query(best, key, 3 if best in known else 2)
            if not answer:
                continue
            if answer.responsible and self.is_sound(best, answer, key, answered):
                return best, answer
            if answer.responsible:
                doubtful = doubtful or (best, answer)
            else:  # nobody leads back
                far = distance(id_of(best), key)
                candidates += [one for one in answer.peers[:NAMED] if distance(id_of(one), key) < far]
            answered.append(best)
        return doubtful if key == self.id else None  # for a place, it is better than nothing

    def is_sound(self, peer, answer, key, answered):
        """Whether it may be responsible: nobody who has answered is where it says that nobody is."""
        start = id_of(peer)
        end = next((id_of(one) for one in answer.peers if one != self.me), start)
        gap = distance(start, end) or 2**160
        return distance(start, key) < gap and not any(0 < distance(start, id_of(one)) < gap for one in answered)

    async def first_there(self, peers):
        """The first one that answers for itself; None if nobody does."""
        for one in [one for one in peers if one != self.me][:NAMED]:
            if one in self.heard or await self.query(one, id_of(one), 2):
                return one
        return None

    async def join(self):
        found = await self.find(self.id, self.options.join)
        if not found or (id_of(found[0]) == self.id and found[0] != self.me):
            return False
        before, answer = found  # whoever is responsible for our id comes before us
        after = await self.first_there(answer.peers) or before
        self.predecessor, self.joined = before, self.joined or time.monotonic()
        self.set_successors([after, before])
        return True

    async def enter(self):
        """Take a place in a ring, or begin one with a peer that was told to join through us; whether that is done."""
        for _ in range(10):
            if await self.join():
                return True
            if self.called and not self.heard and self.id < min(map(id_of, self.called)):
                self.joined = time.monotonic()
                return True
            if not self.called and not self.heard:
                return False
            self.called.clear()
            await asyncio.sleep(self.options.interval)
        return False

    async def stabilise(self):
        while True:
            for one in {*self.successors[:1], self.predecessor} - {None}:
                self.start(self.meet(one))
            if not self.successors and self.options.join:
                await self.join()
            await asyncio.sleep(self.options.interval)

    async def fix_fingers(self):
        while True:
            for i in reversed(range(160)):
                if not self.successors or 2**i <= distance(self.id, id_of(self.successors[0])):
                    break  # the successor is this finger, and all that follow
                key = (self.id + 2**i) % 2**160
                found = await self.find(key, self.nearest(key))
                peers = [found[0]] * (id_of(found[0]) == key) + [*found[1].peers, found[0]] if found else []
                finger = self.me if peers[:1] == [self.me] else await self.first_there(peers)
                if finger:
                    self.fingers[i] = finger
                    self.update_links()
            await asyncio.sleep(self.options.interval)

    def set_successors(self, peers):
        self.successors = self.in_order(peers)[:SUCCESSORS]
        self.update_links()

    def in_order(self, peers):
        return sorted(set(peers) - {self.me}, key=lambda one: distance(self.id, id_of(one)))

    def is_between(self, start, endpoint, end):
        return 0 < distance(start, id_of(endpoint)) < (distance(start, end) or 2**160)

    def neighbours(self):
        return self.in_order([*self.successors[:1], *self.fingers.values()])

    def nearest(self, key):
        """Those we know that are not beyond the key, the nearest to it first; nobody if it is ours."""
        known = self.in_order([*self.successors, *self.fingers.values()])
        return [one for one in reversed(known) if distance(self.id, id_of(one)) <= distance(self.id, key)]

    def update_links(self):
        for gone in set(self.links) - set(self.neighbours()):
            link = self.links.pop(gone)
            link.task.cancel()
            for frame in link.queue:
                self.relay(frame)  # there may be another way
        for new in set(self.neighbours()) - set(self.links):
            self.links[new] = Link(self, new)

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


def endpoint_of(text):
    host, _, port = text.rpartition(":")
    try:
        return socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_DGRAM)[0][4][:2]
    except (OSError, ValueError, OverflowError):
        raise argparse.ArgumentTypeError("%s is not ADDRESS:PORT" % text) from None


def seconds_of(text):
    try:
        value = float(text.removesuffix("s"))
    except ValueError:
        raise argparse.ArgumentTypeError("%s is no number of seconds, such as 1.5s" % text) from None
    if value and not text.endswith("s"):
        raise argparse.ArgumentTypeError("%s has no unit: write %ss" % (text, text))
    return value


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


def parser_of(text):
    parser = argparse.ArgumentParser(description=text.split("\n", maxsplit=1)[0])
    add = parser.add_argument
    add("--listen", type=endpoint_of, required=True, metavar="ADDRESS:PORT", help="where others reach this peer")
    add("--join", type=endpoint_of, action="append", default=[], metavar="ADDRESS:PORT", help="a peer of the ring")
    add("--load", type=float, default=0, help="requests/s at most; 0: no limit of its own; -1: no requests")
    add("--message-size", type=int, default=256, help="length of a request's frame, in bytes")
    add("--duration", type=seconds_of, default=0, metavar="TIME", help="in the ring, such as 60s; 0: until SIGTERM or SIGINT")
    add("--interval", type=seconds_of, default=1, metavar="TIME", help="between two looks at the successor (1s)")
    return parser


def main():
    return asyncio.run(run(parser_of(__doc__).parse_args()))


if __name__ == "__main__":
    sys.exit(main())
