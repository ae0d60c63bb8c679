# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Floods: queries, notifies, and requests to relay, from somebody who has no place in the ring."""

import itertools
import secrets
import socket
import struct

from attacks.aim import Attack, add_aim, complain
from frames import HOPS, NOTIFY, QUERY, REQUEST, Frame, encode, family_of, id_of

ID_AT, KEY_AT = 8, 16  # where a query's number and its key are


def any_address(target):
    """Where to send from: the own address by which one gets there."""
    with socket.socket(family_of(target[0]), socket.SOCK_DGRAM) as sock:
        sock.connect(target)
        return sock.getsockname()[0]


def datagram_socket(target):
    sock = socket.socket(family_of(target[0]), socket.SOCK_DGRAM)
    sock.bind((any_address(target), 0))
    sock.setblocking(False)
    return sock


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
    """Sends queries for random keys from one socket, and reads what comes back."""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "queries", 1000)

    def run(self):
        frame = bytearray(encode(Frame(QUERY, 0, key=0)))
        with datagram_socket(self.options.target) as sock:
            for _ in self.turns():
                struct.pack_into("!Q", frame, ID_AT, secrets.randbits(64))
                frame[KEY_AT : KEY_AT + 20] = secrets.token_bytes(20)
                send(self, sock, frame)
                if self.count["packets"] % 64 == 0:
                    drain(self, sock)
            drain(self, sock)
        self.report()
        return 0
