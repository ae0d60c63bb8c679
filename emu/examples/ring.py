# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A peer's place in the ring, and how it keeps that."""

import asyncio
import secrets
import time

from frames import HOPS, NAMED, NEIGHBOURS, NOTIFY, Frame, area_of, distance, encode, id_of, nearest_not_in, token_in
from link import Link
from queries import Asker

CANDIDATES, SUCCESSORS = 4, 8  # asked at once; kept


class Member(Asker):
    """Somebody who has a place in a ring, and links to neighbours; relay() takes what waited for a neighbour that is gone."""

    def __init__(self, options):
        super().__init__(options)
        self.predecessor, self.successors, self.fingers, self.links = None, [], {}, {}
        self.joined, self.started, self.meeting = None, time.monotonic(), set()
        self.called = set()  # who asks us in vain, of those we ask

    def forget(self, gone):
        self.tokens.pop(gone, None)
        self.heard.pop(gone, None)
        self.successors = [one for one in self.successors if one != gone]
        self.fingers = {i: finger for i, finger in self.fingers.items() if finger != gone}
        self.predecessor = None if self.predecessor == gone else self.predecessor
        self.update_links()

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

    async def find(self, key, candidates):
        """(the peer that is responsible for a key, its neighbours); None if nobody knows."""
        asked, answered, doubtful = {self.me}, [], None
        candidates, known = [*candidates], {*candidates}
        while len(asked) < HOPS and (best := nearest_not_in(asked, candidates, key)):
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
