# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A meter: what arrives at a third socket, the victim, for what is sent to a peer in its name.

A request on a connection may name any source. A datagram would need a forged sender; it is sent from the victim's own
socket instead, which looks the same to the peer. Bytes are those of frames, without headers of IP, UDP and TCP.
"""

import socket

from attacks.aim import Attack, add_aim, complain
from attacks.floods import QUERY_KEY_AT, REQUEST_KEY_AT, own_address, renumber
from attacks.places import nearest_ports
from frames import HOPS, LEAVE, LOOKUP, NOTIFY, QUERY, REQUEST, Frame, encode, family_of, id_of, name_of

KINDS = ("request", "lookup", "query", "query-own-id", "notify", "leave")


class Reflection(Attack):
    """a meter of what a peer sends to a victim for what it is sent in the victim's name"""

    @staticmethod
    def add_options(parser):
        add_aim(parser, "messages", 100)
        parser.add_argument("--kind", choices=KINDS, action="append", help="which messages; all by default")

    def run(self):
        kinds = self.options.kind or KINDS
        # whoever is next to a peer is of interest to it
        places = nearest_ports(own_address(self.options.target), self.options.target, len(kinds))
        victims = {kind: self.socket_at(place) for kind, place in zip(kinds, places)}
        self.sent, self.came = dict.fromkeys(kinds, (0, 0)), dict.fromkeys(kinds, (0, 0))
        try:
            connection = socket.create_connection(self.options.target, timeout=2)
        except OSError as error:
            complain("cannot connect to %s: %s" % (name_of(self.options.target), error.strerror or error))
            return 1
        with connection:
            for number, _ in enumerate(self.turns()):
                if self.share_of_time() > 0.5:
                    break  # the other half is for what comes late: a peer asks three times, 1 s and 2 s apart
                kind = kinds[number % len(kinds)]
                self.send(kind, victims[kind], connection)
                self.listen(victims)
            for _ in self.turns(rate=100):
                self.listen(victims)
        self.report(**{kind: self.result_of(kind) for kind in kinds})
        return 0

    @staticmethod
    def socket_at(place):
        sock = socket.socket(family_of(place[0]), socket.SOCK_DGRAM)
        sock.bind(place)
        sock.setblocking(False)
        return sock

    def share_of_time(self):
        return (self.now() - self.begin) / self.options.duration

    def send(self, kind, victim, connection):
        data = self.frame_of(kind, victim.getsockname()[:2])
        if kind == "request":
            connection.sendall(data)
        else:
            victim.sendto(data, self.options.target)
        self.sent[kind] = (self.sent[kind][0] + 1, self.sent[kind][1] + len(data))

    def frame_of(self, kind, victim):
        frames = {
            "request": (Frame(REQUEST, 0, hops=HOPS, endpoint=victim), REQUEST_KEY_AT),
            "lookup": (Frame(LOOKUP, 0, hops=HOPS, endpoint=victim), REQUEST_KEY_AT),
            "query": (Frame(QUERY, 0), QUERY_KEY_AT),
            "query-own-id": (Frame(QUERY, 0, key=id_of(self.options.target)), None),
            "notify": (Frame(NOTIFY, 0), None),
            "leave": (Frame(LEAVE, 0, predecessor=victim, peers=(victim,)), None),
        }
        frame, key_at = frames[kind]
        data = bytearray(encode(frame))
        renumber(data, key_at)
        return data

    def listen(self, victims):
        for kind, sock in victims.items():
            try:
                while True:
                    size = len(sock.recv(65535))
                    self.came[kind] = (self.came[kind][0] + 1, self.came[kind][1] + size)
            except BlockingIOError:
                pass

    def result_of(self, kind):
        (sent, sent_bytes), (came, came_bytes) = self.sent[kind], self.came[kind]
        result = {"packets_sent": sent, "bytes_sent": sent_bytes, "packets_arrived": came, "bytes_arrived": came_bytes}
        result["packets_per_packet"] = round(came / max(sent, 1), 3)
        result["bytes_per_byte"] = round(came_bytes / max(sent_bytes, 1), 3)
        return result
