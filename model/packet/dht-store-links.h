/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STORE_LINKS_H
#define DHT_CC_DHT_STORE_LINKS_H

#include "dht-message-streams.h"
#include "dht-repair-link-options.h"
#include "dht-storage-host.h"
#include "dht-transport-pump.h"
#include "dht-window.h"

#include "ns3/nstime.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Links of a store's peer, over the overlay's own transport on the socket of its datagrams. They
 * carry what repair moves, and yield to all else unless a block is short of fragments.
 */
class DhtStoreLinks : public dht::RepairLinks
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
                  DhtTransportPump<dht::MessageStreams>::Send send,
                  dht::MessageStreams::Listeners listeners);

    /// A packet came. @param from The sender's endpoint. @param bytes The packet. @param size Its
    /// bytes.
    void OnPacket(const dht::Endpoint& from, const uint8_t* bytes, std::size_t size);

    /// @param isUp Whether anything is sent from now on.
    void SetUp(bool isUp);

    /// @return What carries the messages.
    const dht::MessageStreams& GetStreams() const;

    /// @return For how long the priority was raised so far.
    Time GetRaised() const;

    void SendOverLink(const dht::Endpoint& to, const dht::StorageMessage& message) override;
    void SetFewest(std::optional<std::size_t> fewest) override;
    std::size_t MostAtOnce() const override;

  private:
    dht::RepairLinkOptions m_options;             //!< How they are.
    std::optional<std::size_t> m_fewest;          //!< Fragments of the block with the fewest.
    dht::MessageStreams m_streams;                //!< The messages.
    DhtTransportPump<dht::MessageStreams> m_pump; //!< Keeps them going.
    Time m_raised;                                //!< How long the priority was raised.
    Time m_since;                                 //!< Since when it is what it is.
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_LINKS_H
