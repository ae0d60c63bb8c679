# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Lookups from outside a ring, judged by a ring that is drawn from the ids of all its members."""

import bisect
import collections
import concurrent.futures
import hashlib
import secrets
import subprocess

from frames import id_of, name_of


class Drawn:
    """The ring of some endpoints."""

    def __init__(self, members):
        self.members = sorted(members, key=id_of)
        self.ids = [id_of(one) for one in self.members]

    def owner(self, key):
        """Who is responsible: the last one up to the key."""
        return self.members[bisect.bisect_right(self.ids, key) - 1]


def words_of(ring, owners, count):
    """Random words whose digests are keys of some owners, and the name of the owner of each."""
    words = {}
    while len(words) < count:
        word = secrets.token_hex(8)
        key = int.from_bytes(hashlib.sha1(word.encode()).digest(), "big")
        if ring.owner(key) in owners:
            words[word] = (key, name_of(ring.owner(key)))
    return words


def ask(program, through, words):
    """What the lookups of some words say, asked through one peer: right, wrong or missing, and how many."""
    command = [program, "lookup", "--request-lifetime=2s", "--join=" + name_of(through)]
    done = subprocess.run(command, input="\n".join(words) + "\n", capture_output=True, text=True, check=False)
    named = dict(line.split()[:2] for line in done.stdout.splitlines() if len(line.split()) >= 2)
    count = collections.Counter()
    for key, owner in words.values():
        said = named.get("%040x" % key)
        count["missing" if said is None else "right" if said == owner else "wrong"] += 1
    return count


def look_up(program, honest, others, count):
    """Lookups of keys that honest peers own, each of which is asked first in its turn."""
    ring = Drawn([*honest, *others])
    words = list(words_of(ring, set(honest), count).items())
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        parts = [dict(words[i :: len(honest)]) for i in range(len(honest))]
        return sum(pool.map(lambda i: ask(program, honest[i], parts[i]), range(len(honest))), collections.Counter())
