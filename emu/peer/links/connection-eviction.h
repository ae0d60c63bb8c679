/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_CONNECTION_EVICTION_H
#define DHT_EMU_CONNECTION_EVICTION_H

#include "dht-endpoint.h"
#include "dht-host.h"
#include "incoming-connection.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Which connections are closed: to make room for another neighbour, or as they stall.
 */

namespace dht
{

/// Incoming connections by number.
using IncomingConnections = std::map<ConnectionId, std::shared_ptr<IncomingConnection>>;

/// Hosts (HostOf()) of peers in this peer's tables, and how many of these each has.
using KnownHosts = std::map<Endpoint, std::size_t, EndpointOrder>;

/// How many connections there may be.
struct ConnectionPlaces
{
    std::size_t total{256};      ///< In all.
    std::size_t perHost{64};     ///< From one host.
    std::size_t perNetwork{128}; ///< From one network (NetworkOf()) that the Internet routes.
};

/// What becomes of a new connection.
struct Admission
{
    bool granted{false};                ///< Whether it is taken.
    std::optional<ConnectionId> evicts; ///< Which one is closed for it, if one has to be.
};

/**
 * Decide on a new connection. Where its host or its network has all connections that one may have,
 * it takes the place of one of these that never delivered a request, or is not taken.
 *
 * Where all places are taken, newcomers never push out as many connections of a host as this peer
 * has peers of it in its tables; nor, for three quarters of all places, those that have delivered
 * requests for the longest time; nor, for an eighth, those that have been open for the longest time
 * and never delivered any. Each host's first comes before any host's second. Of the others, the
 * oldest one that never delivered a request is closed; if all have, the longest idle one of a host
 * that has as many as the newcomer's would have. Who is in the tables and has no connection yet
 * pushes out the longest idle one of those who are not.
 *
 * @param all All connections there are.
 * @param newcomer Where the new one comes from, by HostOf().
 * @param places How many there may be.
 * @param known Who is in the tables.
 * @return What becomes of it.
 */
Admission Admit(const IncomingConnections& all,
                const Endpoint& newcomer,
                const ConnectionPlaces& places,
                const KnownHosts& known);

/// @param all All connections there are. @param known Who is in the tables. @return Which one to
/// close where the system lets no more files be opened: the longest idle one that is of no peer in
/// the tables, if there are such ones that never delivered a request, of these; nothing if all are
/// of peers in the tables.
std::optional<ConnectionId> Dispensable(const IncomingConnections& all, const KnownHosts& known);

/// @param all All connections there are. @param now The present. @param limit How long half a frame
/// may wait for the other half, however slowly that comes. @return Those that have waited longer.
std::vector<ConnectionId> StalledAmong(const IncomingConnections& all, Time now, Time limit);

} // namespace dht

#endif // DHT_EMU_CONNECTION_EVICTION_H
