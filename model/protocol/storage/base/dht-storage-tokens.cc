/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-tokens.h"

#include "dht-endpoint-site.h"
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
/// Ends of lookups per second, and as many at once, that go where nobody has shown to be: to all
/// sites, and to one.
constexpr double kEndRate = 1000;
constexpr double kOriginRate = 200;
/// Bytes that may follow a token in its extension.
constexpr std::size_t kMostPadding = Extensions::kMaximumSize - 2 - 8;

/// Leave out peers, from the end. @param [in,out] located What names them. @param most Bytes that
/// it may have.
void
Shorten(StorageMessage& located, std::size_t most)
{
    while (FrameSize(located) > most && !BodyOf<LocatedBody>(located)->peers.empty())
    {
        std::get<LocatedBody>(located.body.Write()).peers.pop_back();
    }
}

} // namespace

StorageTokens::StorageTokens(bool isOn, Random& random)
    : m_isOn(isOn),
      m_mint(random),
      m_book(kMostHolders),
      m_everybody(kEndRate, kEndRate),
      m_origins(kOriginRate, kOriginRate)
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
StorageTokens::HandOn(const Endpoint& to,
                      StorageMessage& locate,
                      std::size_t room,
                      bool isOwn) const
{
    if (!m_isOn)
    {
        return;
    }
    const std::uint64_t token = isOwn ? m_book.Find(to) : 0;
    const std::size_t least = FrameSize(locate) + kTokenBytes;
    if (token != 0)
    {
        SetToken(locate.extensions, token);
    }
    else if (room >= least)
    {
        const std::size_t enough = kMaximumLocated * (to.AddressSize() + 2 + 8);
        SetToken(locate.extensions, 0, std::min({room - least, enough, kMostPadding}));
    }
}

std::size_t
StorageTokens::RoomOfEnd(const Endpoint& from,
                         const StorageMessage& locate,
                         TokenMint::Worth worth,
                         std::size_t accepted) const
{
    const Endpoint& origin = BodyOf<LocateBody>(locate)->origin;
    const bool isOrigin = origin == from;
    if (!m_isOn || (isOrigin && worth != TokenMint::Worth::kNone))
    {
        return kNoLimit;
    }
    const std::size_t size = FrameSize(locate);
    if (!(SiteOf(origin) == SiteOf(from)))
    {
        return size; // who hands it on says nothing of its origin
    }
    StorageMessage shortest = locate;
    shortest.extensions = {};
    return FrameSize(shortest) + accepted <= size ? size - accepted : 0;
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
    if (!isProved && BodyOf<LocatedBody>(answer))
    {
        Shorten(answer, most);
    }
}

bool
StorageTokens::Admits(Time now, const Endpoint& origin, std::size_t room, StorageMessage& located)
{
    if (!m_isOn || room == kNoLimit)
    {
        return true;
    }
    Shorten(located, room);
    return FrameSize(located) <= room && m_origins.Take(now, origin).value_or(true) &&
           m_everybody.Take(now);
}

} // namespace dht
