#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Puts files into a ring, and is no peer of it. Nothing but Python's standard library.

With its parts beside it, it was written from doc/wire-protocol.rst alone:

    put.py FILE... --join 127.0.0.1:7000          prints the key of each, for get.py and "dht-peer get"; - is standard input
    put.py FILE --join 127.0.0.1:7000 --raw       one block

Of several files, it prints a line each: the key, two spaces and the name. Exit status: 0 all are stored, 1 one cannot be
read or stored, 2 a wrong option, 4 nobody answers.
"""

import asyncio
import os
import secrets
import stat
import sys

from arguments import seconds_of
from blocks import LEAF_BYTES, Tree, encoded, key_of, mark_of
from frames import MOST_NEEDED, STORE, STORED, Frame
from holders import HOLDERS, holders_among, replacement
from outside import AT_ONCE, NOBODY, Failed, Outsider, counted, parser_of, run, say

KEPT, HAD, FULL, NOT_HERE, TOKEN_WANTED = 0, 1, 2, 4, 5  # what a holder says
OTHER = "other"  # it has something that it does not show to be of the block
PACKET, SPARE = 1210, 3  # bytes of a fragment, where there may be so many; holders beyond those that give a block back
CHANGING = ("st_size", "st_mtime_ns", "st_ctime_ns")  # what a change of a file changes


class Writer(Outsider):
    """Stores blocks."""

    def __init__(self, ring, timeout):
        super().__init__(ring, timeout)
        self.lifetime = 0

    async def hold(self, holder, key, block, row):
        """What a holder says to the part of a block that has this row, or None."""
        answer = await self.give(holder, key, (len(block), row, encoded(block, row)))
        if self.has_other(answer, block):
            # the whole block proves itself, and takes the place of what is there
            answer = await self.give(holder, key, (len(block), b"\1", block))
        return OTHER if self.has_other(answer, block) else answer and answer.status

    @staticmethod
    def has_other(answer, block):
        """Whether a holder has had something, and does not show that it is of this block."""
        had = answer.had if answer and answer.status == HAD else None
        return answer is not None and answer.status == HAD and (not had or had[1] != mark_of(block, had[0]))

    async def give(self, holder, key, part):
        """What a holder answers to a part of a block, or None."""
        # who has given no token would not take it: it is only asked, so that no fragment is sent twice
        for given in (part if holder in self.tokens else None, part):
            answer = await self.ask(holder, STORED, lambda n, a, p=given: Frame(STORE, n, a, key=key, left=self.lifetime, part=p))
            if not answer or answer.status not in (NOT_HERE, TOKEN_WANTED):
                break
        return answer

    async def put(self, key, block):
        """Give the holders of a key a fragment each."""
        await self.retried(lambda: self.put_once(key, block))

    async def put_once(self, key, block):
        """The same, to those who hold it now."""
        holders, further, _ = holders_among(await self.all_followers(key))
        wanted, count = list(holders), {}
        needed = min(max(-(-len(block) // PACKET), 1), MOST_NEEDED)
        if len(holders) < HOLDERS:
            needed = max(1, min(needed, len(holders) // 2))

        async def place(holder):
            while holder:
                row = b"\1" if needed == 1 else secrets.token_bytes(needed)
                row = row if any(row) else b"\1" + row[1:]
                status = await self.hold(holder, key, block, row)
                count[status] = count.get(status, 0) + 1
                # who is late, or full, or has something else, gives way to another one
                if status not in (None, FULL, OTHER):
                    break
                holders.remove(holder)
                holder = replacement(further, holders)

        await asyncio.gather(*map(place, wanted))
        held, enough = count.get(KEPT, 0) + count.get(HAD, 0), min(needed + SPARE, len(wanted))
        if not wanted or held < enough:
            why = "%d of the %d holders that it needs took it, %d have no room, %d have something else, and %d did not answer"
            others = (count.get(status, 0) for status in (FULL, OTHER, None))
            raise self.failure(1, ("block %040x: " + why) % (key, held, enough, *others))
        self.count["blocks"] += 1
        self.count["fragments"] += held

    async def file(self, source):
        """The key of a file, once all of its blocks are stored."""
        loop, tasks, tree, last, leaf = asyncio.get_running_loop(), set(), Tree(), None, True
        try:
            while leaf:
                leaf = await loop.run_in_executor(None, source.read)
                for key, block in tree.add(leaf) if leaf else tree.end():
                    if len(tasks) >= AT_ONCE:
                        done, tasks = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                        await asyncio.gather(*done)
                    if key != last:  # a run of equal leaves is one
                        tasks.add(asyncio.create_task(self.put(key, block)))
                    last = key
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        return last

    async def raw(self, source):
        """The key of the one block that a file is."""
        block = source.read() + source.read()
        if len(block) > LEAF_BYTES:
            raise Failed(1, "%s: a block has at most %d bytes" % (source.name, LEAF_BYTES))
        await self.put(key_of(block), block)
        return key_of(block)


class Source:
    """A file that is read once; it must not change meanwhile."""

    def __init__(self, path):
        self.name = "standard input" if path == "-" else path
        try:
            self.file = sys.stdin.buffer if path == "-" else open(path, "rb")
            self.before = os.fstat(self.file.fileno())
        except OSError as error:
            raise Failed(1, "%s: %s" % (self.name, error.strerror)) from None

    def read(self):
        """The next leaf."""
        try:
            leaf, now = self.file.read(LEAF_BYTES), os.fstat(self.file.fileno())
        except OSError as error:
            raise Failed(1, "%s: %s" % (self.name, error.strerror)) from None
        if stat.S_ISREG(now.st_mode) and any(getattr(now, name) != getattr(self.before, name) for name in CHANGING):
            raise Failed(1, "%s: it has changed while it was read: put it again" % self.name)
        return leaf


async def put(writer, options):
    writer.lifetime = int(options.lifetime)
    if len(options.file) > 1 and any("\n" in name for name in options.file):
        raise Failed(2, "a name with a line break does not fit into a list: put that file by itself")
    status = 0
    for name in options.file:
        try:
            source = Source(name)
            key = await (writer.raw if options.raw else writer.file)(source)
        except Failed as error:
            if error.args[0] == NOBODY:
                raise
            status = status or say(error)
            continue
        print("%040x%s" % (key, "  " + name if len(options.file) > 1 else ""), flush=True)
    if writer.count["blocks"]:
        print(", ".join(counted(writer.count[what + "s"], what) for what in ("block", "fragment")), file=sys.stderr)
    return status


def main():
    parser = parser_of(__doc__)
    parser.add_argument("file", nargs="+", metavar="FILE", help="to store; -: standard input")
    parser.add_argument("--lifetime", type=seconds_of, default=86400, metavar="TIME", help="for which it is kept (86400s)")
    return run(Writer, parser.parse_args(), put)


if __name__ == "__main__":
    sys.exit(main())
