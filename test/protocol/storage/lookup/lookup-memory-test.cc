/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-memory-block-store.h"
#include "dht-mersenne-random.h"
#include "dht-ready-ring.h"
#include "dht-storage.h"
#include "heap-use.h"

#include <gtest/gtest.h>
#include <thread>

/// Lookups take memory as long as they last, and those of others only so much.

#if DHT_CC_COUNTS_THE_HEAP

namespace dht
{
namespace
{

using test::HeapBytes;

/// What may be left of the memory of a thousand lookups: room for a few.
constexpr std::size_t kLookupLeftOfABurst = 4000;
/// What a lookup of somebody else may take as long as it waits, with the RPC that hands it on.
constexpr std::size_t kMostOfOne = 1024;

/// A storage in a ring whose other peers are silent.
class LookupMemoryTest : public testing::Test, private StorageHost
{
  protected:
    /// Wake it as often as it wants to be, until it wants nothing for an hour.
    void RunToTheEnd()
    {
        while (m_wakeAt < Later(m_now, FromSeconds(3600)))
        {
            m_now = std::max(m_now, m_wakeAt);
            m_storage.OnWake(m_now);
        }
    }

    /// Do something in a thread of its own: the C library keeps freed memory at hand until a
    /// thread ends. @param work What to do.
    template <typename Work>
    static void Apart(const Work& work)
    {
        std::thread(work).join();
    }

    /// One get by itself, when RPCs of all others are long past: they are forgotten with its own.
    void GetAlone()
    {
        m_now = Later(m_now, FromSeconds(10));
        m_storage.Get(m_now, Key(1) << 100);
        RunToTheEnd();
    }

    /// A lookup of another peer arrives. @param number Its number.
    void Hand(std::uint64_t number)
    {
        StorageMessage question;
        question.id = number;
        question.hopLimit = 64;
        question.body.Write() =
            LocateBody{number, m_overlay.Peers().Id(30), 14, ReadyRing::EndpointOf(5)};
        m_storage.OnMessage(m_now, ReadyRing::EndpointOf(1), question);
    }

    Time m_now{0};                          ///< The present.
    MersenneRandom m_random{1};             ///< Of the storage.
    ChordOverlay m_overlay{Ring::Even(64)}; ///< Who knows whom.
    ReadyRing m_ring{m_overlay};            ///< The ring.
    ReadyRingInfo m_info{m_ring, 0};        ///< What the storage knows of it.
    MemoryBlockStore m_store{{}};           ///< What it holds.
    Storage m_storage{{{}, ManyAtOnce(), {}, m_info, *this, m_store, m_random}};

  private:
    /// @return RPCs of which many are in flight at once, however many are late.
    static RpcOptions ManyAtOnce()
    {
        RpcOptions options;
        options.window.multiplier = 100;
        return options;
    }

    void SendStorage(const Endpoint& /* to */, const StorageMessage& /* message */) override
    {
    }

    void WakeStorageAt(Time time) override
    {
        m_wakeAt = time;
    }

    Time m_wakeAt{kNever}; ///< When it wants to be woken.
};

TEST_F(LookupMemoryTest, OwnLookupsThatNobodyAnswersGiveTheirMemoryBack)
{
    constexpr std::size_t burst = 1000;
    Apart([this] { GetAlone(); });
    const std::size_t before = HeapBytes();
    Apart([&] {
        for (std::size_t i = 0; i < burst; ++i)
        {
            m_storage.Get(m_now, m_overlay.Peers().Id(i % 64) + Key(i));
        }
        EXPECT_GT(HeapBytes(), before + burst * sizeof(LocateBody));
        RunToTheEnd();
        EXPECT_EQ(m_storage.UnderWay(), 0u);
        GetAlone();
    });
    EXPECT_LT(HeapBytes(), before + kLookupLeftOfABurst);
    EXPECT_EQ(m_storage.Counters().failed, burst + 2);
    EXPECT_TRUE(m_storage.IdentitiesHold());
}

TEST_F(LookupMemoryTest, LookupsOfOthersThatWaitAreBounded)
{
    constexpr std::size_t surplus = 10000;
    Apart([this] { GetAlone(); });
    const std::size_t before = HeapBytes();
    Apart([&] {
        for (std::size_t number = 1; number <= LocateRelay::kMostWaiting + surplus; ++number)
        {
            Hand(number);
        }
        EXPECT_EQ(m_storage.Counters().refused, surplus);
        EXPECT_LT(HeapBytes(), before + LocateRelay::kMostWaiting * kMostOfOne);
        RunToTheEnd();
        EXPECT_EQ(m_storage.Rpcs().Outstanding(), 0u);
        GetAlone();
    });
    EXPECT_LT(HeapBytes(), before + kLookupLeftOfABurst);
}

} // namespace
} // namespace dht

#endif
