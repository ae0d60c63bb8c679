# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Which of the peers that follow a key hold its block (doc/wire-protocol.rst, "Blocks")."""

import collections
import ipaddress

from frames import host_of

HOLDERS, LOOKED_AT = 14, 46  # of a block; of those who follow its key


def host_and_network(endpoint):
    """What a peer shares with those that fail with it; where the Internet does not route it, networks do not count."""
    address = ipaddress.ip_address(endpoint[0])
    shift, wider = (64, 80) if address.version == 6 else (0, 8)
    host = int(address) >> shift
    return host, int(address) >> wider if host_of(endpoint) else host


def holders_among(followers):
    """Of the followers of a key that are known, in order: its holders, who may replace them, and whether more may change that."""
    hosts, networks, ranks = collections.Counter(), collections.Counter(), []
    for place, one in enumerate(followers[:LOOKED_AT]):
        host, network = host_and_network(one)
        ranks.append((hosts[host], networks[network, hosts[host]], place))
        networks[network, hosts[host]] += 1
        hosts[host] += 1
    order = sorted(ranks)
    first = sorted(order[:HOLDERS], key=lambda rank: rank[2])
    is_settled = len(order) >= LOOKED_AT or (len(first) == HOLDERS and order[HOLDERS - 1][:2] == (0, 0))
    return [followers[rank[2]] for rank in first], [followers[rank[2]] for rank in order[HOLDERS:]], is_settled


def replacement(further, holders):
    """Who takes the place of a holder, taken out: the first of those on whose host the fewest are; None if there is nobody."""
    on = collections.Counter(host_and_network(one)[0] for one in holders)
    best = min(further, key=lambda one: on[host_and_network(one)[0]], default=None)
    if best:
        further.remove(best)
        holders.append(best)
    return best
