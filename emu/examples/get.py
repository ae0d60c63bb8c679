#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Gets a file out of a ring in which it was put, and is no peer of it. Nothing but Python's standard library.

With its parts beside it, it was written from doc/wire-protocol.rst alone:

    get.py KEY --join 127.0.0.1:7000 > FILE       the file that "dht-peer put" or put.py has named KEY
    get.py KEY --join 127.0.0.1:7000 --raw        one block

It says how many fragments it has fetched, and how many of them were of no use. Exit status: 0 done, 1 the file cannot be
written, 2 a wrong option, 4 nobody answers, 5 the ring does not have it.
"""

import argparse
import asyncio
import os
import stat
import string
import sys

from blocks import Assembler, BrokenFile, below
from frames import FETCH, FRAGMENT, HELD, MOST_NEEDED, Frame
from outside import ANY, AT_ONCE, WANTED, Failed, Outsider, counted, parser_of, run

TOKEN_WANTED = 2  # status of a fragment
UNITS = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


class Reader(Outsider):
    """Finds blocks, and fetches them."""

    async def fragment(self, holder, key):
        """(size, row, bytes) of what a holder has, or None."""
        for _ in range(2):  # the first answer may be a token
            answer = await self.ask(holder, FRAGMENT, lambda n, a: Frame(FETCH, n, a, key=key))
            if not answer or answer.status != TOKEN_WANTED:
                break
        return answer.part if answer and answer.status == HELD else None

    async def block(self, key):
        """The block with this key."""
        return await self.retried(lambda: self.block_once(key))

    async def block_once(self, key):
        """The same, of those who follow it now. Who has a wrong fragment, or none, costs another one."""
        assembler, seen = Assembler(key), set()
        # beyond those whom any lookup names, some hold it where hosts have several peers, or others had no room
        for find in (lambda: self.followers(key, WANTED), lambda: self.followers(key, ANY), lambda: self.all_followers(key)):
            holders = [one for one in await find() if one not in seen]
            seen.update(holders)
            under_way = set()
            while holders or under_way:
                # as many as are wanted, and one more for each that was of no use
                want = max(1, (assembler.needed or MOST_NEEDED) - assembler.kept())
                while holders and len(under_way) < want:
                    under_way.add(asyncio.create_task(self.fragment(holders.pop(0), key)))
                done, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
                for part in filter(None, (task.result() for task in done)):
                    self.count["fragments"] += 1
                    block = assembler.add(part)
                    if block is not None:
                        self.count["blocks"] += 1
                        self.count["useless"] += assembler.kept() + 1 - assembler.needed
                        for task in under_way:
                            task.cancel()
                        return block
        kept = assembler.kept()
        raise self.failure(5, "%040x: %s" % (key, "only %s found" % counted(kept, "fragment") if kept else "nobody has it"))

    async def file(self, children, write):
        """Write what is below the root of a file, or another inner block, in order."""
        slots = asyncio.Semaphore(AT_ONCE)

        async def get(child):
            async with slots:
                return await self.block(child)

        leaves = [asyncio.create_task(get(child)) for child, _, is_leaf in children if is_leaf]
        try:
            for i, (child, part, is_leaf) in enumerate(children):
                if not is_leaf:
                    await self.file(below(await self.block(child), part), write)
                    continue
                leaf = await leaves[i]
                if len(leaf) != part:
                    raise BrokenFile("%040x: a leaf has another size than the block above it says" % child)
                write(leaf)
        finally:
            for leaf in leaves:
                leaf.cancel()


def check_room(size, limit):
    """A few blocks may be a file of any size: what it says is compared with what there is room for."""
    if limit is not None and size > limit:
        raise Failed(1, "the file has %d bytes, and --limit allows %d" % (size, limit))
    out = sys.stdout.fileno()
    if stat.S_ISREG(os.fstat(out).st_mode):
        disk = os.fstatvfs(out)
        if disk.f_blocks and size > disk.f_bavail * disk.f_frsize:
            raise Failed(1, "the file has %d bytes, and there is room for %d" % (size, disk.f_bavail * disk.f_frsize))


async def get(reader, options):
    write = sys.stdout.buffer.write
    try:
        root = await reader.block(options.key)
        if options.raw:
            write(root)
        else:
            children = below(root)
            check_room(sum(size for _, size, _ in children), options.limit)
            await reader.file(children, write)
    except BrokenFile as error:
        raise Failed(5, error) from None
    sys.stdout.buffer.flush()
    count = reader.count
    of = counted(count["blocks"], "block"), counted(count["fragments"], "fragment"), count["useless"]
    print("%s of %s, %d of no use" % of, file=sys.stderr)


def key_of(text):
    if len(text) != 40 or set(text) - set(string.hexdigits):
        raise argparse.ArgumentTypeError("%s: a key is 40 hexadecimal digits" % text)
    return int(text, 16)


def bytes_of(text):
    number = text.rstrip("BTGMk")
    try:
        return int(float(number) * UNITS[text[len(number) :]])
    except (KeyError, OverflowError, ValueError):
        raise argparse.ArgumentTypeError("%s is no size, such as 500MB or 2GB" % text) from None


def main():
    parser = parser_of(__doc__)
    parser.add_argument("key", type=key_of, metavar="KEY", help="of the file, or of a block")
    parser.add_argument("--limit", type=bytes_of, metavar="SIZE", help="that the file may have, such as 2GB")
    return run(Reader, parser.parse_args(), get)


if __name__ == "__main__":
    sys.exit(main())
