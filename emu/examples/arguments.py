# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What a peer in Python is told on its command line."""

import argparse
import socket


def endpoint_of(text):
    host, _, port = text.rpartition(":")
    try:
        return socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_DGRAM)[0][4][:2]
    except (OSError, ValueError, OverflowError):
        raise argparse.ArgumentTypeError("%s is not ADDRESS:PORT" % text) from None


def seconds_of(text):
    try:
        value = float(text.removesuffix("s"))
    except ValueError:
        raise argparse.ArgumentTypeError("%s is no number of seconds, such as 1.5s" % text) from None
    if value and not text.endswith("s"):
        raise argparse.ArgumentTypeError("%s has no unit: write %ss" % (text, text))
    return value


def parser_of(text):
    parser = argparse.ArgumentParser(description=text.split("\n", maxsplit=1)[0])
    add = parser.add_argument
    add("--listen", type=endpoint_of, required=True, metavar="ADDRESS:PORT", help="where others reach this peer")
    add("--join", type=endpoint_of, action="append", default=[], metavar="ADDRESS:PORT", help="a peer of the ring")
    add("--load", type=float, default=0, help="requests/s at most; 0: no limit of its own; -1: no requests")
    add("--message-size", type=int, default=256, help="length of a request's frame, in bytes")
    add("--duration", type=seconds_of, default=0, metavar="TIME", help="in the ring, such as 60s; 0: until SIGTERM or SIGINT")
    add("--interval", type=seconds_of, default=1, metavar="TIME", help="between two looks at the successor (1s)")
    return parser
