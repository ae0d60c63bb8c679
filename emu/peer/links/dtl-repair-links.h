/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_DTL_REPAIR_LINKS_H
#define DHT_EMU_DTL_REPAIR_LINKS_H

#include "dht-random.h"
#include "dht-repair-streams.h"
#include "dht-storage-host.h"
#include "link-windows.h"
#include "transport-pump.h"

/**
 * @file
 * @ingroup dht-emu
 * What carries the repair of a peer's store.
 */

namespace dht
{

/// Links of a peer's store over the overlay's own transport, on the socket of its datagrams. They
/// carry what repair moves, and yield to all else unless a block is short of fragments.
class DtlRepairLinks : public RepairLinks
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
                   MessageStreams::Listeners listeners);

    /// A packet came that is of their lane. @param from The sender's endpoint. @param bytes The
    /// packet. @param size Its bytes. @param late How long ago.
    void OnPacket(const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late);
    /// End all links, and say so to the other ends.
    void Stop();

    /// @return Whether this process must stay for something to arrive that was sent.
    bool IsSending() const;
    /// @return What carries the messages.
    const RepairStreams& Streams() const;

    void SendOverLink(const Endpoint& to, const StorageMessage& message) override;
    void SetFewest(std::optional<std::size_t> fewest) override;
    std::size_t MostAtOnce() const override;

  private:
    const PeerClock& m_clock;            ///< The clock.
    RepairStreams m_streams;             ///< The messages.
    TransportPump<RepairStreams> m_pump; ///< Keeps them going.
};

} // namespace dht

#endif // DHT_EMU_DTL_REPAIR_LINKS_H
