/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_LONE_RPC_ENDPOINT_H
#define DHT_CC_TEST_LONE_RPC_ENDPOINT_H

#include "dht-rpc-endpoint.h"
#include "rpc-network.h"

#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * One endpoint of RPCs, whose answers a check makes.
 */

namespace dht
{
namespace test
{

/// @param seconds An instant. @return The same.
constexpr Time
RpcTime(double seconds)
{
    return FromSeconds(seconds);
}

/// @param number Of a peer. @return Whom to ask.
inline RpcTarget
TargetPeer(unsigned number)
{
    return {Endpoint::Ipv4(0x0a000001 + number, 7000), std::nullopt};
}

/// A place that says nothing.
const WireCoordinate kNowhere{};

/// An endpoint, and a caller that writes down what it is told.
class LoneRpcEndpoint : public testing::Test, public RpcCaller
{
  protected:
    void SendRpc(const Rpc& rpc) override
    {
        sent.push_back(rpc);
    }

    std::optional<RpcTarget> OnRpcTimeout(Time /* now */, const Rpc& rpc) override
    {
        timedOut.push_back(rpc);
        return onTimeout ? onTimeout(rpc) : std::nullopt;
    }

    std::optional<RpcTarget> OnRpcLate(Time /* now */, const Rpc& rpc) override
    {
        late.push_back(rpc);
        return onLate ? onLate(rpc) : std::nullopt;
    }

    void TearDown() override
    {
        EXPECT_TRUE(AddsUp(*endpoint));
    }

    /// @param options The endpoint's.
    void Start(const RpcOptions& options)
    {
        endpoint.emplace(options, Endpoint::Ipv4(0x0a000001, 7000), vivaldi, random);
    }

    /// @param now The present. @param peer Whom to ask. @return The RPC's id.
    std::uint64_t Issue(Time now, unsigned peer)
    {
        return endpoint->Issue(now, *this, TargetPeer(peer), peer);
    }

    /// @param now The present. @param rpc Whose answer comes. @return What it answers.
    std::optional<RpcAnswer> Answer(Time now, const Rpc& rpc)
    {
        return endpoint->OnAnswer(now, rpc.to, rpc.id, rpc.attempt, kNowhere);
    }

    /// Let answers come until the window is wide, and timers know. @param count How many.
    void Warm(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            Issue(RpcTime(0), 1);
            Answer(RpcTime(0.1), sent.back());
        }
        sent.clear();
    }

    MersenneRandom random{1};
    Vivaldi vivaldi{{}, random};
    std::optional<RpcEndpoint> endpoint{std::in_place,
                                        RpcOptions{},
                                        Endpoint::Ipv4(0x0a000001, 7000),
                                        vivaldi,
                                        random};
    std::vector<Rpc> sent;
    std::vector<Rpc> timedOut;
    std::vector<Rpc> late;
    std::function<std::optional<RpcTarget>(const Rpc& rpc)> onTimeout;
    std::function<std::optional<RpcTarget>(const Rpc& rpc)> onLate;
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_LONE_RPC_ENDPOINT_H
