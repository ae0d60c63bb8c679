/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TOKENS_H
#define DHT_TOKENS_H

#include "dht-endpoint.h"
#include "dht-random.h"
#include "dht-time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Return routability: the proof that a peer is where its messages come from. A datagram's source
 * can be forged; a peer that names the token sent to an endpoint receives what is sent there (RFC
 * 9000, section 8.1).
 */

namespace dht
{

/// Makes tokens for others, and recognises its own. It stores no endpoint: a token is a digest of
/// its endpoint, its subject and a secret. A secret makes tokens for an epoch, and is recognised
/// for one more.
class TokenMint
{
  public:
    /// The validity of a token.
    enum class Worth : std::uint8_t
    {
        kNone,  ///< It is of another endpoint, too old, or invented.
        kAging, ///< It is valid, but not for long: its owner should get another one.
        kFull,  ///< It is valid.
    };

    /// @param random For secrets; must outlive this object. @param epoch How long a secret makes
    /// tokens.
    explicit TokenMint(Random& random, Time epoch = FromSeconds(300));

    /// @param now The present. @param to An endpoint. @param subject What the token is for; 0:
    /// anything. @return The token, never 0.
    std::uint64_t Make(Time now, const Endpoint& to, std::uint64_t subject = 0);
    /// @param now The present. @param from The sender of a message. @param token The token in the
    /// message. @param subject What the token is for; 0: anything. @return Its validity.
    Worth Judge(Time now, const Endpoint& from, std::uint64_t token, std::uint64_t subject = 0);

  private:
    /// Bits that nobody else knows.
    using Secret = std::array<std::uint64_t, 2>;

    /// Draw another secret if the epoch is over. @param now The present.
    void Renew(Time now);

    Random& m_random;        ///< For secrets.
    Time m_length;           ///< Length of an epoch.
    Secret m_secret{};       ///< Secret of new tokens.
    Secret m_former{};       ///< Secret of aging tokens.
    std::int64_t m_epoch{0}; ///< Epoch of the secrets, from 1; 0: there are none.
};

/// The peers that have answered at their endpoints, and the tokens that they gave; the last few.
class TokenBook
{
  public:
    /// @param most Number of peers that it remembers.
    explicit TokenBook(std::size_t most = 128);

    /// A peer has answered. @param now The present. @param node Its endpoint. @param token The
    /// token that it gave; 0 if it gave none.
    void Learn(Time now, const Endpoint& node, std::uint64_t token);
    /// @param node A peer. @return The token it gave; 0 if none is known.
    std::uint64_t Find(const Endpoint& node) const;
    /// @param node An endpoint. @return Whether a peer has answered there.
    bool Contains(const Endpoint& node) const;
    /// @param node An endpoint. @return When a peer has answered there last; nothing if none is
    /// known to have.
    std::optional<Time> LastAnswer(const Endpoint& node) const;
    /// @param node A peer that does not answer any more.
    void Forget(const Endpoint& node);

  private:
    /// A peer.
    struct Entry
    {
        Endpoint node;       ///< Its endpoint.
        std::uint64_t token; ///< The token that it gave.
        Time answered;       ///< When it answered last.
    };

    /// @param node An endpoint. @return Its entry; null if there is none.
    const Entry* Look(const Endpoint& node) const;

    std::size_t m_most;           ///< Most entries.
    std::vector<Entry> m_entries; ///< The peers that answered last stand last.
};

} // namespace dht

#endif // DHT_TOKENS_H
