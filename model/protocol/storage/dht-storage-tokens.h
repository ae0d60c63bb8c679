/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_TOKENS_H
#define DHT_STORAGE_TOKENS_H

#include "dht-query-budget.h"
#include "dht-storage-message.h"
#include "dht-tokens.h"

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
    /// @param isOn Whether they are wanted. @param random For secrets; must outlive this object.
    StorageTokens(bool isOn, Random& random);

    /// @param to A peer. @return Whether it will know that this peer is here.
    bool IsKnownTo(const Endpoint& to) const;

    /// Show who is asked that this peer is here, as far as it can. @param to Who is asked.
    /// @param [in,out] question The question, signed here. @param room Bytes that its answer may
    /// have beyond those of the question, if it cannot.
    void Prove(const Endpoint& to, StorageMessage& question, std::size_t room = 0) const;

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

    /// @param now The present. @return Whether one more answer may go where nobody has shown to be.
    bool Admits(Time now);

  private:
    bool m_isOn;          ///< Whether they are wanted.
    TokenMint m_mint;     ///< Tokens for others.
    TokenBook m_book;     ///< Tokens of others.
    QueryBudget m_budget; ///< How many lookups to answer to origins.
};

} // namespace dht

#endif // DHT_STORAGE_TOKENS_H
