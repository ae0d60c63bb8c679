/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_OPENING_H
#define DHT_TRANSPORT_OPENING_H

#include "dht-time.h"
#include "dht-transport-packet.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How a connection is opened.
 */

namespace dht
{

/// Asks for a cookie, up to three times, until it comes; then data packets repeat it. Needed until
/// the first ack: the other end has the connection then.
class TransportOpening
{
  public:
    /// Opens are sent so often at the most.
    static constexpr std::uint32_t kMostOpens = 3;

    /// @param now The present. @param first The first open's number.
    TransportOpening(Time now, std::uint32_t first);

    /// @param now The present. @return The number of the open that is to be sent now, if one is.
    std::optional<std::uint32_t> Poll(Time now);
    /// @return When there will be something to send, or to give up.
    Time NextTimer() const;

    /// @param now The present. @return Whether it has taken too long.
    bool IsTooLate(Time now) const;

    /// @param number Any. @return Whether an open had it.
    bool IsOwn(std::uint32_t number) const;

    /// A cookie came. @param now The present. @param packet The packet with the cookie. @return How
    /// long that took; nothing if it answers no open, or is not the first.
    std::optional<Time> OnCookie(Time now, const CookiePacket& packet);

    /// @return The cookie for data packets; nothing before it came.
    std::optional<std::uint64_t> Cookie() const
    {
        return m_cookie;
    }

    /// @return Whether data may be sent.
    bool HasCookie() const
    {
        return m_cookie.has_value();
    }

  private:
    Time m_begun;                          ///< When the connection was wanted.
    std::uint32_t m_first;                 ///< The first open's number.
    std::array<Time, kMostOpens> m_sent{}; ///< When opens were sent.
    std::uint32_t m_opens{0};              ///< How many were.
    std::optional<std::uint64_t> m_cookie; ///< What came.
};

} // namespace dht

#endif // DHT_TRANSPORT_OPENING_H
