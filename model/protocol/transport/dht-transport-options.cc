/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-options.h"

namespace dht
{

const std::vector<ParameterOf<TransportOptions>>&
TransportOptions::Table()
{
    static const std::vector<ParameterOf<TransportOptions>> table{
        {"TransportSendBuffer",
         "Bytes of a link that were written and have not arrived, at the most",
         &TransportOptions::sendBuffer,
         1,
         1 << 30},
        {"TransportReceiveWindow",
         "Bytes of a connection that have arrived and were not consumed, at the most",
         &TransportOptions::receiveWindow,
         2048,
         1 << 30},
        {"TransportMaxConnections",
         "Connections that others have opened, at a time",
         &TransportOptions::maxConnections,
         0,
         1000000},
        {"TransportWishLimit",
         "The greatest priority that a receiver gets by wishing it",
         &TransportOptions::wishLimit,
         0.0,
         255.0},
        {"TransportTakesWishes",
         "1: a receiver gets the priority that it wishes, up to that limit; 0: it does not",
         &TransportOptions::takesWishes,
         0,
         1},
        {"TransportScope",
         "Whose a window is: a link's, or all links' of a peer",
         &TransportOptions::scope,
         {"link", "node"}},
        {"TransportGiveUp",
         "A link is lost if nothing is acknowledged for so long",
         &TransportOptions::giveUp,
         FromSeconds(1),
         kNever},
        {"TransportKeepAlive",
         "A link on which nothing happens for so long is probed",
         &TransportOptions::keepAlive,
         FromSeconds(1),
         kNever},
        {"TransportIdle",
         "A connection of which nothing arrives for so long is forgotten; longer than keep-alive",
         &TransportOptions::idle,
         FromSeconds(1),
         kNever},
    };
    return table;
}

} // namespace dht
