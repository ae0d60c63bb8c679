/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-endpoint-name.h"
#include "dht-tokens.h"
#include "dht-wire-format.h"
#include "live-ring-setup.h"
#include "live-ring.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <string>

/// A meter, as in emu/examples/hostile.py: what arrives where nobody has asked, for what was sent
/// in its name.

namespace dht
{
namespace
{

using test::LiveRing;
using test::LiveRingOptions;

constexpr std::size_t kReflectors = 32;
/// Whom everything is sent to.
constexpr std::size_t kMirror = 3;
/// How often, one after the other.
constexpr int kSent = 200;

/// @return The place in whose name others speak: no peer is there, though the one that would come
/// right after the mirror's id would be of interest to it.
std::size_t
Victim()
{
    static const std::size_t victim = [] {
        std::vector<std::size_t> places(10000 - kReflectors);
        std::iota(places.begin(), places.end(), kReflectors);
        const Key mirror = IdOf(LiveRing::EndpointOf(kMirror));
        const auto distance = [&](std::size_t place) {
            return Distance(mirror, IdOf(LiveRing::EndpointOf(place)));
        };
        return *std::min_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
            return distance(a) < distance(b);
        });
    }();
    return victim;
}

/// What is sent, and what it brings.
struct Reflected
{
    std::string name;                                           ///< What it is.
    std::function<Datagram(test::MersenneRandom& random)> make; ///< Makes one.
    double packets{1};                                          ///< Datagrams that come for each.
    double bytes{1}; ///< Bytes that may come for each byte.
    double least{0}; ///< Bytes that come for each byte at least: an answer says something.
};

Datagram
MaintenanceOf(test::MersenneRandom& random, MaintenanceKind kind, const Key& key = Key(0))
{
    MaintenanceMessage message;
    message.kind = kind;
    message.id = DrawBits(random);
    message.key = key;
    SetToken(message.extensions, 0, 35);
    return message;
}

Datagram
LeaveOf(test::MersenneRandom& random)
{
    auto leave = std::get<MaintenanceMessage>(MaintenanceOf(random, MaintenanceKind::kLeave));
    leave.predecessor = LiveRing::EndpointOf(Victim());
    leave.peers = {LiveRing::EndpointOf(Victim())};
    return leave;
}

Datagram
LookupOf(test::MersenneRandom& random)
{
    Request lookup;
    lookup.kind = MessageKind::kLookup;
    lookup.id = DrawBits(random);
    lookup.key = DrawKey(random);
    lookup.source = LiveRing::EndpointOf(Victim());
    lookup.hopLimit = 64;
    return lookup;
}

Datagram
QuestionOf(test::MersenneRandom& random, StorageBody body, std::size_t padding = 0)
{
    StorageMessage question;
    question.id = DrawBits(random);
    question.hopLimit = 64;
    question.body.Write() = std::move(body);
    if (padding > 0)
    {
        SetToken(question.extensions, 0, padding);
    }
    return question;
}

/// @param padding Bytes that mean nothing. @return Lookups of a store whose end is to go to the
/// victim.
std::function<Datagram(test::MersenneRandom&)>
LocatesWith(std::size_t padding)
{
    return [padding](test::MersenneRandom& random) {
        const std::uint64_t lookup = DrawBits(random);
        const Endpoint victim = LiveRing::EndpointOf(Victim());
        return QuestionOf(random, LocateBody{lookup, DrawKey(random), 14, victim}, padding);
    };
}

class ReflectionTest : public testing::TestWithParam<Reflected>
{
  protected:
    static LiveRingOptions Storing()
    {
        LiveRingOptions options = test::Quiet();
        options.maintenance.successors = kMaximumLocated;
        options.store.emplace();
        return options;
    }

    ReflectionTest()
        : m_ring(test::MakeSettledRing(Storing(), kReflectors)),
          m_victim(Victim())
    {
    }

