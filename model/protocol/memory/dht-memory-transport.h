/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_TRANSPORT_H
#define DHT_MEMORY_TRANSPORT_H

#include "dht-links-over-transport.h"
#include "dht-memory-path.h"
#include "dht-memory-timer.h"

#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Links of a host in memory over the overlay's own transport.
 */

namespace dht
{

/// Keeps links over the overlay's own transport going, whose packets take the way of datagrams.
class MemoryPump
{
  public:
    /// @param transport What is driven. @param parts What all hosts share. @param path The way of
    /// the host's packets. @param host The host.
    MemoryPump(LinkTransport& transport,
               MemoryParts& parts,
               MemoryPath& path,
               const MemoryHost& host);

    /// @return The present.
    Time Now() const;
    /// Something may have changed while the peer is at work: see to it in an event at the present.
    void PollSoon();
    /// @return Whether nothing is ever sent again.
    bool IsStopped() const;
    /// A packet came. @param from The sender's endpoint. @param packet Its bytes.
    void OnPacket(const Endpoint& from, const std::vector<std::uint8_t>& packet);

  private:
    /// Tell what has happened, and send what may leave.
    void Poll();
    /// Send what may leave. @return Whether there was something.
    bool Transmit();

    LinkTransport& m_transport; ///< What is driven.
    MemoryParts& m_parts;       ///< What all hosts share.
    MemoryPath& m_path;         ///< The way of the host's packets.
    const MemoryHost& m_host;   ///< The host.
    MemoryTimer m_timer;        ///< When it wants to be called.
    bool m_isPolling{false};    ///< Whether an event is going to poll.
};

/// What has to be there before the links are.
struct MemoryTransportGround
{
    MersenneRandom random; ///< For what others should not guess.
};

/// Links of a host in memory, and of others to it, over the overlay's own transport.
class MemoryTransport : private MemoryTransportGround,
                        public LinksOverTransport<NeighbourLinks, MemoryPump>
{
  public:
    /// @param parts What all hosts share. @param path The way of the host's packets. @param host
    /// The host. @param node Its node.
    MemoryTransport(MemoryParts& parts, MemoryPath& path, const MemoryHost& host, Node& node);

    void Open(LinkIndex link, const Endpoint& neighbour) override;
    /// @param link A link that was opened. @return Where it leads.
    const Endpoint& EndpointOf(LinkIndex link) const;
    /// @return What keeps them going.
    MemoryPump& Pump();

  private:
    std::vector<Endpoint> m_neighbours; ///< By link.
};

} // namespace dht

#endif // DHT_MEMORY_TRANSPORT_H
