# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of emu/examples/receive.py and packets.py: against the vectors, and with the sender of ours."""

import hashlib
import json
import pathlib
import socket
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "emu" / "examples"
sys.path.insert(0, str(EXAMPLES))

import packets

KINDS = {"opens": packets.OPEN, "cookies": packets.COOKIE, "data": packets.DATA, "acks": packets.ACK, "resets": packets.RESET}
HEXADECIMAL = ("connection", "cookie")


def check_vectors(file):
    vectors = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    for kind in KINDS:
        for vector in vectors[kind]:
            expected = packet_of(KINDS[kind], vector)
            datagram = bytes.fromhex(vector["packet"])
            found = packets.decode(datagram)
            assert found == expected, (vector["name"], found, expected)
            assert packets.encode(expected) == datagram, vector["name"]
            assert packets.is_packet(datagram)
    for vector in vectors["invalid"]:
        try:
            packets.decode(bytes.fromhex(vector["packet"]))
        except packets.Rejected as reason:
            assert str(reason) == vector["error"], (vector["name"], str(reason))
        else:
            raise AssertionError("accepted: " + vector["name"])


def packet_of(kind, vector):
    values = {name: value for name, value in vector.items() if name not in ("name", "packet")}
    values |= {name: int(values[name], 16) for name in HEXADECIMAL if name in values}
    if "payload" in values:
        values["payload"] = bytes.fromhex(values["payload"])
    if "ranges" in values:
        values["ranges"] = tuple(tuple(one) for one in values["ranges"])
    return packets.Packet(kind, **values)


def stream(size):
    """What dht-bench sends."""
    chunk = bytes((31 * i + i // 256) % 256 for i in range(65536))
    return (chunk * (size // len(chunk) + 1))[:size]


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def carry(program, megabytes, words):
    """What the receiver and the sender say of a stream."""
    port = "--port=%d" % free_port()
    command = [sys.executable, "-B", str(EXAMPLES / "receive.py"), port, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as receiver:
        sent = subprocess.run([program, "send", port, "--megabytes=%d" % megabytes], stdout=subprocess.PIPE, check=True)
        received = receiver.communicate(timeout=120)[0]
    return json.loads(received), json.loads(sent.stdout)


def check_stream(program, megabytes, *words):
    received, sent = carry(program, int(megabytes), words)
    whole = stream(int(megabytes) * 1_000_000)
    assert received["whole"] and received["bytes"] == len(whole), (received, sent)
    assert received["sha256"] == hashlib.sha256(whole).hexdigest(), (received, sent)
    assert sent["whole"] and sent["bytes_acknowledged"] == len(whole), (received, sent)
    assert sent["packets_rejected"] == 0, sent
    assert not received["rejected"], received
    assert received["acks"] < 0.8 * received["packets"] + 50, received
    print(received, sent)


def check_lie(program):
    received, sent = carry(program, 1, ["--lie", "--patience=2"])
    assert not sent["whole"] and sent["loss"] == "lie", (received, sent)
    assert not received["whole"], received
    print(received, sent)


if __name__ == "__main__":
    {"vectors": check_vectors, "stream": check_stream, "lie": check_lie}[sys.argv[1]](*sys.argv[2:])
