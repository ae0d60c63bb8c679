# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The ring that peers should form, and whether what is known of them agrees with it.

import bisect
import dataclasses
import hashlib

BITS = 160


def identity(endpoint):
    """The id of a peer: the SHA-1 of its endpoint's name, such as "10.0.0.1:7000"."""
    return int.from_bytes(hashlib.sha1(endpoint.encode()).digest(), "big")


class IdealRing:
    """Who should know whom, given who is there."""

    def __init__(self, endpoints):
        self.peers = sorted(endpoints, key=identity)
        self.ids = [identity(endpoint) for endpoint in self.peers]

    def first_at_or_after(self, key):
        return self.peers[bisect.bisect_left(self.ids, key % (1 << BITS)) % len(self.peers)]

    def responsible(self, key):
        """The last peer at or before a key."""
        return self.peers[bisect.bisect_right(self.ids, key) - 1]

    def after(self, endpoint, count):
        """The next peers clockwise, nearest first; never the peer itself."""
        place = self.peers.index(endpoint)
        count = min(count, len(self.peers) - 1)
        return [self.peers[(place + 1 + i) % len(self.peers)] for i in range(count)]

    def successor(self, endpoint):
        return (self.after(endpoint, 1) or [endpoint])[0]

    def predecessor(self, endpoint):
        return self.peers[self.peers.index(endpoint) - 1]

    def fingers(self, endpoint):
        """Finger i is the first peer at or after id + 2^i: each once, without the peer itself."""
        own = identity(endpoint)
        found = {self.first_at_or_after(own + (1 << i)) for i in range(BITS)}
        return found - {endpoint}


@dataclasses.dataclass
class View:
    """What one peer knows: endpoints as text, None where it is not known to us."""

    predecessor: str = None
    successors: list = None
    fingers: list = None


def faults(ring, views, successors=1):
    """What is wrong with the views that peers of the ring have, a line each."""
    return [line for endpoint in ring.peers for line in faults_of(ring, endpoint, views.get(endpoint), successors)]


def faults_of(ring, endpoint, view, successors):
    """What is wrong with one peer's view."""
    if view is None:
        yield "%s says nothing" % endpoint
        return
    if len(ring.peers) > 1 and view.predecessor != ring.predecessor(endpoint):
        yield "%s has the predecessor %s, not %s" % (endpoint, view.predecessor, ring.predecessor(endpoint))
    right = ring.after(endpoint, successors)
    known = (view.successors or [])[: len(right)]
    if known != right:
        yield "%s has the successors %s, not %s" % (endpoint, " ".join(known) or "(none)", " ".join(right))
    if view.fingers is not None:
        absent = ring.fingers(endpoint) - set(view.fingers)
        if absent:
            yield "%s lacks the fingers %s" % (endpoint, " ".join(sorted(absent)))
