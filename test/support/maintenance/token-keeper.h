/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_TOKEN_KEEPER_H
#define DHT_CC_TEST_TOKEN_KEEPER_H

#include "dht-endpoint-name.h"
#include "dht-maintenance-message.h"

#include <cstdint>
#include <map>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * What others know of a peer whose answers they get.
 */

namespace dht
{
namespace test
{

/// The tokens that one peer has given to others, so that these can show where they are.
class TokenKeeper
{
  public:
    /// The peer has said something. @param to The receiver's endpoint. @param message The message.
    void Hear(const Endpoint& to, const MaintenanceMessage& message)
    {
        const std::uint64_t token = TokenIn(message.extensions);
        if (token != 0 && message.kind == MaintenanceKind::kNeighbours)
        {
            m_tokens[NameOf(to)] = token;
        }
    }

    /// @param from Who says something. @param message The message, without its token. @return The
    /// same, with the token that the peer gave to it, if it gave any.
    MaintenanceMessage Sign(const Endpoint& from, MaintenanceMessage message) const
    {
        const auto found = m_tokens.find(NameOf(from));
        if (found != m_tokens.end())
        {
            SetToken(message.extensions, found->second);
        }
        return message;
    }

  private:
    std::map<std::string, std::uint64_t> m_tokens; ///< By the names of those who got them.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_TOKEN_KEEPER_H
