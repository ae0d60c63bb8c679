# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""One colour and one marker for each scheme, in every picture."""


class Looks(dict):
    """How each scheme looks; those that have no look of their own share out what is spare, as they come."""

    def __init__(self, own, spare):
        super().__init__(own)
        self.spare = spare
        self.own = len(own)

    def __missing__(self, scheme):
        self[scheme] = self.spare[(len(self) - self.own) % len(self.spare)]
        return self[scheme]


COLOURS = Looks(
    {"none": "#c0392b", "credit": "#2c7fb8", "back-pressure": "#31a354", "marking": "#756bb1", "ferry": "#e377c2"},
    spare=["#17a2a2", "#8c564b", "#636363"],
)
MARKERS = Looks({"none": "o", "credit": "s", "back-pressure": "^", "marking": "D", "ferry": "v"}, spare="PX*")
# the papers' words where they differ from ours
ALIASES = {"none": "no congestion control", "credit": "credit (loss, CSCC)", "back-pressure": "back-pressure (BPCC)"}
