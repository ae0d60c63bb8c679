/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_MESSAGE_H
#define DHT_MAINTENANCE_MESSAGE_H

#include "dht-endpoint.h"
#include "dht-extensions.h"
#include "dht-key.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What peers tell each other to keep their ring together.
 */

namespace dht
{

/// Endpoints that a maintenance message names at the most, its predecessor apart.
constexpr std::size_t kMaximumPeersInMessage = 16;

/// What a maintenance message is.
enum class MaintenanceKind : std::uint8_t
{
    kQuery,      ///< Who is responsible for this key, as far as you know?
    kNeighbours, ///< The answer to a query.
    kNotify,     ///< I may be your predecessor. Not answered.
    kLeave,      ///< I leave the ring. Not answered.
    kCount       ///< How many kinds there are.
};

/**
 * A message that keeps the ring together. It travels in a datagram, and its sender is whom that
 * datagram comes from: nothing in it says so, and a peer's id is the digest of its endpoint.
 */
struct MaintenanceMessage
{
    MaintenanceKind kind{MaintenanceKind::kQuery}; ///< What it is.
    std::uint64_t id{0};                           ///< Chosen by who asks, hard to guess.
    std::uint8_t attempt{1};                       ///< Of a query: which transmission, from 1.
    Key key{0};                                    ///< Of a query: what is looked for.
    bool responsible{false}; ///< Of an answer: whether its sender is responsible for the key.
    std::optional<Endpoint> predecessor; ///< Of an answer or a leave: the sender's.
    /// Of an answer: the sender's successors, nearest first, if it is responsible, else peers
    /// nearer to the key, best first. Of a leave: the sender's successors.
    std::vector<Endpoint> peers;
    Extensions extensions; ///< What else its frame carries.
};

} // namespace dht

#endif // DHT_MAINTENANCE_MESSAGE_H
