#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A peer that keeps its place in a ring, but relays nothing: shows what one such peer does to the others.

    hostile.py deaf --listen 127.0.0.1:7009 --join 127.0.0.1:7000          reads no connection
    hostile.py black-hole --listen 127.0.0.1:7009 --join 127.0.0.1:7000    reads all of them, and drops what comes

It makes no requests, and takes the options of peer.py besides; without --duration it ends after a minute.
"""

import asyncio
import sys

from peer import Peer, parser_of, run


class Deaf(Peer):
    def __init__(self, options):
        super().__init__(options)
        self.kept = []  # a connection that nobody holds is closed

    async def on_connection(self, reader, writer):
        self.count["connections"] += 1
        writer.transport.pause_reading()  # what comes stays in the system's buffer, until that is full
        self.kept.append(writer)


class BlackHole(Peer):
    def relay(self, frame):
        self.count["swallowed"] += 1


KINDS = {"deaf": Deaf, "black-hole": BlackHole}


def main():
    parser = parser_of(__doc__)
    parser.add_argument("kind", choices=KINDS, help="what it does with its connections")
    parser.set_defaults(load=-1, duration=60)
    options = parser.parse_args()
    return asyncio.run(run(options, KINDS[options.kind]))


if __name__ == "__main__":
    sys.exit(main())
