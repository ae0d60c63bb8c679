/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_WINDOWS_H
#define DHT_CC_MESSAGE_WINDOWS_H

#include "dht-flight-control.h"
#include "dht-host.h"
#include "message-stream.h"

#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * @internal
 * What the links of a message-level peer may have under way, where they are those of the overlay's
 * own transport: its windows, which are told of each acknowledgement as the transport tells them.
 * They count requests of MessageStreamOptions::size bytes.
 */
class MessageWindows
{
  public:
    /// @param options Of all streams, which have windows; must outlive this object. @param links Of
    /// the peer.
    MessageWindows(const MessageStreamOptions& options, dht::LinkIndex links);

    /// @param link A link. @param requests Those of its next segment. @return Whether they may
    /// leave.
    bool HasRoom(dht::LinkIndex link, std::size_t requests) const;
    /// A segment leaves. @param now The present. @param link Its link. @param requests Those in it.
    void OnSent(dht::Time now, dht::LinkIndex link, std::size_t requests);
    /// Segments have arrived. @param now The present. @param link Their link. @param requests Those
    /// in them. @param times Of the newest.
    void OnAcked(dht::Time now,
                 dht::LinkIndex link,
                 std::size_t requests,
                 const MessageTimes& times);

  private:
    /// @param link A link. @return The place of its window.
    std::size_t PlaceOf(dht::LinkIndex link) const
    {
        return m_options.sharesWindow ? 0 : link;
    }

    const MessageStreamOptions& m_options;     //!< Of all streams.
    std::vector<dht::FlightControl> m_windows; //!< One for each link, or for all.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_WINDOWS_H
