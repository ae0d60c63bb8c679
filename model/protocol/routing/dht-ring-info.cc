/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-info.h"

namespace dht
{

RingNodes
RingInfo::AllTowards(const Key& key, const RingNodes& fingers) const
{
    const Key self = Self().id;
    const Key way = Distance(self, key);
    RingNodes nodes;
    const auto append = [&](const RingNodes& more) {
        for (auto node = more.rbegin(); node != more.rend(); ++node)
        {
            const bool isBeyond = way < Distance(self, node->id);
            if (!isBeyond && !FindNode(nodes, node->endpoint))
            {
                nodes.push_back(*node);
            }
        }
    };
    append(fingers);
    append(Successors());
    return nodes;
}

} // namespace dht
