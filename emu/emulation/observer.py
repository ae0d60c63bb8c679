# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Asks peers what they know of the ring, as any peer may ask: by query, over the emulated network.

import os
import select
import socket
import struct
import time

from . import namespace
from .ring import View, identity

HEADER = struct.Struct(">HBBBBBBQ")
VERSION = 2
QUERY, NEIGHBOURS = 6, 7
IPV6, RESPONSIBLE, PREDECESSOR, EXTENSIONS = 0x02, 0x08, 0x10, 0x20
TOKEN, TOKEN_SIZE = 2, 8  # an extension: it shows that we are where we ask from


def encode_query(number, key, attempt, token):
    body = bytes([2 + TOKEN_SIZE, TOKEN, TOKEN_SIZE]) + token + key.to_bytes(20, "big")
    return HEADER.pack(HEADER.size + len(body), VERSION, QUERY, EXTENSIONS, 0, attempt, 0, number) + body


def decode_neighbours(frame):
    """The number, a token or None, whether the peer is responsible, its predecessor and the endpoints; None if it is
    nothing such."""
    if len(frame) <= HEADER.size:
        return None
    length, version, kind, flags, _, _, _, number = HEADER.unpack_from(frame)
    if (length, version, kind) != (len(frame), VERSION, NEIGHBOURS) or flags & IPV6:
        return None
    at, token = HEADER.size, None
    if flags & EXTENSIONS:
        at += 1 + frame[at]
        extensions = frame[HEADER.size + 1 : at]
        token = extensions[2:] if extensions[:2] == bytes([TOKEN, TOKEN_SIZE]) else None
    endpoints = []
    for place in range(at + 1, len(frame) - 5, 6):
        port, address = struct.unpack_from(">H4s", frame, place)
        endpoints.append("%s:%d" % (socket.inet_ntoa(address), port))
    predecessor = endpoints.pop(0) if flags & PREDECESSOR and endpoints else None
    return number, token, bool(flags & RESPONSIBLE), predecessor, endpoints


class Observer:
    """Asks from a network namespace of its own, so that its packets are on nobody's access link."""

    TIMEOUT = 0.5
    ATTEMPTS = 3
    # on a link of 600 kbit/s, an answer of 150 bytes takes 2 ms
    AT_ONCE = 16

    def __init__(self, where):
        with namespace.inside(where):
            self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.tokens = {}  # by the endpoints that gave them

    def close(self):
        self.socket.close()

    def ask(self, questions):
        """Answers to (endpoint, key) pairs, by pair; those that nobody answered are missing."""
        answers = {}
        for attempt in range(1, self.ATTEMPTS + 1):
            left = [question for question in questions if question not in answers]
            for start in range(0, len(left), self.AT_ONCE):
                answers.update(self._ask_once(left[start : start + self.AT_ONCE], attempt))
        return answers

    def _ask_once(self, questions, attempt):
        asked = {int.from_bytes(os.urandom(8), "big"): question for question in questions}
        for number, (endpoint, key) in asked.items():
            self._send(endpoint, number, key, attempt)
        answers = {}
        deadline = time.monotonic() + self.TIMEOUT
        while len(answers) < len(asked) and time.monotonic() < deadline:
            for number, token, *answer in self._receive(deadline):
                if number not in asked:
                    continue
                endpoint, key = asked[number]
                answers[endpoint, key] = answer
                if token and self.tokens.get(endpoint) != token:
                    # who shows no token gets a short answer only: the whole one is not there yet
                    self.tokens[endpoint] = token
                    del answers[endpoint, key]
                    self._send(endpoint, number, key, attempt)
        return answers

    def _send(self, endpoint, number, key, attempt):
        host, port = endpoint.rsplit(":", 1)
        token = self.tokens.get(endpoint, bytes(TOKEN_SIZE))
        self.socket.sendto(encode_query(number, key, attempt, token), (host, int(port)))

    def _receive(self, deadline):
        select.select([self.socket], [], [], max(0, deadline - time.monotonic()))
        while True:
            try:
                frame = self.socket.recv(2048)
            except BlockingIOError:
                return
            answer = decode_neighbours(frame)
            if answer:
                yield answer

    def look_up(self, pairs, hops=16):
        """Who is responsible, for (endpoint that is asked first, key) pairs; a lookup that fails is missing."""
        found = {}
        under_way = {pair: [pair[0]] for pair in pairs}
        for _ in range(hops):
            # every lookup asks the best peer it knows; one that is silent is passed over for the next best
            asked = {pair: (options[0], pair[1]) for pair, options in under_way.items() if options}
            answers = self.ask(list(set(asked.values())))
            for pair, question in asked.items():
                if question not in answers:
                    under_way[pair] = under_way[pair][1:]
                    continue
                responsible, _, endpoints = answers[question]
                if responsible:
                    found[pair] = question[0]
                under_way[pair] = [] if responsible else endpoints + under_way[pair][1:]
        return found

    def views(self, endpoints):
        """What each peer says of its predecessor and its successors; silent peers are missing."""
        answers = self.ask([(endpoint, identity(endpoint)) for endpoint in endpoints])
        found = {}
        for (endpoint, _), (responsible, predecessor, successors) in answers.items():
            found[endpoint] = View(predecessor, successors if responsible else [])
        return found

    def fingers(self, ring):
        """The fingers that each peer proves to know: asked who is next on the way to one, it names that very one."""
        questions = {(endpoint, identity(finger)): finger for endpoint in ring.peers for finger in ring.fingers(endpoint)}
        known = {endpoint: [] for endpoint in ring.peers}
        for question, (responsible, _, endpoints) in self.ask(list(questions)).items():
            finger = questions[question]
            if not responsible and endpoints and endpoints[0] == finger:
                known[question[0]].append(finger)
        return known
