# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks emu/examples/: its frames against the vectors, and its peers in one ring with dht-peer's.

    example-peer.py vectors frames.json
    example-peer.py ring DHT-PEER MINE OTHERS     so many peers of the example, and of ours
    example-peer.py strangers                     what one peer of the example says to whom, without sockets

Of a ring, everything is seen from outside, by what peers answer. Exit status: 0 all is well; otherwise an exception says
what is wrong.
"""

import asyncio
import collections
import hashlib
import json
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import time
import unittest.mock

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "emu" / "examples"
sys.path.insert(0, str(EXAMPLES))

from arguments import parser_of  # noqa: E402
from frames import ACK, LEAVE, LOOKUP, NEIGHBOURS, QUERY, REDIRECT, REQUEST, Frame, area_of  # noqa: E402
from frames import Rejected, decode, distance, encode, id_of, name_of, token_in  # noqa: E402
from peer import Peer  # noqa: E402
from queries import SITE, STRANGERS  # noqa: E402
from trials.processes import free_endpoint  # noqa: E402

# ---- Vectors

STREAMED = ("requests", "routedAcks")
MEMBERS = {"hopLimit": "hops", "milliRate": "rate", "requestHopLimit": "request_hops", "replyTo": "reply_to"}
MEMBERS |= {"from": "first", "to": "last", "keys": "listed", "digests": "listed"}


def endpoint_of(vector):
    address = bytes.fromhex(vector["address"])
    return socket.inet_ntop(socket.AF_INET if len(address) == 4 else socket.AF_INET6, address), vector["port"]


def expected(member, value):
    if member in ("source", "responsible", "predecessor", "origin") and isinstance(value, dict):
        return endpoint_of(value)
    if member == "coordinate":
        return tuple(value)
    if member == "keys":
        return tuple(int(key, 16) for key in value)
    if member == "digests":
        return tuple(int(value[at : at + 16], 16) for at in range(0, len(value), 16))
    if member in ("id", "key", "replyTo", "lookup", "from", "to", "digest"):
        return int(value, 16)
    if member == "had":
        return bytes.fromhex(value["row"]), bytes.fromhex(value["digest"])
    if member in ("peers", "further"):
        return tuple(map(endpoint_of, value))
    return bytes.fromhex(value) if member in ("payload", "extensions") else value


def check_store(frame, vector):
    """What only messages of the store have."""
    if "bytes" in vector:
        assert len(frame.part[1]) == vector["needed"], vector["name"]
        assert frame.part[0] == vector["blockSize"], vector["name"]
        assert frame.part[1:] == (bytes.fromhex(vector["row"]), bytes.fromhex(vector["bytes"])), vector["name"]
    if "had" in vector:
        had = vector["had"]
        told = struct.pack("!BH", had["needed"], had["size"]) + bytes.fromhex(had["row"] + had["bytes"])
        assert hashlib.sha1(told).digest()[-8:] == bytes.fromhex(had["digest"]), vector["name"]
    if "complete" in vector:
        peers = tuple((endpoint_of(peer), tuple(peer["coordinate"])) for peer in vector["peers"])
        assert frame.located == peers, vector["name"]


def check_valid(kind, vector):
    data = bytes.fromhex(vector["frame"])
    frame = decode(data, kind in STREAMED)
    assert encode(frame) == data, vector["name"]
    check_store(frame, vector)
    for member, value in vector.items():
        if member == "peers" and kind == "locateds":
            continue
        if member not in ("name", "frame", "needed", "blockSize", "row", "bytes"):
            is_endpoint = member in ("source", "origin") or (member == "responsible" and isinstance(value, dict))
            name = "endpoint" if is_endpoint else MEMBERS.get(member, member)
            assert getattr(frame, name) == expected(member, value), (vector["name"], member)


def check_vectors(path):
    vectors = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    valid = ["requests", "routedAcks", "lookups", "acks", "redirects", "queries", "neighbours", "notifies", "leaves"]
    valid += ["locates", "accepteds", "locateds", "fetches", "fragments", "stores", "storeds", "syncs", "synceds"]
    for kind in valid:
        for vector in vectors[kind]:
            check_valid(kind, vector)
    for vector in vectors["invalid"]:
        try:
            decode(bytes.fromhex(vector["frame"]), vector["as"] == "connection")
            error = "none"
        except Rejected as rejected:
            error = str(rejected)
        assert error == vector["error"], (vector["name"], error)
    for vector in vectors["names"]:
        peer = endpoint_of(vector["endpoint"])
        assert (name_of(peer), "%040x" % id_of(peer)) == (vector["name"], vector["id"]), vector["name"]


# ---- A ring


def until(seconds, holds, what):
    """Waits until something does not raise an AssertionError any more."""
    end = time.monotonic() + seconds
    while True:
        try:
            return holds()
        except AssertionError as error:
            assert time.monotonic() < end, "%s: not within %d s: %s" % (what, seconds, error)
            time.sleep(0.1)


class Process:
    """A peer, of the example or of ours."""

    def __init__(self, command, options, me, bootstrap):
        self.me, self.id = me, id_of(me)
        join = ["--join=" + name_of(bootstrap)] if bootstrap else []
        command = [*command, "--listen=" + name_of(me), *join, *options]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)

    def end(self):
        """Its summary."""
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, (name_of(self.me), self.process.returncode, errors)
        return json.loads(output)


class Client:
    """Asks peers, and is none."""

    def __init__(self):
        self.udp = socket.socket(type=socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.udp.settimeout(2)
        self.number = 0

    def receive(self):
        try:
            while True:
                answer = decode(self.udp.recv(65536), streamed=False)
                if answer.id == self.number:
                    return answer
        except socket.timeout:
            raise AssertionError("no answer to %d" % self.number) from None

    def ask(self, to, kind, key, withheld=False):
        endpoint = self.udp.getsockname() if kind == LOOKUP else None
        token = 0
        while True:
            self.number += 1
            frame = Frame(kind, self.number, key=key, endpoint=endpoint, withheld=withheld)
            frame.extensions = area_of(token) if kind == QUERY else b""
            asked = encode(frame)
            self.udp.sendto(asked, to)
            answer = self.receive()
            assert answer.type != REDIRECT or len(encode(answer)) <= len(asked), "a redirect is longer than its lookup"
            if not token_in(answer):
                return answer
            token = token_in(answer)  # who shows none gets a short answer

    def request(self, to, key, marked):
        """By TCP, as a neighbour would."""
        self.number += 1
        frame = Frame(REQUEST, self.number, hops=20, marked=marked, key=key, endpoint=self.udp.getsockname())
        frame.payload = b"x" * 100
        with socket.create_connection(to, timeout=2) as connection:
            data = encode(frame)
            connection.sendall(data[:20])
            connection.sendall(data[20:])
            return self.receive()


class Ring:
    """Some peers, and what must be true of them."""

    def __init__(self, client, peers):
        self.client, self.peers = client, sorted(peers, key=lambda peer: peer.id)

    def first_from(self, key):
        return min(self.peers, key=lambda peer: distance(key, peer.id))

    def last_up_to(self, key):
        return min(self.peers, key=lambda peer: distance(peer.id, key))

    def check_places(self):
        """Everybody names the right peers around it."""
        for index, peer in enumerate(self.peers):
            answer = self.client.ask(peer.me, QUERY, peer.id)
            order = self.peers[index + 1 :] + self.peers[:index]
            assert answer.type == NEIGHBOURS and answer.responsible, name_of(peer.me)
            named = [name_of(one) for one in (answer.predecessor or ("nobody", 0), *answer.peers)]
            right = [name_of(one.me) for one in (order[-1], *order[:8])]
            assert named == right, "%s names %s, not %s" % (name_of(peer.me), named, right)

    def check_fingers(self):
        """Everybody sends requests for the id of a finger straight to it."""
        for peer in self.peers:
            for finger in {self.first_from((peer.id + 2**i) % 2**160) for i in range(160)} - {peer}:
                answer = self.client.ask(peer.me, LOOKUP, finger.id)
                said = (name_of(peer.me), answer.type, name_of(answer.endpoint), name_of(finger.me))
                assert answer.type == REDIRECT and answer.endpoint == finger.me, said

    def check_lookups(self):
        """Everybody names peers on the way, best first, and asks for a payload that is withheld."""
        named = 0
        for peer in self.peers:
            for owner in self.peers:
                key = (owner.id + 1) % 2**160
                answer = self.client.ask(peer.me, LOOKUP, key, withheld=True)
                assert answer.type == REDIRECT, name_of(peer.me)
                ways = [distance(id_of(one), key) for one in (answer.endpoint, *answer.further)]
                if peer is owner:
                    assert (answer.endpoint, answer.further) == (peer.me, ()), name_of(peer.me)
                else:
                    assert ways == sorted(ways) and ways[-1] < distance(peer.id, key), name_of(peer.me)
                    named = max(named, len(ways))
        assert named > 1, named

    def check_requests(self):
        """From everybody to everybody."""
        for start in self.peers:
            for number, owner in enumerate(self.peers):
                marked = number % 2 == 0
                answer = self.client.request(start.me, (owner.id + 1) % 2**160, marked)
                hops = 20 - answer.hops
                assert answer.type == ACK and answer.endpoint == owner.me, (name_of(start.me), name_of(owner.me))
                assert (hops == 0) == (start is owner) and hops <= 5, hops
                assert answer.marked or not marked, "a mark was lost"

    def check(self, seconds, what):
        until(seconds, self.check_places, what + ", places")
        until(seconds, self.check_fingers, what + ", fingers")
        until(seconds, self.check_lookups, what + ", lookups")
        until(seconds, self.check_requests, what + ", requests")


def start(program, mine, others):
    """So many peers of the example and of ours, alternating as far as possible."""
    example = [sys.executable, str(EXAMPLES / "peer.py")], ["--interval=0.2s", "--load=20"]
    ours = ["--stabilise-interval=0.2s", "--finger-interval=0.1s", "--query-timeout=0.2s", "--quiet"]
    ours += ["--scheme=marking", "--load=20", "--warmup=0s", "--duration=0s"]
    kinds = [example, ([program], ours)]
    order = [kinds[i % 2] for i in range(2 * min(mine, others))]
    order += [kinds[mine < others]] * abs(mine - others)
    client, peers = Client(), []
    for kind in order:
        peers.append(Process(*kind, free_endpoint(), peers[-1].me if peers else None))
        until(20, lambda: client.ask(peers[-1].me, QUERY, peers[-1].id), "joining")
    return client, peers


def check_summaries(client, peers):
    """One after the other leaves, and each was of use to the others."""
    for number, peer in enumerate(peers):
        summary = peer.end()
        counters, name = summary["counters"], name_of(peer.me)
        answered = counters.get("achieved", counters.get("answered"))
        assert counters["issued"] > 10 and answered >= 0.9 * counters["issued"], (name, counters)
        assert counters["forwarded"] > 10 and counters["delivered"] > 10, (name, counters)
        assert counters.get("wire_errors", 0) == 0, (name, counters)
        assert not [one for one in counters if one.startswith("rejected")], (name, counters)
        left = Ring(client, peers[number + 1 :])
        if len(left.peers) > 1:
            until(10, left.check_places, "after somebody has left")


def check_ring(program, mine, others):
    client, peers = start(program, mine, others)
    try:
        Ring(client, peers).check(30, "a ring")
        for killed in (peers[1], peers[2]):
            killed.process.kill()
            peers.remove(killed)
            Ring(client, peers).check(30, "after somebody was killed")
        time.sleep(4)  # what was lost meanwhile is sent again
        check_summaries(client, peers)
    finally:
        for peer in peers:
            peer.process.kill()


# ---- One peer that hears lies


class Lies:
    """All that a peer hears and says: one liar answers its queries, and strangers never do."""

    def __init__(self):
        self.liar, self.said, self.named = ("127.0.0.2", 7000), collections.Counter(), set()
        options = ["--listen=127.0.0.1:7000", "--join=" + name_of(self.liar), "--load=-1", "--interval=0.01s"]
        self.peer = Peer(parser_of("A peer.").parse_args(options))
        self.peer.connection_made(self)

    def sendto(self, data, to):
        """What a transport does: somebody gets a datagram."""
        self.said[to] += 1
        frame = decode(data, streamed=False)
        if to == self.liar and frame.type == QUERY:
            self.hear(self.liar, self.lie(frame))

    def lie(self, query):
        """It knows sixteen peers whenever it is asked, other ones each time."""
        begin = len(self.named)
        peers = tuple(("127.1.%d.%d" % divmod(begin + i, 250), 7000) for i in range(16))
        self.named.update(peers)
        answer = Frame(NEIGHBOURS, query.id, query.attempt, peers=peers, extensions=area_of(7))
        if query.key in (self.peer.id, id_of(self.liar)):
            answer.responsible, answer.predecessor = True, self.peer.me
        return answer

    def hear(self, sender, frame):
        asyncio.get_running_loop().call_soon(self.peer.datagram_received, encode(frame), sender)

    async def answered(self, sender, frame):
        """What somebody is sent who says something, in datagrams."""
        before = self.said[sender]
        self.hear(sender, frame)
        await asyncio.sleep(0.005)
        return self.said[sender] - before

    async def run(self):
        stranger, key = ("127.0.0.3", 9), 2**159 + 5
        request = Frame(REQUEST, 1, hops=5, key=key, endpoint=stranger)
        self.peer.relay(request)
        for frame in (Frame(QUERY, 2, key=key), Frame(LOOKUP, 3, key=key, endpoint=stranger)):
            assert await self.answered(stranger, frame) == 0, "who has no place answers for a key"
        assert self.peer.count["dropped"] == 1 and self.said[stranger] == 0, "who has no place answers a request"
        assert await self.peer.join(), "no place"
        assert self.peer.tables() == {self.liar}, "hearsay is a neighbour"
        await self.check_hearsay()
        await self.check_names()
        self.check_floods()
        for task in [link.task for link in self.peer.links.values()] + list(self.peer.tasks):
            task.cancel()

    async def check_hearsay(self):
        """Whoever is named is asked, if at all, and is nothing before it answers."""
        for _ in range(20):
            await self.peer.meet(self.liar)
            await asyncio.sleep(0.01)
        asked = [one for one in self.named if self.said[one]]
        assert asked and max(self.said[one] for one in asked) <= 2, self.said
        assert not self.named & {*self.peer.tables(), *self.peer.links}, "hearsay is believed"
        assert await self.peer.find((self.peer.id - 1) % 2**160, [self.liar]) is None, "silence is an answer"
        more = [one for one in self.named if self.said[one]]
        assert 0 < len(more) - len(asked) <= 4, "one answer makes it ask %d" % (len(more) - len(asked))

    async def check_names(self):
        """Nobody speaks in another one's name."""
        answer = self.peer.outstanding[4] = asyncio.get_running_loop().create_future()
        await self.answered(("127.0.0.3", 9), Frame(ACK, 4, endpoint=self.liar))
        assert not answer.done(), "an overlay-ack of somebody else counts"
        await self.answered(self.liar, Frame(ACK, 4, endpoint=self.liar))
        assert answer.done(), "an overlay-ack does not count"
        assert await self.answered(self.liar, Frame(LEAVE, 5)) > 0, "who seems to leave is not asked"
        assert self.liar in self.peer.tables(), "who seems to leave is believed to"

    def check_floods(self):
        """Within one second, one who shows no token gets its share, and all of them what they may have together."""
        with unittest.mock.patch("time.monotonic", return_value=time.monotonic()):
            for number in range(4 * STRANGERS):
                query = encode(Frame(QUERY, number, key=self.peer.id))
                sender = (number - 2 * STRANGERS) % 250 if number >= 2 * STRANGERS else 250
                self.peer.datagram_received(query, ("127.0.2.%d" % sender, 7000))
        assert self.said["127.0.2.250", 7000] == SITE, self.said["127.0.2.250", 7000]
        answers = sum(count for to, count in self.said.items() if to[0].startswith("127.0.2."))
        assert answers == STRANGERS, answers


if __name__ == "__main__":
    if sys.argv[1] == "vectors":
        check_vectors(sys.argv[2])
    elif sys.argv[1] == "strangers":
        asyncio.run(Lies().run())
    else:
        check_ring(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
