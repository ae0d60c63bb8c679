/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STORE_LINKS_H
#define DHT_CC_DHT_STORE_LINKS_H

#include "dht-repair-over-transport.h"
#include "dht-transport-pump.h"
#include "dht-window.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Links of a store's peer, which carry what repair moves.
 */
class DhtStoreLinks : public dht::RepairOverTransport<DhtTransportPump<dht::RepairStreams>>
{
  public:
    /// What they are made of.
    struct Setup
    {
        dht::RepairLinkOptions options; //!< How they are.
        Ptr<DhtWindow> polite;          //!< Governs at priority 0; null: plusplus.
        dht::Random& random;            //!< For what others should not guess; must outlive them.
    };

    /// @param setup What they are made of. @param send Sends packets. @param listeners Whom to tell
    /// what happens.
    DhtStoreLinks(const Setup& setup,
                  DhtTransportPump<dht::RepairStreams>::Send send,
                  dht::MessageStreams::Listeners listeners);

    /// A packet came. @param from The sender's endpoint. @param bytes The packet. @param size Its
    /// bytes.
    void OnPacket(const dht::Endpoint& from, const uint8_t* bytes, std::size_t size);

    /// @param isUp Whether anything is sent from now on.
    void SetUp(bool isUp);

    /// End all links, and say so to the other ends unless nothing is sent any more.
    void Stop();
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_LINKS_H
