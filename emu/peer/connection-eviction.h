/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_CONNECTION_EVICTION_H
#define DHT_EMU_CONNECTION_EVICTION_H

#include "dht-host.h"
#include "incoming-connection.h"

#include <map>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-emu
 * Who makes room for another neighbour.
 */

namespace dht
{

/// Incoming connections by number.
using IncomingConnections = std::map<ConnectionId, std::shared_ptr<IncomingConnection>>;

/**
 * Choose the connection that is closed for a new one where there are too many: of those that have
 * never delivered a request, the oldest, so that who connects and says nothing keeps nobody out. If
 * all have delivered some, that of the address with most connections which has delivered none for
 * the longest time, but only if the newcomer's address has fewer.
 *
 * @param connections All there are.
 * @param newcomer Where the new one comes from.
 * @return Which to close; nothing if the new one has to go.
 */
std::optional<ConnectionId> ConnectionToEvict(const IncomingConnections& connections,
                                              const boost::asio::ip::address& newcomer);

} // namespace dht

#endif // DHT_EMU_CONNECTION_EVICTION_H
