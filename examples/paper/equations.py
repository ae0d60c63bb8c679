# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""What the equations of COMSNETS09 say of runs by messages."""

import math


def highest_rate(run):
    """x_opt, the highest rate that so many peers can carry, in requests/s/peer (section III-C)."""
    hops = math.log2(run["peers"]) / 2
    charge = (1 + run["alpha"]) * hops if run["model"] == "m1" else hops + 1 - 1 / run["peers"]
    return run["capacity"] / charge


def marked_share(increase, decrease, rate):
    """Share of answers with a mark where marking's rates stand still (COMSNETS09, section IV-2 and equation 11).

    Of n answers, those without a mark add n (1 - p) c+ / x, and those with one take n p (1 - c-) x.
    """
    return increase / (increase + (1 - decrease) * rate**2)
