/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"
#include "dht-peer-context.h"
#include "dht-rpc-endpoint.h"
#include "dht-workload.h"

#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>

/// The tables of a peer's parameters.

namespace dht
{

namespace
{

template <typename S>
class ParameterTableTest : public testing::Test
{
};

using Structs = testing::Types<PeerOptions,
                               MaintenanceOptions,
                               WorkloadOptions,
                               VivaldiOptions,
                               StpWindowOptions,
                               RttPredictorOptions,
                               RpcOptions>;
TYPED_TEST_SUITE(ParameterTableTest, Structs);

TYPED_TEST(ParameterTableTest, EveryDefaultIsAllowed)
{
    for (const auto& parameter : TypeParam::Table())
    {
        const ParameterValue value = parameter.Default();
        EXPECT_EQ(value.index(), parameter.least.index()) << parameter.name;
        EXPECT_EQ(value.index(), parameter.most.index()) << parameter.name;
        EXPECT_LE(parameter.least, value) << parameter.name;
        EXPECT_LE(value, parameter.most) << parameter.name;
        EXPECT_FALSE(parameter.help.empty()) << parameter.name;
        EXPECT_NE(parameter.help.back(), '.') << parameter.name << ": more may follow";
    }
}

/// A range that the member cannot hold would become another number.
TYPED_TEST(ParameterTableTest, EveryEndOfARangeFits)
{
    for (const auto& parameter : TypeParam::Table())
    {
        for (const ParameterValue& value : {parameter.least, parameter.most})
        {
            TypeParam options;
            parameter.set(options, value);
            EXPECT_EQ(parameter.get(options), value) << parameter.name;
        }
    }
}

/// Two lines for one member would set each other's value.
TYPED_TEST(ParameterTableTest, ALineSetsNothingElse)
{
    for (const auto& parameter : TypeParam::Table())
    {
        TypeParam options;
        const bool isMost = parameter.Default() == parameter.most;
        parameter.set(options, isMost ? parameter.least : parameter.most);
        for (const auto& other : TypeParam::Table())
        {
            EXPECT_EQ(other.get(options) == other.Default(), other.name != parameter.name)
                << parameter.name << " and " << other.name;
        }
    }
}

/// @param names So far. @param name One more, an attribute of a peer and an option of programs.
void
ExpectNewName(std::set<std::string>& names, const std::string& name)
{
    EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    EXPECT_TRUE(name[0] >= 'A' && name[0] <= 'Z') << name;
    EXPECT_EQ(name.find_first_of("-_ "), std::string::npos) << name;
}

/// @tparam S Structs. @param names So far, which those of their parameters are added to.
template <typename... S>
void
ExpectNewNames(std::set<std::string>& names, testing::Types<S...> /* structs */)
{
    const auto expectNew = [&](const auto& table) {
        for (const auto& parameter : table)
        {
            ExpectNewName(names, parameter.name);
        }
    };
    (expectNew(S::Table()), ...);
}

TEST(ParameterTest, ANameIsOnlyInOneTable)
{
    std::set<std::string> names;
    ExpectNewNames(names, Structs{});
    EXPECT_GT(names.size(), 15u);
}

TEST(ParameterTest, ALineIsOfTheMemberThatItNames)
{
    const PeerOptions peer;
    const auto peers = [](const char* name) { return GetParameter<PeerOptions>(name).Default(); };
    EXPECT_EQ(peers("QueueCapacity"), ParameterValue(std::uint64_t{peer.queueCapacity}));
    EXPECT_EQ(peers("HopLimit"), ParameterValue(std::uint64_t{peer.hopLimit}));
    EXPECT_EQ(peers("MaxOutstanding"), ParameterValue(std::uint64_t{peer.maximumOutstanding}));
    EXPECT_EQ(peers("RequestLifetime"), ParameterValue(peer.requestLifetime));
    EXPECT_EQ(peers("StandstillLimit"), ParameterValue(peer.standstillLimit));
    EXPECT_EQ(peers("ProcessingTime"), ParameterValue(peer.processing.mean));
    const MaintenanceOptions live;
    const auto lives = [](const char* name) {
        return GetParameter<MaintenanceOptions>(name).Default();
    };
    EXPECT_EQ(lives("StabiliseInterval"), ParameterValue(live.stabiliseInterval));
    EXPECT_EQ(lives("FingerInterval"), ParameterValue(live.fingerInterval));
    EXPECT_EQ(lives("QueryTimeout"), ParameterValue(live.queryTimeout));
    EXPECT_EQ(lives("QueryAttempts"), ParameterValue(std::uint64_t{live.queryAttempts}));
    EXPECT_EQ(lives("Successors"), ParameterValue(std::uint64_t{live.successors}));
    EXPECT_EQ(lives("MaxLinks"), ParameterValue(std::uint64_t{live.maximumLinks}));
    EXPECT_EQ(lives("Puzzle"), ParameterValue(std::uint64_t{live.puzzleBits}));
    EXPECT_EQ(lives("Vouching"), ParameterValue(static_cast<std::uint64_t>(live.vouching)));
}

/// @param parameter A choice. @param value One of its enumerators. @return What that is called.
template <typename S, typename E>
std::string
WordFor(const ParameterOf<S>& parameter, E value)
{
    return parameter.choices.at(static_cast<std::size_t>(value));
}

TEST(ParameterTest, AWordIsTheValueThatItNames)
{
    const auto& routing = GetParameter<PeerOptions>("Routing");
    EXPECT_EQ(WordFor(routing, RoutingMode::kRecursive), "recursive");
    EXPECT_EQ(WordFor(routing, RoutingMode::kIterative), "iterative");
    const auto& pauses = GetParameter<PeerOptions>("Pauses");
    EXPECT_EQ(WordFor(pauses, PauseScope::kForwarding), "forwarding");
    EXPECT_EQ(WordFor(pauses, PauseScope::kRelaying), "relaying");
    const auto& times = GetParameter<PeerOptions>("ProcessingTimes");
    EXPECT_EQ(WordFor(times, ProcessingTimes::kConstant), "constant");
    EXPECT_EQ(WordFor(times, ProcessingTimes::kExponential), "exponential");
    const auto& vouching = GetParameter<MaintenanceOptions>("Vouching");
    EXPECT_EQ(WordFor(vouching, Vouching::kOff), "off");
    EXPECT_EQ(WordFor(vouching, Vouching::kOdd), "odd");
    EXPECT_EQ(WordFor(vouching, Vouching::kAll), "all");
    EXPECT_EQ(WordFor(vouching, Vouching::kAlarmed), "alarmed");
    const auto& arrivals = GetParameter<WorkloadOptions>("Arrivals");
    EXPECT_EQ(WordFor(arrivals, Arrivals::kPoisson), "poisson");
    EXPECT_EQ(WordFor(arrivals, Arrivals::kConstant), "constant");
}

/// Without a hop, a successor, a link or an attempt, nothing would ever be answered.
TEST(ParameterTest, WhatHasToBeThereIsOneAtLeast)
{
    const ParameterValue one(std::uint64_t{1});
    for (const char* name : {"QueueCapacity", "HopLimit", "MaxOutstanding"})
    {
        EXPECT_EQ(GetParameter<PeerOptions>(name).least, one) << name;
    }
    for (const char* name : {"QueryAttempts", "Successors", "MaxLinks"})
    {
        EXPECT_EQ(GetParameter<MaintenanceOptions>(name).least, one) << name;
    }
}

TEST(ParameterTest, AnOptionIsCalledAsItsParameter)
{
    EXPECT_EQ(GetParameter<PeerOptions>("QueueCapacity").OptionName(), "queue-capacity");
    EXPECT_EQ(GetParameter<WorkloadOptions>("Load").OptionName(), "load");
    EXPECT_THROW(GetParameter<WorkloadOptions>("QueueCapacity"), std::invalid_argument);
}

TEST(ParameterTest, NoLimitOfRequestsIsWritten0)
{
    const auto& requests = GetParameter<WorkloadOptions>("Requests");
    WorkloadOptions options;
    EXPECT_EQ(requests.get(options), ParameterValue(std::uint64_t{0}));
    requests.set(options, std::uint64_t{7});
    EXPECT_EQ(options.requests, 7u);
    EXPECT_TRUE(options.IsLimited());
    requests.set(options, std::uint64_t{0});
    EXPECT_FALSE(options.IsLimited());
}

} // namespace

} // namespace dht
