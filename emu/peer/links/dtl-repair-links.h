/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_DTL_REPAIR_LINKS_H
#define DHT_EMU_DTL_REPAIR_LINKS_H

#include "dht-repair-over-transport.h"
#include "link-windows.h"
#include "transport-pump.h"

#include <utility>

/**
 * @file
 * @ingroup dht-emu
 * What carries the repair of a peer's store.
 */

namespace dht
{

/// Links of a real peer's store, which carry what repair moves.
class DtlRepairLinks : public RepairOverTransport<TransportPump<RepairStreams>>
{
  public:
    /// What they are made of.
    struct Setup
    {
        RepairLinkOptions options; ///< How they are.
        LinkWindows windows;       ///< Who governs.
    };

    /// @param context Runs them; must outlive them, as all the others. @param clock The clock.
    /// @param datagrams Carries packets. @param setup What they are made of. @param random For what
    /// others should not guess. @param listeners Whom to tell what happens.
    DtlRepairLinks(boost::asio::io_context& context,
                   const PeerClock& clock,
                   DatagramPort& datagrams,
                   const Setup& setup,
                   Random& random,
                   MessageStreams::Listeners listeners)
        : RepairOverTransport(setup.options,
                              setup.windows.MakerAt(setup.options.priority),
                              random,
                              std::move(listeners),
                              context,
                              clock,
                              datagrams)
    {
    }

    /// A packet came that is of their lane. @param from The sender's endpoint. @param bytes The
    /// packet. @param size Its bytes. @param late How long ago.
    void OnPacket(const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late)
    {
        m_pump.OnPacket(from, bytes, size, late);
    }

    /// End all links, and say so to the other ends.
    void Stop()
    {
        m_streams.AbortAll(m_pump.Now());
        m_pump.Stop();
    }

    /// @return Whether this process must stay for something to arrive that was sent.
    bool IsSending() const
    {
        return IsSendingOver(m_streams.Core());
    }
};

} // namespace dht

#endif // DHT_EMU_DTL_REPAIR_LINKS_H
