/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-net.h"
#include "dht-mersenne-random.h"
#include "dht-overlay-registry.h"
#include "dht-random-workload.h"
#include "dht-workload-registry.h"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>

/// Kinds of workloads, by name.

namespace dht
{
namespace test
{
namespace
{

/// Requests for one key, as long as the load is above 0.
class OneKeyWorkload : public RandomWorkload
{
  public:
    using RandomWorkload::RandomWorkload;

    Item Take(Time now) override
    {
        Item item = RandomWorkload::Take(now);
        item.key = HotKey();
        return item;
    }
};

const RegisterWorkload g_oneKey({"registry-test-one-key",
                                 "requests for one key",
                                 Parameters({}),
                                 [](const Parameters& /* none */,
                                    const WorkloadOptions& options,
                                    Random& gaps,
                                    Random& keys) -> std::unique_ptr<Workload> {
                                     return std::make_unique<OneKeyWorkload>(options, gaps, keys);
                                 }});

TEST(WorkloadRegistryTest, RandomRequestsAreThoseOfTheirClass)
{
    WorkloadOptions options;
    options.load = 10;
    MersenneRandom gaps(1, 0);
    MersenneRandom keys(1, 1);
    MersenneRandom sameGaps(1, 0);
    MersenneRandom sameKeys(1, 1);
    const auto workload = MakeWorkload("random", {}, options, gaps, keys);
    RandomWorkload same(options, sameGaps, sameKeys);
    for (Time now{0}; now < FromSeconds(5); now = same.NextAt(now))
    {
        ASSERT_EQ(workload->NextAt(now), same.NextAt(now));
        if (same.NextAt(now) <= now)
        {
            ASSERT_EQ(workload->Take(now).key, same.Take(now).key);
        }
    }
    EXPECT_GT(workload->Made(FromSeconds(5)), 10U);
}

TEST(WorkloadRegistryTest, NamesAndConstantsAreChecked)
{
    MersenneRandom random(1, 0);
    EXPECT_TRUE(MakeWorkload("registry-test-one-key", {}, {}, random, random));
    EXPECT_THROW(MakeWorkload("random", {{"Words", 1}}, {}, random, random), std::invalid_argument);
    EXPECT_THROW(MakeWorkload("crawler", {}, {}, random, random), std::invalid_argument);
    EXPECT_THROW(RegisterWorkload(WorkloadRegistry::Get().Find("random")), std::invalid_argument);
    EXPECT_THROW(RegisterOverlay(OverlayRegistry::Get().Find("tree")), std::invalid_argument);
}

TEST(WorkloadRegistryTest, ANetInMemoryTakesOneByName)
{
    MemoryNetOptions options;
    options.workload.load = 2;
    options.workload.stop = FromSeconds(10);
    options.workloadKind = "registry-test-one-key";
    MersenneRandom random(1, 0);
    const auto overlay = OverlayRegistry::Get().Find("chord").make(Ring::Even(8), {random});
    MemoryNet ring(options, *overlay);
    ring.RunUntil(FromSeconds(20));
    std::uint64_t all = 0;
    for (std::size_t place = 0; place < 8; ++place)
    {
        all += ring.At(place).GetPeer().GetCounters().delivered;
    }
    EXPECT_GT(all, 100U);
    EXPECT_EQ(ring.At(overlay->Responsible(HotKey())).GetPeer().GetCounters().delivered, all);
}

} // namespace
} // namespace test
} // namespace dht
