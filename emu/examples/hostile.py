#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Peers and programs that do harm: they show what one of them does to a ring, and what it stands.

    hostile.py deaf --listen 127.0.0.1:7009 --join 127.0.0.1:7000       a member of the ring
    hostile.py query-flood --target 127.0.0.1:7000 --rate 29000         somebody outside

Each tells with --help what it does, and ends by itself: a member after a minute, the others after ten seconds, unless
--duration says otherwise, or at SIGTERM and SIGINT. They leave addresses alone that are neither loopback nor private.
"""

import argparse
import asyncio
import sys

from arguments import parser_of
from attacks import aim
from attacks.floods import NotifyFlood, QueryFlood, RelayFlood
from attacks.members import BlackHole, Deaf, Liar, SlowReader
from attacks.reflection import Reflection
from attacks.slow import SlowSender
from attacks.sybils import Sybils
from peer import run

MEMBERS = {"deaf": Deaf, "black-hole": BlackHole, "liar": Liar, "slow-reader": SlowReader}
OUTSIDERS = {"sybils": Sybils, "notify-flood": NotifyFlood, "query-flood": QueryFlood, "reflection": Reflection}
OUTSIDERS |= {"relay-flood": RelayFlood, "slow-sender": SlowSender}


def add_member(kinds, name, kind):
    parser = kinds.add_parser(name, help="a member that " + kind.__doc__, parents=[parser_of(kind.__doc__)], add_help=False)
    parser.description = "A member of a ring that %s. It makes no requests." % kind.__doc__
    getattr(kind, "add_options", lambda _: None)(parser)
    aim.add_anywhere(parser)
    parser.set_defaults(load=-1, duration=60)


def add_outsider(kinds, name, kind):
    parser = kinds.add_parser(name, help=kind.__doc__, description="Outside a ring: %s." % kind.__doc__)
    kind.add_options(parser)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True, metavar="KIND")
    for name, kind in MEMBERS.items():
        add_member(kinds, name, kind)
    for name, kind in OUTSIDERS.items():
        add_outsider(kinds, name, kind)
    options = parser.parse_args()
    if options.what in MEMBERS:
        aim.refuse_strangers(parser, options, options.join)
        return asyncio.run(run(options, MEMBERS[options.what]))
    aim.refuse_strangers(parser, options, [options.target])
    return OUTSIDERS[options.what](options).run()


if __name__ == "__main__":
    sys.exit(main())
