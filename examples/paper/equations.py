# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What equations say of runs: those of COMSNETS09 by messages, and the bytes of an uplink."""

import math


def highest_rate(run):
    """x_opt, the highest rate that so many peers can carry, in requests/s/peer (section III-C)."""
    hops = math.log2(run["peers"]) / 2
    charge = (1 + run["alpha"]) * hops if run["model"] == "m1" else hops + 1 - 1 / run["peers"]
    return run["capacity"] / charge


# of a packet with its headers: UplinkCost of model/common/load-model.cc
SEGMENT, SEGMENT_HEADERS, TCP_ACK, OVERLAY_ACK = 1448, 54, 54 / 2, 52


def marked_share(increase, decrease, rate):
    """Share of answers with a mark where marking's rates stand still (COMSNETS09, section IV-2 and equation 11).

    Of n answers, those without a mark add n (1 - p) c+ / x, and those with one take n p (1 - c-) x.
    """
    return increase / (increase + (1 - decrease) * rate**2)


def full_segments(peers, rate, size):
    """What uplinks of `rate` bit/s carry if all segments are full, in requests of `size` bytes/s/peer."""
    requests = max(SEGMENT // size, 1)
    hop = size + (SEGMENT_HEADERS + TCP_ACK) / requests
    return rate / 8 / (math.log2(peers) / 2 * hop + OVERLAY_ACK)
