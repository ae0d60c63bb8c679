/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tokens.h"

#include "dht-endpoint-name.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>

namespace dht
{

namespace
{

/// @param secret A secret. @param of An endpoint. @param subject What for. @return Its token, never
/// 0.
std::uint64_t
Digest(const std::array<std::uint64_t, 2>& secret, const Endpoint& of, std::uint64_t subject)
{
    const std::string text = std::to_string(secret[0]) + " " + std::to_string(secret[1]) + " " +
                             NameOf(of) + (subject ? " " + std::to_string(subject) : "");
    std::array<std::uint8_t, kKeyBits / 8> bytes{};
    HashKey(text).ToBytes(bytes.data());
    return std::max<std::uint64_t>(boost::endian::load_big_u64(bytes.data()), 1);
}

} // namespace

TokenMint::TokenMint(Random& random, Time epoch)
    : m_random(random),
      m_length(epoch)
{
}

void
TokenMint::Renew(Time now)
{
    const std::int64_t epoch = 1 + now / m_length;
    if (epoch == m_epoch)
    {
        return;
    }
    const auto draw = [this] { return Secret{DrawBits(m_random), DrawBits(m_random)}; };
    m_former = epoch == m_epoch + 1 && m_epoch > 0 ? m_secret : draw();
    m_secret = draw();
    m_epoch = epoch;
}

std::uint64_t
TokenMint::Make(Time now, const Endpoint& to, std::uint64_t subject)
{
    Renew(now);
    return Digest(m_secret, to, subject);
}

TokenMint::Worth
TokenMint::Judge(Time now, const Endpoint& from, std::uint64_t token, std::uint64_t subject)
{
    if (token == 0)
    {
        return Worth::kNone;
    }
    Renew(now);
    if (token == Digest(m_secret, from, subject))
    {
        return Worth::kFull;
    }
    return token == Digest(m_former, from, subject) ? Worth::kAging : Worth::kNone;
}

TokenBook::TokenBook(std::size_t most)
    : m_most(most)
{
}

void
TokenBook::Learn(Time now, const Endpoint& node, std::uint64_t token)
{
    token = token == 0 ? Find(node) : token;
    Forget(node);
    if (m_entries.size() >= m_most)
    {
        m_entries.erase(m_entries.begin());
    }
    m_entries.push_back({node, token, now});
}

std::uint64_t
TokenBook::Find(const Endpoint& node) const
{
    const Entry* const entry = Look(node);
    return entry ? entry->token : 0;
}

bool
TokenBook::Contains(const Endpoint& node) const
{
    return Look(node) != nullptr;
}

std::optional<Time>
TokenBook::LastAnswer(const Endpoint& node) const
{
    const Entry* const entry = Look(node);
    return entry ? std::optional(entry->answered) : std::nullopt;
}

const TokenBook::Entry*
TokenBook::Look(const Endpoint& node) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node == node;
    });
    return found == m_entries.end() ? nullptr : &*found;
}

void
TokenBook::Forget(const Endpoint& node)
{
    const auto rest = std::remove_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.node == node;
    });
    m_entries.erase(rest, m_entries.end());
}

} // namespace dht
