# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Inputs for the fuzzers to begin with: frames of the test vectors, and stories of live peers."""

import json
import os
import shutil


def frames(top):
    """The bytes of all frames and payloads of the vectors, by where they come."""
    with open(os.path.join(top, "test/vectors/frames.json"), encoding="utf-8") as file:
        vectors = json.load(file)
    found = {"connection": [], "datagram": [], "payload": []}
    for kind, members in vectors.items():
        streamed = "connection" if kind in ("requests", "routedAcks") else "datagram"
        for vector in members:
            if "frame" in vector:
                found[vector.get("as", streamed)].append(bytes.fromhex(vector["frame"]))
    for vector in vectors["payloads"] + vectors["invalidPayloads"]:
        found["payload"].append(bytes.fromhex(vector["payload"]))
    return found


def packets(top):
    """The bytes of all packets of the transport's vectors."""
    with open(os.path.join(top, "test/vectors/packets.json"), encoding="utf-8") as file:
        vectors = json.load(file)
    return [bytes.fromhex(vector["packet"]) for members in vectors.values() for vector in members]


def seeds(top):
    """Inputs to begin with, by fuzzer: see the headers for how they are read."""
    found = frames(top)
    streams = found["connection"] + [b"".join(found["connection"][:6]), b"".join(found["connection"][6:12])]
    deframer = [bytes([chunk, 1]) + stream for stream in streams for chunk in (0, 6, 99)]
    # four choices of options: eight successors and links, how it asks, and its scheme
    options = [bytes([7, 7, scheme % 2, scheme]) for scheme in range(4)]
    short = list(enumerate(one for one in found["datagram"] if len(one) < 256))
    maintenance = [
        some + b"".join(bytes([0, 1 + index % 30, len(frame)]) + frame for index, frame in short[number::4])
        for number, some in enumerate(options)
    ]
    maintenance += [some + story for some in options for story in (JOIN, LIVE, LIVE + LIES, LIVE + CROWD)]
    # each datagram from another peer, in a ring of 40; a block is put, one is fetched, and all that is asked is answered
    store = [one for one in found["datagram"] if len(one) < 256 and one[3:4] >= b"\x0a"]
    datagrams = b"".join(bytes([0, 1 + index % 30, len(frame)]) + frame for index, frame in enumerate(store))
    storage = [bytes([how, 1]) + datagrams[:700] for how in range(0, 256, 32)]
    storage += [bytes([how, 1]) + STORED for how in range(0, 256, 16)]
    short = b"".join(bytes([0, index % 15, len(one)]) + one for index, one in enumerate(packets(top)) if len(one) < 80)
    transport = [bytes([how, 1, 1, 200]) + story for how in range(0, 256, 8) for story in (short[:700], CARRIED)]
    given = {"deframer": deframer, "datagram": found["datagram"], "payload": found["payload"], "maintenance": maintenance}
    return given | {"storage": storage, "transport": transport}


# a peer joins through 10.0.0.2, is answered (responsible, no predecessor, two successors), time passes, its
# links open, it asks for a key, and a link fails
JOIN = bytes([20, 7, 1, 1, 3, 0, 23, 5, 2, 3, 9, 100, 3, 0, 23, 5, 2, 3, 10, 0, 7, 10, 1, 7, 12, 9, 5, 9, 50, 11, 0, 1])
# it joins, and the others answer what is so, as time passes
LIVE = bytes([20, 3, 1, 2, *[15, 0x37, 9, 20, 10, 0, 7] * 25])
# some answer for keys of others, time and again
LIES = bytes([byte for i in range(20) for byte in (17, i, 3, i % 4 == 0, 7, 15, 0x39 + i % 5, 9, 150)])
# many ask, and are asked whether they are there
CROWD = bytes([19, 160, 15, 0x37, 19, 61, 9, 50, 15, 0x37])


# a block is put and another one is fetched; twenty times one of the last messages is answered, and time passes
STORED = bytes([6, 9, 7, 5]) + b"".join(bytes([10, i % 8, 2 * i + 1, 3, 0, 33] + [i] * 9 + [4, 5]) for i in range(20))


# twenty times, the endpoint writes, gets an ack that has holes, and data behind a hole, every other time whole frames,
# reads, and time passes
CARRIED = b"".join(bytes([15, 0, 200, 3, 0, 2 * i, 0, i, 9, 99, 6, 3, i, 20 - i, 60 + i % 2, 14, 0, 9, 9, 30]) for i in range(20))


def write_seeds(top, directory):
    for name, inputs in seeds(top).items():
        where = os.path.join(directory, "seeds", name)
        shutil.rmtree(where, ignore_errors=True)
        os.makedirs(where)
        for index, data in enumerate(inputs):
            with open(os.path.join(where, "%03d" % index), "wb") as file:
                file.write(data)