    /// @param from Who sends it, in truth or not.
    void ExpectLittleFor(std::size_t from)
    {
        test::MersenneRandom random(1);
        std::size_t sent = 0;
        std::size_t longest = 0;
        for (int i = 0; i < kSent; ++i)
        {
            const Datagram datagram = GetParam().make(random);
            sent += FrameSize(datagram);
            longest = std::max(longest, FrameSize(datagram));
            m_ring->SendAs(LiveRing::EndpointOf(from), kMirror, datagram);
            m_ring->RunUntil(m_ring->Now() + FromSeconds(0.02));
        }
        // a peer asks three times
        m_ring->RunUntil(m_ring->Now() + FromSeconds(10));
        const MemoryTraffic arrived = m_ring->SentToNobodyAt(m_victim);
        RecordProperty("packets", std::to_string(static_cast<double>(arrived.datagrams) / kSent));
        RecordProperty(
            "bytes",
            std::to_string(static_cast<double>(arrived.bytes) / static_cast<double>(sent)));
        EXPECT_EQ(static_cast<double>(arrived.datagrams), GetParam().packets * kSent)
            << "what is to be answered is, each time";
        EXPECT_LE(static_cast<double>(arrived.bytes), GetParam().bytes * static_cast<double>(sent));
        EXPECT_GE(static_cast<double>(arrived.bytes), GetParam().least * static_cast<double>(sent));
        EXPECT_LE(arrived.longest, longest);
    }

    std::unique_ptr<LiveRing> m_ring; ///< Those that are to reflect.
    const std::size_t m_victim;       ///< Where nobody is.
};

TEST_P(ReflectionTest, NobodyIsSentMoreThanCameInItsName)
{
    ExpectLittleFor(m_victim);
    EXPECT_EQ(m_ring->Flaws(), "") << "nobody gets a place by it, nor loses one";
}

INSTANTIATE_TEST_SUITE_P(
    Messages,
    ReflectionTest,
    testing::Values(
        Reflected{"Lookup", LookupOf, 1, 0.83},
        Reflected{"Query",
                  [](auto& random) {
                      return MaintenanceOf(random, MaintenanceKind::kQuery, DrawKey(random));
                  },
                  1,
                  0.64},
        Reflected{"QueryForItsId",
                  [](auto& random) {
                      const Key own = IdOf(LiveRing::EndpointOf(kMirror));
                      return MaintenanceOf(random, MaintenanceKind::kQuery, own);
                  }},
        Reflected{"Notify",
                  [](auto& random) { return MaintenanceOf(random, MaintenanceKind::kNotify); },
                  0,
                  0},
        Reflected{"Leave", LeaveOf, 0, 0},
        Reflected{"Fetch",
                  [](auto& random) { return QuestionOf(random, FetchBody{DrawKey(random)}); },
                  1,
                  0.82},
        Reflected{
            "Store",
            [](auto& random) {
                return QuestionOf(random, StoreBody{DrawKey(random), FromSeconds(9), std::nullopt});
            },
            1,
            0.75},
        Reflected{"Sync",
                  [](auto& random) {
                      return QuestionOf(random, SyncBody{DrawKey(random), DrawKey(random), 0});
                  },
                  1,
                  0.5},
        // there is room for its end only in a longer one, which is accepted, too
        Reflected{"Locate", LocatesWith(0), 1, 0.6},
        Reflected{"PaddedLocate", LocatesWith(200), 2}),
    [](const auto& info) { return info.param.name; });

/// A request on a connection may name anybody as its source.
TEST(RequestReflectionTest, NobodyIsSentMoreThanCameInItsName)
{
    LiveRing ring(test::Quiet(), kReflectors);
    test::Populate(ring, kReflectors);
    ASSERT_NE(ring.Settle(FromSeconds(30)), kNever) << ring.Flaws();
    ring.FloodFromOutside(kMirror, LiveRing::EndpointOf(Victim()), 100);
    ring.RunUntil(ring.Now() + FromSeconds(10));
    const std::uint64_t requests = ring.Totals().delivered;
    const MemoryTraffic arrived = ring.SentToNobodyAt(Victim());
    EXPECT_GT(requests, 900u);
    EXPECT_LE(arrived.datagrams, requests);
    Request shortest;
    shortest.source = LiveRing::EndpointOf(Victim());
    EXPECT_LE(arrived.bytes, requests * FrameSize(shortest));
}

/// The sender of a lookup of a store, which names the victim as its origin.
class LocateReflectionTest : public ReflectionTest
{
};

TEST_P(LocateReflectionTest, ItsEndIsNoLonger)
{
    ExpectLittleFor(m_victim + 1);
}

INSTANTIATE_TEST_SUITE_P(Padding,
                         LocateReflectionTest,
                         testing::Values(Reflected{"None", LocatesWith(0), 1, 0.91},
                                         Reflected{"Some", LocatesWith(50), 1, 0.91},
                                         Reflected{"All", LocatesWith(200), 1, 0.91}),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace dht
