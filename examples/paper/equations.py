# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What equations say of runs: those of COMSNETS09 by messages, the bytes of an uplink, the fetches of NSDI04."""

import math

import pandas

import runs


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


def links_limit(run):
    """full_segments() of a run: by its options, or by the defaults of the programs where it has none."""
    rate, size = (run.get(name) for name in ("rate", "message-size"))
    rate = runs.number("600kbps" if pandas.isna(rate) else rate)
    return full_segments(int(run["peers"]), rate, 256 if pandas.isna(size) else float(size))


# NSDI04, section 5.3.1: mean and median of the round trips between the sites, in ms
MEAN_TRIP, MEDIAN_TRIP = 75, 72


def stp_fetch(hops):
    """The paper's estimate with STP, in ms: the lookup, its answer, and a fetch from the farthest of the holders."""
    return (hops + 1) * MEAN_TRIP / 2 + MEDIAN_TRIP


def tcp_fetch(hops, slow_starts=0):
    """That with TCP between neighbours, in ms: the block comes back the way that the lookup went.

    Of the connections on the way back so many begin anew: 2.5 round trips instead of half of one.
    """
    return hops * MEAN_TRIP / 2 + MEDIAN_TRIP + hops * MEAN_TRIP / 2 + slow_starts * 2 * MEAN_TRIP
