# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What all programs have in common that send to a peer from outside: a target, a pace, an end, and a report."""

import argparse
import collections
import ipaddress
import json
import signal
import sys
import time

from arguments import endpoint_of, seconds_of
from frames import name_of

# loopback, link-local and private addresses: those of one's own machines
OWN = [*map(ipaddress.ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"))]
OWN += [*map(ipaddress.ip_network, ("::1/128", "fc00::/7", "fe80::/10"))]
# between two looks at the clock
TURN, LONGEST_TURN = 0.001, 0.1


def is_own(endpoint):
    address = ipaddress.ip_address(endpoint[0].partition("%")[0])
    return any(address in network for network in OWN)


def refuse_strangers(parser, options, endpoints):
    """End the program unless all endpoints are of one's own machines, or --anywhere was given."""
    for one in endpoints:
        if not options.anywhere and not is_own(one):
            parser.error("%s is neither a loopback nor a private address: --anywhere if it is yours" % name_of(one))


def rate_of(text):
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1e6:
        raise argparse.ArgumentTypeError("%s is no rate: allowed are 0 to 1000000 a second" % text)
    return value


def number_of(least, most):
    """For an option: a whole number in these limits."""

    def convert(text):
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError("%s: allowed are %d to %d" % (text, least, most))
        return int(text)

    return convert


def duration_of(text):
    value = seconds_of(text)
    if not 0 < value <= 86400:
        raise argparse.ArgumentTypeError("%s: allowed is more than 0s, up to 86400s" % text)
    return value


def add_anywhere(parser):
    parser.add_argument("--anywhere", action="store_true", help="also outside loopback and private addresses")


def add_aim(parser, what, rate):
    """The options of a program that sends to a peer from outside. what: the unit of --rate; rate: its default."""
    add = parser.add_argument
    add("--target", type=endpoint_of, required=True, metavar="ADDRESS:PORT", help="the peer that is attacked")
    unit = "%s a second; 0: as fast as it goes (%g)" % (what, rate)
    add("--rate", type=rate_of, default=rate, metavar="NUMBER", help=unit)
    add("--duration", type=duration_of, default=10, metavar="TIME", help="how long, such as 10s (10s)")
    add_anywhere(parser)


class Attack:
    """Runs for some time, or until SIGTERM or SIGINT, and counts."""

    def __init__(self, options):
        self.options, self.count, self.ended = options, collections.Counter(), False
        self.begin = self.now()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.on_signal)

    def on_signal(self, *_):
        self.ended = True

    def turns(self, rate=None):
        """A turn for each thing to be sent, at --rate; what could not be sent in time is not made up for."""
        rate, last, due = self.options.rate if rate is None else rate, self.now(), 0.0
        while not self.is_over():
            now = self.now()
            due, last = min(due + (now - last) * rate, max(rate / 20, 1)) if rate else 64, now
            for _ in range(int(due)):
                yield
            due -= int(due)
            if rate:
                time.sleep(min(max((1 - due) / rate, TURN), LONGEST_TURN))

    @staticmethod
    def now():
        return time.monotonic()

    def is_over(self):
        return self.ended or self.now() >= self.begin + self.options.duration

    def report(self, **more):
        seconds = self.now() - self.begin
        print(json.dumps({"seconds": round(seconds, 3), **self.count, **more}, indent=2), flush=True)


def complain(text):
    print("hostile.py: %s" % text, file=sys.stderr)
