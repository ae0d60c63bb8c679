# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Where on the ring one comes to be by the choice of a port."""

import socket

from frames import distance, family_of, id_of


def nearest_ports(address, victim, count):
    """Half of them just before the victim's id, half just behind it, in the order of the ring."""
    start = id_of(victim)
    every = sorted(((address, port) for port in range(1024, 65536)), key=lambda one: distance(start, id_of(one)))
    before, behind = [], []
    for found, among in ((behind, every), (before, reversed(every))):
        for one in among:
            if len(found) == (count + (found is behind)) // 2:
                break
            if one != victim and is_free(one):
                found.append(one)
    return [*behind, *reversed(before)]


def is_free(endpoint):
    try:
        for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
            with socket.socket(family_of(endpoint[0]), kind) as sock:
                sock.bind(endpoint)
    except OSError:
        return False
    return True
