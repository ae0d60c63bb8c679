/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TRANSPORT_CHOICE_H
#define DHT_CC_TRANSPORT_CHOICE_H

#include "dht-option-table.h"
#include "peer-parameters.h"

#include "ns3/attribute.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The transport of the links of a program's peers, and its constants if it is the overlay's own.
 */
struct TransportChoice
{
    std::string transportWindow{"multiplicative"}; //!< Governs it at priority 0.

    /// Add these options. @param table Gets them; it keeps references to this object. @param
    /// parameters Get the options that are parameters of a peer.
    void DefineTransport(DhtOptionTable& table, PeerParameters& parameters);

    /// Add these options but for --transport, for a program that has more to choose from. @param
    /// table As above. @param parameters As above.
    void DefineConstants(DhtOptionTable& table, PeerParameters& parameters);

    /// Check the given options; those without effect over TCP are hidden there. @param table The
    /// options. @param parameters The given parameters. @throws DhtOptionError Options exclude each
    /// other.
    void FinishTransport(DhtOptionTable& table, const PeerParameters& parameters) const;

    /// Check the options of DefineConstants(), which are hidden without the overlay's own
    /// transport. @param table The options. @param parameters The given parameters; the program has
    /// set what carries links. @throws DhtOptionError Options exclude each other.
    void FinishConstants(DhtOptionTable& table, const PeerParameters& parameters) const;

    /// Set the attributes of the peers. @param parameters The given parameters. @param helper Makes
    /// peers.
    void ConfigureTransport(const PeerParameters& parameters, DhtHelper& helper) const;

    /// @return A peer's attribute PoliteWindow.
    Ptr<AttributeValue> MakePolite() const;
};

} // namespace ns3

#endif // DHT_CC_TRANSPORT_CHOICE_H
