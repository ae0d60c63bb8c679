/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-delays.h"
#include "dht-window-registry.h"
#include "heap-use.h"
#include "transport-world.h"

#include <gtest/gtest.h>

#if DHT_CC_COUNTS_THE_HEAP

namespace dht
{
namespace
{

using test::FillHeapCaches;
using test::HeapBytes;
using test::TransportWorld;

/// A window that never changes and has nothing to remember.
class StillWindow : public TransportWindow
{
  public:
    void OnAck(const AckedPackets& /* acked */) override
    {
    }

    void OnLoss(const LostPackets& /* lost */) override
    {
    }

    std::size_t Bytes() const override
    {
        return 140000;
    }

    double PacingRate() const override
    {
        return std::numeric_limits<double>::infinity();
    }
};

/// Two endpoints, what one sends reaching the other at once.
class TransportMemoryTest : public testing::Test
{
  protected:
    /// @param random What it is lent. @param makeWindow Makes its windows. @return An endpoint.
    static std::unique_ptr<TransportEndpoint> Make(
        Random& random,
        TransportEndpoint::WindowMaker makeWindow = [] { return std::make_unique<StillWindow>(); })
    {
        TransportOptions options;
        options.maxConnections = 10000;
        return std::make_unique<TransportEndpoint>(options, std::move(makeWindow), random);
    }

    /// @return Makes the windows that links have.
    static TransportEndpoint::WindowMaker MakeLinkWindows()
    {
        const auto& polite = WindowRegistry::Get().Find("multiplicative");
        const auto& variable = WindowRegistry::Get().Find("multcp");
        return [windows =
                    MakePriorityWindows(polite, polite.parameters, variable, variable.parameters)] {
            return windows(1);
        };
    }

    /// Bytes of memory.
    struct LinkMemory
    {
        std::size_t sender;   ///< At the end that opened a link.
        std::size_t receiver; ///< At the other one.
    };

    /// Let links carry something, and then idle. The receiving endpoint is gone then.
    /// @param priorities What each link's priority, at first 1, becomes one after the other.
    /// @param seconds For how long. @return What a link takes.
    LinkMemory MeasureIdleLinks(const std::vector<double>& priorities = {}, double seconds = 5)
    {
        constexpr std::size_t kLinks = 1600;
        const std::vector<std::uint8_t> bytes(4000);
        FillHeapCaches();
        const std::size_t before = HeapBytes();
        for (std::size_t i = 0; i < kLinks; ++i)
        {
            const TransportLink link = a->Open(now, kB, 1);
            for (const double priority : priorities)
            {
                a->SetPriority(now, link, priority);
            }
            a->Write(now, link, bytes.data(), bytes.size());
        }
        Run(5);
        Idle(seconds - 5);
        EXPECT_EQ(a->Now().links, kLinks);
        EXPECT_EQ(b->Now().accepted, kLinks);
        EXPECT_EQ(a->Counts().bytesAcked, kLinks * bytes.size());
        const std::size_t both = HeapBytes();
        b.reset();
        FillHeapCaches();
        const std::size_t one = HeapBytes();
        RecordProperty("bytes_a_sender", std::to_string((one - before) / kLinks));
        RecordProperty("bytes_a_receiver", std::to_string((both - one) / kLinks));
        return {(one - before) / kLinks, (both - one) / kLinks};
    }

    /// Let both do what they have to.
    void Exchange()
    {
        for (bool isBusy = true; isBusy;)
        {
            isBusy = false;
            while (const auto sent = a->PollTransmit(now, buffer.data(), kMostDataSize))
            {
                isBusy = true;
                // links are opened whatever is lost
                const bool isData = buffer[1] == static_cast<std::uint8_t>(TransportKind::kData);
                if (!isData || ++dataPackets % lossInterval != 0)
                {
                    b->OnDatagram(now, kA, buffer.data(), sent->size);
                }
            }
            while (const auto sent = b->PollTransmit(now, buffer.data(), kMostDataSize))
            {
                isBusy = true;
                a->OnDatagram(now, kB, buffer.data(), sent->size);
            }
            while (a->PollEvent())
            {
            }
            while (const auto event = b->PollEvent())
            {
                std::size_t size = 0;
                while (b->Look(event->link, size))
                {
                    b->Read(now, event->link, size);
                    b->Consume(now, event->link, size);
                }
            }
        }
    }

    /// @param seconds For how long both do what they have to.
    void Run(double seconds)
    {
        for (const Time end = now + FromSeconds(seconds); now < end; now += FromSeconds(0.001))
        {
            a->OnTimer(now);
            b->OnTimer(now);
            Exchange();
        }
    }

    /// @param seconds For how long both do what they have to, when there is something.
    void Idle(double seconds)
    {
        for (const Time end = now + FromSeconds(seconds); now < end;)
        {
            now =
                std::clamp(std::min(a->NextTimer(), b->NextTimer()), now + FromSeconds(0.001), end);
            a->OnTimer(now);
            b->OnTimer(now);
            Exchange();
        }
    }

