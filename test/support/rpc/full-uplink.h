/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_FULL_UPLINK_H
#define DHT_CC_TEST_FULL_UPLINK_H

#include "rpc-network.h"

#include <algorithm>
#include <functional>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * A peer that asks all that its window allows, over an uplink that carries less.
 */

namespace dht
{
namespace test
{

/// @return The parameter that chooses.
inline const ParameterOf<RpcOptions>&
RpcWindowChoice()
{
    return GetParameter<RpcOptions>("RpcWindow");
}

/// @param name A window. @return Options with it.
inline RpcOptions
OptionsWith(const std::string& name)
{
    const auto& names = RpcWindowChoice().choices;
    const auto found = std::find(names.begin(), names.end(), name);
    RpcOptions options;
    RpcWindowChoice().set(options, static_cast<std::uint64_t>(found - names.begin()));
    return options;
}

/// What a peer does to its uplink that asks all it may.
struct UplinkUse
{
    double wait{0};      ///< Mean time that a question waits for it, in ms.
    double share{0};     ///< Of the time in which it is busy, in the mean.
    std::size_t most{0}; ///< RPCs that were in flight at once.
};

/// A question has 1400 bytes, and the uplink 600 kbit/s and a queue of 100 packets. Of 19 other
/// peers, three are at 20 ms, and the rest at 200 ms; all of them ask twice a second.
/// @param name A window. @param before How often the peer asks before that, now and then, and finds
/// out how far the others are. @return What it does for 60 s, half a minute after it began.
inline UplinkUse
UseUplink(const std::string& name, int before = 200)
{
    RpcNetworkOptions options;
    options.rpc = OptionsWith(name);
    options.question = 18.7;
    options.buffer = 1870;
    options.rtt = [](std::size_t a, std::size_t b) { return (a < 4) == (b < 4) ? 20.0 : 200.0; };
    RpcNetwork network(options);
    auto& node = network.At(0);
    const std::function<void()> ask = [&] {
        for (std::size_t peer = 1; peer < options.peers; ++peer)
        {
            network.At(peer).Ask();
        }
        network.After(0.5, ask);
    };
    ask();
    for (int rpc = 0; rpc < before; ++rpc)
    {
        network.Run(0.25);
        node.Ask();
    }
    UplinkUse use;
    constexpr int kSteps = 3000;
    for (int step = -kSteps / 2; step < kSteps; ++step)
    {
        while (node.endpoint.Waiting() < 60)
        {
            node.Ask();
        }
        network.Run(0.02);
        if (step >= 0)
        {
            const double wait = ToSeconds(network.WaitOf(0));
            use.wait += 1000 * wait / kSteps;
            use.share += (wait > 0 ? 1.0 : 0.0) / kSteps;
            use.most = std::max(use.most, node.endpoint.InFlight());
        }
    }
    return use;
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_FULL_UPLINK_H
