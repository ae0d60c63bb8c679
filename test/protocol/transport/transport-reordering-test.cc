/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-registry.h"
#include "transport-world.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

/// Windows on a path that reorders and loses.

namespace dht
{
namespace
{

using test::TransportWorld;

/// Changes what is sent on the way, and knows the time.
using Meddler = std::function<void(Time now, const Endpoint& from, std::vector<std::uint8_t>&)>;

/// What one flow does.
struct FlowResult
{
    double window; ///< Its mean window in bytes.
    double rate;   ///< What is read, in bit/s.
};

/// One TCP flow over a round trip of 60 ms. @param loss Of the path. @param jitter Of the path, in
/// seconds. @param meddler Sees and changes all packets. @return What it does in 20 s.
FlowResult
RunFlow(double loss, double jitter, const Meddler& meddler = {})
{
    constexpr int kSamples = 80;
    constexpr double kStep = 0.25;
    test::PathFaults faults;
    faults.loss = loss;
    faults.delay = FromSeconds(0.03 - jitter / 2);
    faults.jitter = FromSeconds(jitter);
    TransportWorld world(faults, 5);
    if (meddler)
    {
        world.tap = [&](const Endpoint& from, const Endpoint& /* to */, auto& bytes) {
            meddler(world.Now(), from, bytes);
            return true;
        };
    }
    const WindowKind& reno = WindowRegistry::Get().Find("reno");
    TransportOptions options;
    options.sendBuffer = 1 << 17;
    options.receiveWindow = 1 << 20;
    auto& a = world.Add(options, [&reno] { return MakeWindow(reno, reno.parameters); });
    auto& b = world.Add(options);
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, 1);
    world.Stream(a, link, 1000000000);
    double sum = 0;
    for (int i = 0; i < kSamples; ++i)
    {
        world.Run(kStep);
        const TransportWindow* const window = a.endpoint->Window(link);
        sum += window ? static_cast<double>(std::min<std::size_t>(window->Bytes(), 1e6)) : 0;
    }
    EXPECT_EQ(a.endpoint->Now().links, 1u) << "it was lost";
    EXPECT_EQ(world.broken, 0u);
    return {sum / kSamples, 8 * static_cast<double>(world.BytesRead(b)) / (kSamples * kStep)};
}

/// A receiver who knows which numbers were left out, so that it is never found out. As soon as what
/// was lost has come again, it says that the first packet had only been late.
class LateLiar
{
  public:
    /// A packet passes. @param now The present. @param from The sender's endpoint. @param bytes The
    /// packet.
    void Meddle(Time now, const Endpoint& from, std::vector<std::uint8_t>& bytes)
    {
        TransportPacket packet;
        Decode(bytes.data(), bytes.size(), packet);
        if (from == TransportWorld::AddressOf(0) && std::holds_alternative<DataPacket>(packet))
        {
            const DataPacket& data = std::get<DataPacket>(packet);
            m_offsets[data.header.number] = data.offset;
            m_newest[data.offset] = {data.header.number, now};
        }
        else if (std::holds_alternative<AckPacket>(packet))
        {
            AckPacket& ack = std::get<AckPacket>(packet);
            Claim(now, ack);
            bytes.resize(kMostAckSize);
            bytes.resize(Encode(ack, bytes.data()));
        }
    }

  private:
    /// @param now The present. @param number Of a packet. @return Whether what was in it has come
    /// in a later one.
    bool HasComeAgain(Time now, std::uint32_t number) const
    {
        const auto found = m_offsets.find(number);
        if (found == m_offsets.end())
        {
            return false;
        }
        const auto& [newest, sent] = m_newest.at(found->second);
        return newest != number && now - sent >= FromSeconds(0.03);
    }

    /// @param now The present. @param ack What is changed.
    void Claim(Time now, AckPacket& ack) const
    {
        const auto isListed = [listed = ack](std::uint32_t number) {
            const auto end = listed.ranges.begin() + listed.rangeCount;
            return std::any_of(listed.ranges.begin(), end, [&](const PacketRange& range) {
                return range.first <= number && number <= range.last;
            });
        };
        std::vector<PacketRange> ranges;
        const std::uint32_t newest = ack.ranges[0].last;
        for (std::uint32_t number = newest; number + 1000 > newest; --number)
        {
            if (!isListed(number) && !HasComeAgain(now, number))
            {
                continue;
            }
            if (ranges.empty() || ranges.back().first != number + 1)
            {
                if (ranges.size() == kMostRanges)
                {
                    break;
                }
                ranges.push_back({number, number});
            }
            ranges.back().first = number;
        }
        std::copy(ranges.begin(), ranges.end(), ack.ranges.begin());
        ack.rangeCount = static_cast<std::uint16_t>(ranges.size());
    }

    std::map<std::uint32_t, std::uint64_t> m_offsets;                 ///< By number.
    std::map<std::uint64_t, std::pair<std::uint32_t, Time>> m_newest; ///< By offset: who had it
                                                                      ///< last, and when it left.
};

/// Were a reduction undone for one late packet, losses would reduce nothing.
TEST(TransportReorderingTest, JitterChangesTheWindowOfALossyPathLittle)
{
    const double smooth = RunFlow(0.02, 0).window;
    for (const double jitter : {0.002, 0.005, 0.02})
    {
        SCOPED_TRACE(jitter);
        const double window = RunFlow(0.02, jitter).window;
        EXPECT_LT(window, 2 * smooth);
        EXPECT_GT(window, smooth / 2);
    }
}

/// On a path that reorders and loses nothing, reductions are undone.
TEST(TransportReorderingTest, ReorderingAloneHardlyCostsAnything)
{
    const double smooth = RunFlow(0, 0).rate;
    EXPECT_GT(RunFlow(0, 0.005).rate, 0.8 * smooth);
    EXPECT_GT(RunFlow(0, 0.02).rate, 0.8 * smooth);
}

TEST(TransportReorderingTest, WhoSaysThatAllLossesWereLateGainsLittle)
{
    LateLiar liar;
    const double rate = RunFlow(0.01, 0, [&](auto now, const auto& from, auto& bytes) {
                            liar.Meddle(now, from, bytes);
                        }).rate;
    EXPECT_LT(rate, 1.3 * RunFlow(0.01, 0).rate);
}

} // namespace
} // namespace dht
