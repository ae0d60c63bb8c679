/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-options.h"

namespace dht
{

const std::vector<ParameterOf<LinkOptions>>&
LinkOptions::Table()
{
    static const std::vector<ParameterOf<LinkOptions>> table{
        {"Transport",
         "What carries requests between neighbours: TCP, or the overlay's own transport over UDP; "
         "all peers of a ring have the same",
         &LinkOptions::carrier,
         {"tcp", "dtl"}},
        {"TransportPriority",
         "Priority of each link of the overlay's own transport: 0 yields to everything, N > 0 "
         "takes "
         "as much as N TCP flows",
         &LinkOptions::priority,
         0.0,
         255.0},
        {"TransportUnsent",
         "Bytes that wait in the send buffer of such a link until its window lets them leave, at "
         "the most: what waits there is hidden from the relay queue. At least one request may",
         &LinkOptions::unsent,
         0,
         1 << 30},
        {"TransportDelivery",
         "When a neighbour may read a request that came over such a link: in-order, after those "
         "sent before it; as-arrived, as soon as it is there, even if one before it was lost",
         &LinkOptions::delivery,
         {"in-order", "as-arrived"}},
    };
    return table;
}

} // namespace dht
