/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"
#include "dht-peer-context.h"
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

using Structs = testing::Types<PeerOptions, MaintenanceOptions, WorkloadOptions>;
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

TEST(ParameterTest, ANameIsOnlyInOneTable)
{
    std::set<std::string> names;
    for (const auto& parameter : PeerOptions::Table())
    {
        ExpectNewName(names, parameter.name);
    }
    for (const auto& parameter : MaintenanceOptions::Table())
    {
        ExpectNewName(names, parameter.name);
    }
    for (const auto& parameter : WorkloadOptions::Table())
    {
        ExpectNewName(names, parameter.name);
    }
    EXPECT_GT(names.size(), 15u);
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
