/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_ITERATIVE_PEERS_H
#define DHT_CC_TEST_ITERATIVE_PEERS_H

#include "recording-host.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * What checks of iterative routing at one peer share.
 */

namespace dht
{
namespace test
{

/// Peers that redirects name.
inline const Endpoint kThird = Endpoint::Ipv4(0x0a000003, 7000);
inline const Endpoint kFourth = Endpoint::Ipv4(0x0a000004, 7000);

/// @param capacity Of the peer's buffer. @param hopLimit Of its requests. @return The options of an
/// iterative peer.
inline PeerOptions
Iterative(std::size_t capacity = 200, std::uint8_t hopLimit = 64)
{
    PeerOptions options;
    options.routing = RoutingMode::kIterative;
    options.queueCapacity = capacity;
    options.hopLimit = hopLimit;
    return options;
}

/// @param lookup A lookup. @param nearer A nearer peer. @return What the peer asked by the lookup
/// answers, if it knows the nearer one.
inline OverlayAck
RedirectOf(const Request& lookup, const Endpoint& nearer)
{
    OverlayAck redirect = PeerFixture::AckOf(lookup);
    redirect.redirect = true;
    redirect.responsible = nearer;
    return redirect;
}

/// A peer that was asked names another one. @param peer Who asked. @param now The present. @param
/// lookup The lookup. @param nearer The other one.
inline void
Redirect(Peer& peer, Time now, const Request& lookup, const Endpoint& nearer)
{
    peer.OnDatagram(now, lookup.extras->to, RedirectOf(lookup, nearer));
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_ITERATIVE_PEERS_H
