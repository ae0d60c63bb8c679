# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Who asks a ring from outside: finds the peers that follow a key, and asks them. It has no place on the ring."""

import argparse
import asyncio
import collections
import itertools
import contextlib
import os
import secrets
import socket
import sys

from arguments import endpoint_of, seconds_of
from frames import HOPS, LOCATE, LOCATED, NAMED
from frames import Frame, Rejected, area_of, decode, distance, encode, family_of, id_of, nearest_not_in, token_in
from holders import HOLDERS, holders_among

TRIES, PADDING = 3, 240  # of a question, and of a block; bytes that it has for a longer answer, while there is no token
WANTED, ANY = HOLDERS, 255  # followers of a key: as many as hold it, and all that one peer knows
AT_ONCE = 16  # blocks
NOBODY = 4  # exit status: nobody has ever answered


def counted(count, what):
    """Number and word, such as "2 hosts"."""
    return "%d %s%s" % (count, what, "" if count == 1 else "s")


class Failed(Exception):
    """What was asked for cannot be done: the exit status, and why."""


class Outsider(asyncio.DatagramProtocol):
    """A socket for questions, and what is asked over it."""

    def __init__(self, ring, timeout):
        self.me, self.ring, self.timeout = None, ring, timeout
        self.asked, self.tokens, self.count, self.transport = {}, {}, collections.Counter(), None

    def connection_made(self, transport):
        self.transport = transport
        self.me = transport.get_extra_info("sockname")[:2]

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

    async def all_followers(self, key):
        """The peers that follow a key, as far as one may be a holder."""
        peers = await self.followers(key, WANTED)
        while peers and not holders_among(peers)[2]:
            named = await self.followers(id_of(peers[-1]), ANY)
            new = list(itertools.takewhile(lambda one: one not in peers, named))
            peers += new
            if not new or len(new) < len(named):
                break
        return peers

    async def retried(self, work):
        """What work() returns. Where it fails, it is tried again, later: a host that has just died is still named."""
        for attempt in range(1, TRIES + 1):
            try:
                return await work()
            except Failed as error:
                if attempt == TRIES or error.args[0] == NOBODY:
                    raise
            await asyncio.sleep(2 ** (attempt - 1))

    def failure(self, status, why):
        """Why it has failed; where nobody has ever answered, that is why."""
        return Failed(status, why) if self.count["answers"] else Failed(NOBODY, "nobody answers")


# ---- The programs


def address_to(peer):
    """The address that a peer sees of us."""
    with socket.socket(family_of(peer[0]), socket.SOCK_DGRAM) as probe:
        probe.connect(peer)
        return probe.getsockname()[0]


def parser_of(text):
    parser = argparse.ArgumentParser(description=text.split("\n", maxsplit=1)[0])
    add = parser.add_argument
    add("--join", type=endpoint_of, action="append", required=True, metavar="ADDRESS:PORT", help="a peer of the ring")
    add("--raw", "--block", action="store_true", help="one block, of at most 8192 bytes, and no file")
    add("--timeout", type=seconds_of, default=0.5, metavar="TIME", help="until a peer is asked again (0.5s)")
    return parser


def say(error):
    """Say in one line why something failed; the exit status."""
    status, why = error.args if isinstance(error, Failed) else (1, "%s: %s" % (error.filename or "standard output", error.strerror))
    print("%s: %s" % (os.path.basename(sys.argv[0]), why), file=sys.stderr)
    return status


def run(kind, options, work):
    """Exit status of a program that does its work(outsider, options) as an outsider of that kind."""

    async def done():
        outsider = kind(options.join, options.timeout)
        loop, own = asyncio.get_running_loop(), (address_to(options.join[0]), 0)
        await loop.create_datagram_endpoint(lambda: outsider, local_addr=own)
        return await work(outsider, options)

    try:
        status = asyncio.run(done()) or 0
        sys.stdout.flush()
        return status
    except Failed as error:
        return say(error)
    except OSError as error:
        with contextlib.suppress(OSError):  # what is not written yet never will be
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return say(error)