    const Endpoint kA = TransportWorld::AddressOf(0);    ///< Where one is.
    const Endpoint kB = TransportWorld::AddressOf(1);    ///< Where the other one is.
    test::MersenneRandom randomA{1};                     ///< Of the one.
    test::MersenneRandom randomB{2};                     ///< Of the other.
    std::unique_ptr<TransportEndpoint> a{Make(randomA)}; ///< The one, which sends.
    std::unique_ptr<TransportEndpoint> b{Make(randomB)}; ///< The other, which receives.
    std::vector<std::uint8_t> buffer = std::vector<std::uint8_t>(kMostDataSize); ///< For datagrams.
    Time now{0};                                                                 ///< The present.
    std::uint64_t dataPackets{0};    ///< Sent by the one.
    std::uint64_t lossInterval{100}; ///< Of so many of them, one is lost.
};

TEST_F(TransportMemoryTest, AnIdleLinkIsSmall)
{
    const LinkMemory idle = MeasureIdleLinks();
    EXPECT_LE(idle.sender, 1024u);
    EXPECT_LE(idle.receiver, 1024u);
    EXPECT_GE(idle.sender, sizeof(TransportSender));
}

/// With the window that links have and its delays. Once the priority was both 0 and above, the
/// window has both rules.
TEST_F(TransportMemoryTest, TheSenderOfAnIdleLinkHasItsWindowBesides)
{
    a = Make(randomA, MakeLinkWindows());
    const LinkMemory idle = MeasureIdleLinks();
    EXPECT_LE(idle.sender, 1024u);
    EXPECT_LE(idle.receiver, 1024u);
    EXPECT_GE(idle.sender, sizeof(TransportSender) + sizeof(WindowDelays));
    a = Make(randomA, MakeLinkWindows());
    b = Make(randomB);
    const LinkMemory both = MeasureIdleLinks({0, 1});
    EXPECT_GT(both.sender, idle.sender);
    EXPECT_LE(both.sender, 1024u);
    EXPECT_LE(both.receiver, 1024u);
}

/// Packets were lost on each, the base delay of a quarter of an hour is known, and both rules are
/// there.
TEST_F(TransportMemoryTest, WhatALinkHasSeenDoesNotMakeItLarge)
{
    a = Make(randomA, MakeLinkWindows());
    lossInterval = 3;
    const LinkMemory idle = MeasureIdleLinks({0, 1}, 930);
    EXPECT_GE(a->Counts().packetsLost, a->Now().links);
    EXPECT_LE(idle.sender, 1024u);
    EXPECT_LE(idle.receiver, 1024u);
}

TEST_F(TransportMemoryTest, SendingLeavesNothingBehind)
{
    const TransportLink link = a->Open(now, kB, 1);
    const std::vector<std::uint8_t> bytes(50000);
    const auto send = [&](double seconds) {
        for (const Time end = now + FromSeconds(seconds); now < end;)
        {
            a->Write(now, link, bytes.data(), bytes.size());
            Run(0.001);
        }
    };
    send(5);
    const std::size_t before = HeapBytes();
    send(5);
    EXPECT_EQ(HeapBytes(), before);
    EXPECT_GT(a->Counts().packetsSent, 100000u);
    EXPECT_GT(a->Counts().packetsLost, 1000u);
}

/// Whatever comes out of order, be it a byte at each end of the window, be it called whole.
TEST_F(TransportMemoryTest, AHoleCostsNoMoreThanTheWindow)
{
    const TransportLink link = a->Open(now, kB, 1);
    Run(1);
    const std::uint8_t one = 1;
    a->Write(now, link, &one, 1);
    const auto sent = a->PollTransmit(now, buffer.data(), kMostDataSize);
    ASSERT_TRUE(sent);
    std::vector<std::uint8_t> forged(kMostDataSize);
    const std::size_t before = HeapBytes();
    const std::size_t window = TransportOptions().receiveWindow;
    TransportPacket packet;
    Decode(buffer.data(), sent->size, packet);
    for (std::size_t offset = window - 1; offset > 2; offset -= std::min<std::size_t>(offset, 2))
    {
        DataPacket data = std::get<DataPacket>(packet);
        data.payload = &one;
        data.offset = offset;
        data.isWhole = true;
        data.header.number += static_cast<std::uint32_t>(window - offset);
        b->OnDatagram(now, kA, forged.data(), Encode(data, forged.data()));
    }
    EXPECT_GE(b->Counts().accepted, window / 2 - 2);
    // the bytes and what is noted of them are mapped, each with up to a page more; the rest is the
    // connection
    EXPECT_LE(HeapBytes() - before, window + window / 4 + 2 * 4096 + 1024);
}

} // namespace
} // namespace dht

#endif
