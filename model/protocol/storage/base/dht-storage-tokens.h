/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_TOKENS_H
#define DHT_STORAGE_TOKENS_H

#include "dht-site-buckets.h"
#include "dht-storage-message.h"
#include "dht-tokens.h"

#include <limits>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Return routability of who asks a store, and of who is asked.
 */

namespace dht
{

/**
 * The tokens of one peer's storage, of both kinds: those that it has given, and those that it was
 * given. Where they are not wanted, everybody is believed, and no message carries any.
 */
class StorageTokens
{
  public:
    /// Room for an end as long as it likes.
    static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

    /// @param isOn Whether they are wanted. @param random For secrets; must outlive this object.
    StorageTokens(bool isOn, Random& random);

    /// @param to A peer. @return Whether it will know that this peer is here.
    bool IsKnownTo(const Endpoint& to) const;

    /// Show who is asked that this peer is here, as far as it can. @param to Who is asked.
    /// @param [in,out] question The question, signed here. @param room Bytes that its answer may
    /// have beyond those of the question, if it cannot.
    void Prove(const Endpoint& to, StorageMessage& question, std::size_t room = 0) const;

    /**
     * Hand a lookup on. Its end must not be longer than the locate that ends it: so the locate
     * makes room, unless its receiver knows that the origin is there.
     *
     * @param to The next peer.
     * @param [in,out] locate The locate, padded or signed here.
     * @param room Bytes that the end may have: RoomOfEnd(), or kNoLimit.
     * @param isOwn Whether this peer is the origin.
     */
    void HandOn(const Endpoint& to, StorageMessage& locate, std::size_t room, bool isOwn) const;

    /**
     * A lookup has come, and was accepted.
     *
     * @param from Its sender, if that is not forged.
     * @param locate The lookup.
     * @param worth What its token is worth: Judge().
     * @param accepted Bytes that its sender was sent already.
     * @return Bytes that its end may have; 0 if that is less than the shortest locate, which must
     * not be handed on then.
     */
    std::size_t RoomOfEnd(const Endpoint& from,
                          const StorageMessage& locate,
                          TokenMint::Worth worth,
                          std::size_t accepted) const;

    /// A question was answered. @param now The present. @param from The answering peer's endpoint.
    /// @param answer The answer.
    void Learn(Time now, const Endpoint& from, const StorageMessage& answer);

    /// @param now The present. @param from Where a question seems to come from. @param question The
    /// question. @return What its token is worth: with any at all, that is where it comes from.
    TokenMint::Worth Judge(Time now, const Endpoint& from, const StorageMessage& question);

    /**
     * Finish an answer: it carries a token, if who asks needs one, and if it is not longer than the
     * question, or who asks has shown that it is there.
     *
     * @param now The present.
     * @param from Who asks.
     * @param question The question.
     * @param worth What the question's token is worth: Judge().
     * @param [in,out] answer What it is told, which has fewer peers if they are too many.
     */
    void Finish(Time now,
                const Endpoint& from,
                const StorageMessage& question,
                TokenMint::Worth worth,
                StorageMessage& answer);

    /**
     * The end of a lookup is to go where nobody has shown to be.
     *
     * @param now The present.
     * @param origin Where it is to go.
     * @param room Bytes that it may have.
     * @param [in,out] located The answer, which has fewer peers if they are too many.
     * @return Whether it may go: not if it is too long even so, or too many go there, or anywhere.
     */
    bool Admits(Time now, const Endpoint& origin, std::size_t room, StorageMessage& located);

  private:
    bool m_isOn;             ///< Whether they are wanted.
    TokenMint m_mint;        ///< Tokens for others.
    TokenBook m_book;        ///< Tokens of others.
    TokenBucket m_everybody; ///< Ends of lookups that may go to origins.
    SiteBuckets m_origins;   ///< The same for each origin's site.
};

} // namespace dht

#endif // DHT_STORAGE_TOKENS_H
