/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-tokens.h"

#include "dht-storage-format.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Holders of many blocks that a peer fetches or stores at a time.
constexpr std::size_t kMostHolders = 1024;
/// Bytes of a token's extension in a frame: types and sizes, and the token.
constexpr std::size_t kTokenBytes = 1 + 2 + 8;
/// Bytes that may follow a token in its extension.
constexpr std::size_t kMostPadding = Extensions::kMaximumSize - 2 - 8;

} // namespace

StorageTokens::StorageTokens(bool isOn, Random& random)
    : m_isOn(isOn),
      m_mint(random),
      m_book(kMostHolders)
{
}

bool
StorageTokens::IsKnownTo(const Endpoint& to) const
{
    return !m_isOn || m_book.Find(to) != 0;
}

void
StorageTokens::Prove(const Endpoint& to, StorageMessage& question, std::size_t room) const
{
    const std::uint64_t token = m_isOn ? m_book.Find(to) : 0;
    if (token != 0)
    {
        SetToken(question.extensions, token);
    }
    else if (m_isOn && room > 0)
    {
        SetToken(question.extensions, 0, std::min(room, kMostPadding));
    }
}

void
StorageTokens::Learn(Time now, const Endpoint& from, const StorageMessage& answer)
{
    if (const std::uint64_t token = m_isOn ? TokenIn(answer.extensions) : 0)
    {
        m_book.Learn(now, from, token);
    }
}

TokenMint::Worth
StorageTokens::Judge(Time now, const Endpoint& from, const StorageMessage& question)
{
    return m_isOn ? m_mint.Judge(now, from, TokenIn(question.extensions)) : TokenMint::Worth::kFull;
}

void
StorageTokens::Finish(Time now,
                      const Endpoint& from,
                      const StorageMessage& question,
                      TokenMint::Worth worth,
                      StorageMessage& answer)
{
    if (!m_isOn)
    {
        return;
    }
    const bool isProved = worth != TokenMint::Worth::kNone;
    const std::size_t most = FrameSize(question);
    if (worth != TokenMint::Worth::kFull && (isProved || FrameSize(answer) + kTokenBytes <= most))
    {
        SetToken(answer.extensions, m_mint.Make(now, from));
    }
    while (!isProved && BodyOf<LocatedBody>(answer) &&
           !BodyOf<LocatedBody>(answer)->peers.empty() && FrameSize(answer) > most)
    {
        std::get<LocatedBody>(answer.body.Write()).peers.pop_back();
    }
}

bool
StorageTokens::Admits(Time now)
{
    return !m_isOn || m_budget.Take(now, {}, false);
}

} // namespace dht
