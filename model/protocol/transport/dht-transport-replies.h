/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_REPLIES_H
#define DHT_TRANSPORT_REPLIES_H

#include "dht-endpoint.h"
#include "dht-fifo.h"
#include "dht-time.h"
#include "dht-transport-counters.h"
#include "dht-transport-packet.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Answers to those with whom there is no connection.
 */

namespace dht
{

/// Cookies and resets on their way out: none is longer than what it answers, and there are not many
/// at a time.
class TransportReplies
{
  public:
    /// @param counters What happens; must outlive this object.
    explicit TransportReplies(TransportCounters& counters);

    /// @param to Who wants to open a connection. @param packet What it gets.
    void Send(const Endpoint& to, const CookiePacket& packet);
    /// @param now The present. @param to Who names a connection that there is not. @param packet
    /// What it gets, unless there were too many in this second.
    void Send(Time now, const Endpoint& to, const ResetPacket& packet);

    /// There is no endpoint that a packet is for. @param now The present. @param to Who has sent
    /// it. @param bytes The packet; who opens a connection by it, or believes in one, gets a reset,
    /// unless there were too many in this second. @param size Its bytes.
    void Refuse(Time now, const Endpoint& to, const std::uint8_t* bytes, std::size_t size);

    /// @return Whether there is none.
    bool IsEmpty() const
    {
        return m_replies.IsEmpty();
    }

    /// @param [out] to Where the first one goes. @param buffer Where it is written. @return Its
    /// bytes. There must be one.
    std::size_t Take(Endpoint& to, std::uint8_t* buffer);

  private:
    /// A packet.
    struct Reply
    {
        Endpoint to;                                 ///< Where it goes.
        std::array<std::uint8_t, kCookieSize> bytes; ///< The encoded packet.
        std::size_t size;                            ///< How many of them.
    };

    /// @return Whether there is room for another one; if not, that is counted.
    bool HasRoom();

    TransportCounters& m_counters; ///< What happens.
    Fifo<Reply> m_replies;         ///< In their order.
    Time m_second{-1};             ///< When the last second of resets began.
    unsigned m_resets{0};          ///< Those in it.
};

} // namespace dht

#endif // DHT_TRANSPORT_REPLIES_H
