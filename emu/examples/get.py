#!/usr/bin/env python3
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Gets a file out of a ring in which it was put, and is no peer of it. Nothing but Python's standard library.

With its parts beside it, it was written from doc/wire-protocol.rst alone:

    get.py KEY --join 127.0.0.1:7000 > FILE       the file that "dht-peer put" has named KEY
    get.py KEY --join 127.0.0.1:7000 --block      one block

It says how many fragments it has fetched, and how many of them were of no use. Exit status: 0 done, 2 a wrong option,
4 nobody answers, 5 the ring does not have it.
"""

import argparse
import asyncio
import collections
import secrets
import socket
import sys

from arguments import endpoint_of, seconds_of
from blocks import Assembler, BrokenFile, below
from frames import FETCH, FRAGMENT, HELD, HOPS, LOCATE, LOCATED, MOST_NEEDED, NAMED
from frames import Frame, Rejected, area_of, decode, distance, encode, family_of, id_of, nearest_not_in, token_in

TOKEN_WANTED, WANTED, ANY = 2, 14, 255  # of a fragment; followers of a key: those that hold it, and all that one peer knows
TRIES, AT_ONCE, PADDING = 3, 16, 240  # of a question; blocks; bytes that a question has for a longer answer


class Missing(Exception):
    """A block that the ring does not give."""


class Reader(asyncio.DatagramProtocol):
    """Finds blocks, and fetches them."""

    def __init__(self, ring, timeout):
        self.me, self.ring, self.timeout = None, ring, timeout
        self.asked, self.tokens, self.count, self.transport = {}, {}, collections.Counter(), None

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, address):
        try:
            frame = decode(data, streamed=False)
        except Rejected:
            return
        answer = self.asked.get((address[:2], frame.id, frame.type))
        if answer and not answer.done():
            answer.set_result(frame)

    async def ask(self, to, answer_type, make):
        """What a peer answers to a question, or None. make: the question with a number, and an attempt."""
        number = secrets.randbits(64)
        answer = self.asked[to, number, answer_type] = asyncio.get_running_loop().create_future()
        for attempt in range(1, TRIES + 1):
            frame = make(number, attempt)
            token = self.tokens.get(to, 0)
            frame.extensions = area_of(token, 0 if token else PADDING)
            self.transport.sendto(encode(frame), to)
            if (await asyncio.wait([answer], timeout=self.timeout * 2 ** (attempt - 1)))[0]:
                break
        del self.asked[to, number, answer_type]
        if not answer.done():
            return None
        self.count["answers"] += 1
        if token_in(answer.result()):
            self.tokens[to] = token_in(answer.result())
        return answer.result()

    async def followers(self, key, wanted):
        """The peers that follow a key on the ring, in order; nobody, if nobody knows."""
        candidates, asked = list(self.ring), set()
        while len(asked) < HOPS and (best := nearest_not_in(asked, candidates, key)):
            asked.add(best)
            answer = await self.ask(
                best, LOCATED, lambda n, a: Frame(LOCATE, n, a, key=key, lookup=n, wanted=wanted, endpoint=self.me)
            )
            named = [peer for peer, _ in answer.located] if answer else []
            if answer and answer.complete and named:
                return named
            far = distance(id_of(best), key)
            candidates += [one for one in named[:NAMED] if distance(id_of(one), key) < far]
        return []

    async def fragment(self, holder, key):
        """(size, row, bytes) of what a holder has, or None."""
        for _ in range(2):  # the first answer may be a token
            answer = await self.ask(holder, FRAGMENT, lambda n, a: Frame(FETCH, n, a, key=key))
            if not answer or answer.status != TOKEN_WANTED:
                break
        return answer.part if answer and answer.status == HELD else None

    async def block(self, key):
        """The block with this key. Who has a wrong fragment, or none, costs another one."""
        assembler, seen = Assembler(key), set()
        for wanted in (WANTED, ANY):
            holders = [one for one in await self.followers(key, wanted) if one not in seen]
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
        raise Missing("%040x: %s" % (key, "%d fragments are too few" % kept if kept else "nobody has it"))

    async def file(self, key, write, size=None):
        """Write a file, or what is below one of its inner blocks, in order."""
        children = below(await self.block(key), size)
        slots = asyncio.Semaphore(AT_ONCE)

        async def get(child):
            async with slots:
                return await self.block(child)

        leaves = [asyncio.create_task(get(child)) for child, _, is_leaf in children if is_leaf]
        try:
            for i, (child, part, is_leaf) in enumerate(children):
                if not is_leaf:
                    await self.file(child, write, part)
                    continue
                leaf = await leaves[i]
                if len(leaf) != part:
                    raise BrokenFile("%040x: a leaf has another size than the block above it says" % child)
                write(leaf)
        finally:
            for leaf in leaves:
                leaf.cancel()


# ---- The program


def address_to(peer):
    """The address that a peer sees of us."""
    with socket.socket(family_of(peer[0]), socket.SOCK_DGRAM) as probe:
        probe.connect(peer)
        return probe.getsockname()[0]


async def run(options):
    loop = asyncio.get_running_loop()
    reader = Reader(options.join, options.timeout)
    transport, _ = await loop.create_datagram_endpoint(lambda: reader, local_addr=(address_to(options.join[0]), 0))
    reader.me = transport.get_extra_info("sockname")[:2]
    write = sys.stdout.buffer.write
    try:
        if options.block:
            write(await reader.block(options.key))
        else:
            await reader.file(options.key, write)
        sys.stdout.buffer.flush()
    except (Missing, BrokenFile) as error:
        nobody = not reader.count["answers"]
        print("get.py: %s" % ("nobody answers" if nobody else error), file=sys.stderr)
        return 4 if nobody else 5
    count = reader.count
    print("%d blocks of %d fragments, %d of them of no use" % (count["blocks"], count["fragments"], count["useless"]), file=sys.stderr)
    return 0


def key_of(text):
    if len(text) != 40 or set(text) - set("0123456789abcdef"):
        raise argparse.ArgumentTypeError("%s: a key is 40 hexadecimal digits" % text)
    return int(text, 16)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    add = parser.add_argument
    add("key", type=key_of, metavar="KEY", help="of the file")
    add("--join", type=endpoint_of, action="append", required=True, metavar="ADDRESS:PORT", help="a peer of the ring")
    add("--block", action="store_true", help="KEY is that of one block")
    add("--timeout", type=seconds_of, default=0.5, metavar="TIME", help="until a peer is asked again (0.5s)")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
