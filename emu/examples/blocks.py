# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Blocks of doc/wire-protocol.rst, put together from their fragments; and the files that are trees of them."""

import functools
import hashlib
import itertools

KEY_BYTES, LEAF_BYTES, MOST_KEYS, MOST_LEVELS = 20, 8192, 408, 4
MOST_SETS = 3432  # all sets of 7 out of 14 fragments

# ---- Numbers of GF(2^8)


def _powers():
    """2^0, 2^1, ..., 2^254, twice, and the exponent of each number."""
    power, number = [], 1
    for _ in range(255):
        power.append(number)
        number = number << 1 ^ (0x11D if number & 0x80 else 0)
    return 2 * power, {number: exponent for exponent, number in enumerate(power)}


POWER, EXPONENT = _powers()


def product(a, b):
    return POWER[EXPONENT[a] + EXPONENT[b]] if a and b else 0


def inverse(a):
    return POWER[255 - EXPONENT[a]]


@functools.lru_cache(maxsize=256)
def products(factor):
    """What bytes.translate() takes to multiply all bytes."""
    return bytes(product(factor, number) for number in range(256))


def plus(row, factor, other):
    """row + factor * other, byte by byte."""
    if not factor:
        return row
    times = int.from_bytes(other.translate(products(factor)), "big")
    return (int.from_bytes(row, "big") ^ times).to_bytes(len(row), "big")


# ---- Blocks


def key_of(block):
    return int.from_bytes(hashlib.sha1(block).digest(), "big")


def encoded(block, row):
    """The fragment with that row: the sum of the block's stripes, each times its number in it."""
    size = -(-len(block) // len(row))
    stripes = (block[i * size : (i + 1) * size].ljust(size, b"\0") for i in range(len(row)))
    return functools.reduce(lambda sum_, one: plus(sum_, one[0], one[1]), zip(row, stripes), bytes(size))


def mark_of(block, row):
    """The digest that the holder of the fragment with that row says it has."""
    part = bytes([len(row)]) + len(block).to_bytes(2, "big") + row + encoded(block, row)
    return hashlib.sha1(part).digest()[-8:]


def decoded(fragments):
    """The block of (size, row, bytes), as many as it needs; None if their rows depend on each other.

    Gauss and Jordan: what is done to the rows, to make one after the other a unit vector, is done to the bytes, too.
    """
    rows = [row + content for _, row, content in fragments]
    for i in range(len(rows)):
        pivot = next((j for j in range(i, len(rows)) if rows[j][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = rows[i].translate(products(inverse(rows[i][i])))
        rows = [row if j == i else plus(row, row[i], rows[i]) for j, row in enumerate(rows)]
    return b"".join(row[len(rows) :] for row in rows)[: fragments[0][0]]


class Assembler:
    """Takes the fragments of a block until some give it back. One alone does not show whether it is right."""

    def __init__(self, key):
        self.key, self.fragments, self.sets, self.needed = key, {}, 0, None

    def kept(self):
        """How many it has, in vain so far."""
        return sum(map(len, self.fragments.values()))

    def add(self, fragment):
        """The block, if this one completes it."""
        size, row, _ = fragment
        self.needed = len(row)
        others = self.fragments.setdefault((len(row), size), [])
        for chosen in itertools.combinations(others, len(row) - 1):
            self.sets += 1
            block = decoded([fragment, *chosen]) if self.sets <= MOST_SETS else None
            if block is not None and key_of(block) == self.key:
                return block
        others.append(fragment)
        return None


# ---- Files


class BrokenFile(Exception):
    """A block that is what its key says, and cannot be where it is."""


def below(block, size=None):
    """An inner block's children: (key, bytes of the file below it, whether it is a leaf), from left to right.

    size: how many bytes the block above it says that there are; a root tells itself.
    """
    total = int.from_bytes(block[:8], "big")
    capacity = LEAF_BYTES  # of a child
    while capacity * MOST_KEYS < total:
        capacity *= MOST_KEYS
    children = -(-total // capacity)
    is_deep = capacity > LEAF_BYTES * MOST_KEYS ** (MOST_LEVELS - 1)
    if len(block) != 8 + KEY_BYTES * children or size not in (None, total) or is_deep:
        raise BrokenFile("a block is of no file")
    keys = [int.from_bytes(block[at : at + KEY_BYTES], "big") for at in range(8, len(block), KEY_BYTES)]
    return [(key, min(capacity, total - i * capacity), capacity == LEAF_BYTES) for i, key in enumerate(keys)]


class Tree:
    """Takes the leaves of a file, and gives its blocks, each before the ones above it; the last one is the root."""

    def __init__(self):
        self.levels = [[]]  # (key, bytes of the file below it) of what is below the inner blocks that are not full

    def add(self, leaf):
        """What there is with one more leaf: (key, block) of each."""
        key = key_of(leaf)
        return [(key, leaf), *self.place(0, key, len(leaf))]

    def end(self):
        """The rest: there are no more leaves."""
        blocks, level = [], 0
        while level + 1 < len(self.levels):
            blocks += self.close(level)
            level += 1
        return [*blocks, self.inner(self.levels[level])]

    def place(self, level, key, size):
        if level == len(self.levels):
            self.levels.append([])
        # a full one waits for the next child: if there is none, it may be the root
        blocks = self.close(level) if len(self.levels[level]) == MOST_KEYS else []
        self.levels[level].append((key, size))
        return blocks

    def close(self, level):
        children, self.levels[level] = self.levels[level], []
        key, block = self.inner(children)
        return [(key, block), *self.place(level + 1, key, sum(size for _, size in children))]

    def inner(self, children):
        total = sum(size for _, size in children).to_bytes(8, "big")
        block = total + b"".join(key.to_bytes(KEY_BYTES, "big") for key, _ in children)
        return key_of(block), block
