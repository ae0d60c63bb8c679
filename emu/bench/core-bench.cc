/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-windows.h"
#include "peer-random.h"
#include "stream-benches.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace dht
{

namespace
{

/// Between two turns of both ends.
constexpr Time kTurn = FromSeconds(0.0001);
/// Of one turn: as many packets as Linux cuts at once.
constexpr std::size_t kBatch = 64 * kMostDataSize;
/// Until all buffers are as large as they become: what is known of lost and skipped packets is
/// forgotten after three probe timeouts, of 26 ms here.
constexpr Time kWarmUp = FromSeconds(0.2);
/// Links that idle.
constexpr int kLinks = 1000;

/// Two endpoints; what one sends reaches the other at once.
class CorePair
{
  public:
    /// @param lossInterval Of so many packets of the first end, one is lost; 0: none.
    explicit CorePair(std::uint64_t lossInterval = 0)
        : m_lossInterval(lossInterval)
    {
    }

    /// @return The present.
    Time Now() const
    {
        return m_now;
    }

    /// Let both do what they have to, and time pass.
    void Turn()
    {
        m_a.OnTimer(m_now);
        m_b->OnTimer(m_now);
        while (Pass(m_a, *m_b, m_at[0]) || Pass(*m_b, m_a, m_at[1]))
        {
            while (m_a.PollEvent())
            {
            }
            while (const auto event = m_b->PollEvent())
            {
                Read(event->link);
            }
        }
        m_now += kTurn;
    }

    /// @return A new link of the first end.
    TransportLink Open()
    {
        return m_a.Open(m_now, m_at[1], 1);
    }

    /// @param link A link. @param bytes What to write. @param size How many. @return Whether they
    /// fit.
    bool Write(TransportLink link, const std::uint8_t* bytes, std::size_t size)
    {
        return m_a.Write(m_now, link, bytes, size);
    }

    /// @return Bytes read by the second end.
    std::uint64_t BytesRead() const
    {
        return m_b->Counts().bytesRead;
    }

    /// @return Data packets sent.
    std::uint64_t Packets() const
    {
        return m_a.Counts().packetsSent;
    }

    /// Give the second end's memory back. Nothing may be done after it.
    void EndReceiver()
    {
        m_b.reset();
    }

    /// @param seconds For how long time passes and nothing is written.
    void Idle(double seconds)
    {
        for (const Time end = m_now + FromSeconds(seconds); m_now < end;)
        {
            Turn();
        }
    }

  private:
    /// @param from Who sends. @param to Who receives. @param at Where the sender is. @return
    /// Whether there was anything.
    bool Pass(TransportEndpoint& from, TransportEndpoint& to, const Endpoint& at)
    {
        const auto sent = from.PollTransmit(m_now, m_buffer.data(), m_buffer.size());
        for (std::size_t done = 0; sent && done < sent->size; done += sent->segment)
        {
            if (&from == &m_a && m_lossInterval > 0 && ++m_passed % m_lossInterval == 0)
            {
                continue;
            }
            to.OnDatagram(m_now,
                          at,
                          m_buffer.data() + done,
                          std::min(sent->segment, sent->size - done));
        }
        return sent.has_value();
    }

    void Read(TransportLink link)
    {
        std::size_t size = 0;
        while (const std::uint8_t* const bytes = m_b->Look(link, size))
        {
            size = std::min(size, m_read.size());
            std::copy_n(bytes, size, m_read.begin());
            m_b->Read(m_now, link, size);
            m_b->Consume(m_now, link, size);
        }
    }

    const Endpoint m_at[2]{Endpoint::Ipv4(0x7f000001, 1),
                           Endpoint::Ipv4(0x7f000001, 2)};                   ///< Where they are.
    SeededRandom m_random{1, 1, 1};                                          ///< Lent to both.
    TransportEndpoint m_a{MakeBenchOptions(), MakeBenchWindows(), m_random}; ///< Sends.
    std::optional<TransportEndpoint> m_b{std::in_place,
                                         MakeBenchOptions(),
                                         MakeBenchWindows(),
                                         m_random};                            ///< Receives.
    std::vector<std::uint8_t> m_buffer = std::vector<std::uint8_t>(kBatch);    ///< Packets.
    std::vector<std::uint8_t> m_read = std::vector<std::uint8_t>(kBenchChunk); ///< Was read.
    Time m_now{FromSeconds(1)};                                                ///< The present.
    std::uint64_t m_lossInterval; ///< Of so many packets, one is lost; 0: none.
    std::uint64_t m_passed{0};    ///< Packets of the first end.
};

} // namespace

TransportEndpoint::WindowMaker
MakeBenchWindows()
{
    return LinkWindows{}.MakerAt(1);
}

TransportOptions
MakeBenchOptions()
{
    TransportOptions options;
    options.sendBuffer = 1 << 20;
    options.receiveWindow = 1 << 20;
    options.maxConnections = kLinks;
    options.giveUp = FromSeconds(7);
    return options;
}

StreamCost
BenchCore(std::uint64_t bytes, std::uint64_t lossInterval)
{
    CorePair pair(lossInterval);
    const TransportLink link = pair.Open();
    const std::vector<std::uint8_t> chunk(kBenchChunk, 1);
    const auto carryUntil = [&](const auto& isDone) {
        while (!isDone())
        {
            while (pair.Write(link, chunk.data(), chunk.size()))
            {
            }
            pair.Turn();
        }
    };
    carryUntil([&, end = pair.Now() + kWarmUp] { return pair.Now() >= end; });
    const std::uint64_t packets = pair.Packets();
    const std::uint64_t before = pair.BytesRead();
    const BenchMeter meter;
    carryUntil([&] { return pair.BytesRead() >= before + bytes; });
    return {meter.Spent(), pair.BytesRead() - before, pair.Packets() - packets, "multcp"};
}

IdleLink
BenchIdleLinks()
{
    const std::vector<std::uint8_t> some(4000, 1);
    const TransportEndpoint::WindowMaker makeWindow = MakeBenchWindows();
    std::vector<std::unique_ptr<FlightControl>> windows;
    windows.reserve(kLinks);
    const std::uint64_t reserved = BenchMeter::HeapBytes();
    for (int i = 0; i < kLinks; ++i)
    {
        windows.push_back(std::make_unique<FlightControl>(makeWindow()));
    }
    const double window = static_cast<double>(BenchMeter::HeapBytes() - reserved) / kLinks;
    windows.clear();

    auto pair = std::make_unique<CorePair>();
    const std::uint64_t before = BenchMeter::HeapBytes();
    for (int i = 0; i < kLinks; ++i)
    {
        pair->Write(pair->Open(), some.data(), some.size());
    }
    pair->Idle(5);
    const std::uint64_t both = BenchMeter::HeapBytes();
    pair->EndReceiver();
    const std::uint64_t one = BenchMeter::HeapBytes();
    return {static_cast<double>(one - before) / kLinks,
            window,
            static_cast<double>(both - one) / kLinks};
}

} // namespace dht
