# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One ring of real peers, left alone for a while and then harmed."""

import collections
import signal
import time

from frames import name_of
from trials.answers import look_up
from trials.processes import HonestPeer, free_endpoint, hostile

MEMBERS = ("deaf", "liar", "black-hole", "slow-reader")
FLOODS = {"query-flood": "10000", "relay-flood": "2000", "notify-flood": "200"}
FAILURES = ("stop", "kill")
STEP = 0.1  # seconds between two looks at the time series


class Trial:
    """What is asked for: options of the program, and a scheme."""

    def __init__(self, options, scheme, directory):
        self.options, self.scheme, self.directory = options, scheme, directory
        self.honest, self.hostile, self.members, self.victim = [], [], [], None

    def run(self):
        try:
            self.form()
            before = self.window(self.alone, self.options.alone)
            attack = self.window(self.harm, self.options.duration)
        finally:
            for one in [*self.hostile, *self.honest]:
                one.signal(signal.SIGCONT)
                one.signal(signal.SIGTERM)
            # a peer that is told twice does not wait for the others
            for one in [*self.hostile, *self.honest]:
                one.end()
        return self.result(before, attack)

    def form(self):
        """A ring: the first peer begins it, the others join."""
        common = ["--scheme=" + self.scheme, "--load=%g" % self.options.load, "--duration=0s", "--warmup=0s"]
        common += self.options.peer_option
        join = []
        for number in range(self.options.peers):
            peer = HonestPeer(number, self.directory, self.options.program, ["--listen=127.0.0.1:0", *join, *common])
            self.honest.append(peer)
            if not join:
                join = ["--join=" + name_of(peer.endpoint())]
        for peer in self.honest:
            peer.says("joined")
        self.endpoints = [peer.endpoint() for peer in self.honest]
        time.sleep(self.options.settle)

    def window(self, act, seconds):
        """Let something happen, and lookups be asked at its end. From when until when it was."""
        begin = time.time()
        act()
        time.sleep(seconds)
        end = time.time()
        for one in [*self.honest, *self.hostile]:
            one.check()
        # those that do not answer are no way into the ring
        ways = [one for one, peer in zip(self.endpoints, self.honest) if peer is not self.victim]
        count = self.options.lookups
        return begin, end, look_up(self.options.program, ways, self.members, count) if count else collections.Counter()

    def alone(self):
        pass

    def harm(self):
        """All that was asked for, at once. What fails is no way into the ring, and floods aim at others."""
        self.victim = self.honest[len(self.honest) // 2] if set(FAILURES) & set(self.options.against) else None
        if "kill" in self.options.against:
            self.victim.kill()
        elif "stop" in self.options.against:
            self.victim.signal(signal.SIGSTOP)
        lasts = "--duration=%ds" % (self.options.duration + 60)
        for number, kind in enumerate(one for one in self.options.against if one not in FAILURES):
            if kind in MEMBERS:
                self.members.append(free_endpoint())
                aim = ["--listen", name_of(self.members[-1]), "--join", name_of(self.endpoints[0])]
            else:
                aim = ["--target", name_of(self.endpoints[1 + number]), "--rate", FLOODS[kind]]
            self.hostile.append(hostile("%s-%d" % (kind, number), self.directory, [kind, *aim, lasts]))

    def result(self, before, attack):
        """What came of it; of those peers that were honest and there all the time."""
        series = [peer.lines() for peer in self.honest if peer is not self.victim]
        alone, harmed = (rates_in(series, *window[:2]) for window in (before, attack))
        # what had waited before is answered besides
        normal = min(sum(alone), self.options.load * len(series) or sum(alone))
        ring = [sum(rates) for rates in zip(*(steps_in(lines, *attack[:2]) for lines in series))]
        return {
            "scheme": self.scheme,
            "against": self.options.against,
            "alone": round(normal, 1),
            "harmed": round(sum(harmed), 1),
            "share": round(sum(harmed) / normal, 4) if normal else 0,
            "share_in_time": round(sum(min(rate, normal) for rate in ring) / len(ring) / normal, 4) if normal else 0,
            "least_share_of_a_peer": round(min(b / a if a else 0 for a, b in zip(alone, harmed)), 4),
            "seconds_below_half": round(STEP * sum(rate < normal / 2 for rate in ring), 1),
            "answers_alone": dict(before[2]),
            "answers_harmed": dict(attack[2]),
            "identities_hold": all(one.adds_up() for one in self.honest if not one.was_killed),
            "reports": {one.name: one.report() for one in self.hostile},
            "series": [round(sum(ring[i : i + 10]) / len(ring[i : i + 10]), 1) for i in range(0, len(ring), 10)],
        }


def rate_at(lines, when):
    return next((rate for begin, end, rate in lines if begin <= when < end), 0)


def steps_in(lines, begin, end):
    """The rate at each step of a window: each line of the series is a mean over its second."""
    return [rate_at(lines, begin + STEP * (i + 0.5)) for i in range(int((end - begin) / STEP))]


def rates_in(series, begin, end):
    """Of each peer, its mean rate in a window."""
    steps = [steps_in(lines, begin, end) for lines in series]
    return [sum(one) / max(len(one), 1) for one in steps]
