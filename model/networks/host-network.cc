/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-network.h"

#include <utility>

namespace dht
{

HostNetwork
MakeHostNetwork(std::unique_ptr<DelayMatrix> delays,
                std::vector<HostRates> rates,
                const std::vector<float>& losses,
                MissingDelays missing,
                const std::function<std::string(std::uint32_t)>& nameOf)
{
    const std::size_t all = delays->Size();
    CompleteDelays complete = Complete(std::move(delays), missing, nameOf);
    HostNetwork network;
    network.delays = std::move(complete.delays);
    network.hosts = complete.kept.size();
    network.dropped = all - complete.kept.size();
    network.replaced = complete.replaced;
    for (const std::uint32_t host : complete.kept)
    {
        if (!rates.empty())
        {
            network.rates.push_back(rates[host]);
        }
        for (std::size_t i = 0; i < (losses.empty() ? 0 : complete.kept.size()); ++i)
        {
            network.losses.push_back(losses[host * all + complete.kept[i]]);
        }
    }
    return network;
}

} // namespace dht
