/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_OVER_TRANSPORT_H
#define DHT_REPAIR_OVER_TRANSPORT_H

#include "dht-repair-streams.h"
#include "dht-storage-host.h"

#include <cstddef>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What carries the repair of a store over the overlay's own transport, in any host.
 */

namespace dht
{

/**
 * Links of a store over the overlay's own transport, on the socket of a peer's datagrams. They
 * carry what repair moves, and yield to all else unless a block is short of fragments.
 *
 * @tparam Pump Drives a RepairStreams, as that of LinksOverTransport does a LinkTransport.
 */
template <typename Pump>
class RepairOverTransport : public RepairLinks
{
  public:
    /// @param options How they are. @param makeWindow Makes windows. @param random For what others
    /// should not guess; must outlive this object. @param listeners Whom to tell what happens.
    /// @param host What the pump takes beside a RepairStreams.
    template <typename... Host>
    RepairOverTransport(const RepairLinkOptions& options,
                        TransportEndpoint::WindowMaker makeWindow,
                        Random& random,
                        MessageStreams::Listeners listeners,
                        Host&&... host)
        : m_streams(options, std::move(makeWindow), random, std::move(listeners)),
          m_pump(m_streams, std::forward<Host>(host)...)
    {
    }

    /// @return What carries the messages.
    const RepairStreams& Streams() const
    {
        return m_streams;
    }

    void SendOverLink(const Endpoint& to, const StorageMessage& message) override
    {
        m_streams.Send(m_pump.Now(), to, message);
        m_pump.PollSoon();
    }

    void SetFewest(std::optional<std::size_t> fewest) override
    {
        if (m_streams.SetFewest(m_pump.Now(), fewest))
        {
            m_pump.PollSoon();
        }
    }

    std::size_t MostAtOnce() const override
    {
        return m_streams.MostAtOnce();
    }

  protected:
    RepairStreams m_streams; ///< The messages.
    Pump m_pump;             ///< Keeps them going.
};

} // namespace dht

#endif // DHT_REPAIR_OVER_TRANSPORT_H
