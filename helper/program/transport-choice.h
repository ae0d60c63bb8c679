/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TRANSPORT_CHOICE_H
#define DHT_CC_TRANSPORT_CHOICE_H

#include "dht-option-table.h"
#include "peer-parameters.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What carries the links of a program's peers, and the constants of the overlay's own transport.
 */
struct TransportChoice
{
    std::string transportWindow{"multiplicative"}; //!< Governs it at priority 0.

    /// Add these options. @param table Where; it keeps references to this object. @param parameters
    /// Where those go that are parameters of a peer.
    void DefineTransport(DhtOptionTable& table, PeerParameters& parameters);

    /// Check what was given; what has no effect over TCP is not shown there. @param table Where the
    /// options are. @param parameters What was given. @throws DhtOptionError They do not go
    /// together.
    void FinishTransport(DhtOptionTable& table, const PeerParameters& parameters) const;

    /// @param parameters What was given. @param helper Makes peers.
    void ConfigureTransport(const PeerParameters& parameters, DhtHelper& helper) const;
};

} // namespace ns3

#endif // DHT_CC_TRANSPORT_CHOICE_H
