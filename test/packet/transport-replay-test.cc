/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-tap.h"
#include "dht-dumbbell-helper.h"
#include "dht-stream-random.h"
#include "dht-transport-endpoint.h"
#include "dht-transport-flow-helper.h"
#include "dht-transport-packet.h"
#include "dht-window.h"

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

/// Both ends of a flow, replayed without ns-3's network and clock, send what they sent as its
/// applications.

namespace ns3
{
namespace
{

/// The stream of random numbers of the source; the sink has the next one.
constexpr int64_t FLOW_STREAM = 10;
/// How much is sent.
constexpr uint64_t FLOW_BYTES = 300000;
/// When everything has ended.
constexpr dht::Time FLOW_END = std::chrono::seconds(60);

/// What went into one end of a flow, and what came out.
struct EndTrace
{
    std::vector<TappedDatagram> received; ///< What went in.
    std::vector<TappedDatagram> sent;     ///< What came out.
};

/// @param priority Of the flow. @return What its source and its sink saw, across a link that loses
/// packets.
std::pair<EndTrace, EndTrace>
Watch(double priority)
{
    DhtDumbbellHelper dumbbell;
    dumbbell.SetLoss(0.03);
    dumbbell.AssignStreams(0);
    const DhtDumbbellHelper::Network network = dumbbell.Install(1);
    DhtTransportFlowHelper helper;
    helper.SetSourceAttribute("MaxBytes", UintegerValue(FLOW_BYTES));
    helper.SetSourceAttribute("Priority", DoubleValue(priority));
    const auto flow =
        helper.Install(network.left[0].node, network.right[0].node, network.right[0].address);
    DhtTransportFlowHelper::AssignStreams(flow, FLOW_STREAM);
    std::pair<EndTrace, EndTrace> traces;
    const auto into = [](EndTrace& trace) {
        return [&trace](const TappedDatagram& datagram) { trace.received.push_back(datagram); };
    };
    const DatagramTap left(network.left[0].node, into(traces.first));
    const DatagramTap right(network.right[0].node, into(traces.second));
    Simulator::Stop(NanoSeconds(FLOW_END.count()));
    Simulator::Run();
    EXPECT_EQ(flow.sink->GetReceived(), FLOW_BYTES);
    traces.first.sent = left.sent;
    traces.second.sent = right.sent;
    Simulator::Destroy();
    return traces;
}

/// The bare transport, and no more of a host than one end needs.
class BareEnd
{
  public:
    /// @param priority Of the flow. @param stream Of random numbers.
    BareEnd(double priority, int64_t stream)
        : m_core(
              {},
              [windows = DhtWindow::Create("multiplicative")->With(*DhtWindow::Create("multcp")),
               priority] { return windows(priority); },
              m_random)
    {
        m_random.SetStream(stream);
    }

    /// Open a link, and send the stream. @param to The receiver's endpoint. @param priority Of the
    /// flow.
    void Begin(const dht::Endpoint& to, double priority)
    {
        m_link = m_core.Open(dht::Time(0), to, priority);
        Write(dht::Time(0));
        Poll(dht::Time(0));
    }

    /// Take what was taken, and do what is due. @param received What was taken. @return What came
    /// out.
    std::vector<TappedDatagram> Replay(const std::vector<TappedDatagram>& received)
    {
        for (const auto& [now, address, port, bytes] : received)
        {
            PassUntil(now);
            m_core.OnDatagram(now, dht::Endpoint::Ipv4(address, port), bytes.data(), bytes.size());
            Poll(now);
        }
        PassUntil(FLOW_END);
        return m_sent;
    }

  private:
    void PassUntil(dht::Time time)
    {
        while (m_core.NextTimer() < time)
        {
            const dht::Time now = m_core.NextTimer();
            m_core.OnTimer(now);
            Poll(now);
        }
    }

    void Poll(dht::Time now)
    {
        for (bool isBusy = true; isBusy;)
        {
            while (const auto event = m_core.PollEvent())
            {
                OnEvent(now, *event);
            }
            const auto sent = m_core.PollTransmit(now, m_buffer.data(), m_buffer.size());
            isBusy = sent.has_value();
            if (isBusy)
            {
                m_sent.emplace_back(
                    now,
                    sent->to.Ipv4Address(),
                    sent->to.port,
                    std::vector<uint8_t>(m_buffer.begin(), m_buffer.begin() + sent->size));
            }
        }
    }

    void OnEvent(dht::Time now, const dht::TransportEvent& event)
    {
        using Kind = dht::TransportEvent::Kind;
        if (event.kind == Kind::kWritable)
        {
            Write(now);
        }
        std::size_t size = 0;
        while (event.kind == Kind::kReadable && m_core.Look(event.link, size) && size > 0)
        {
            m_core.Read(now, event.link, size);
            m_core.Consume(now, event.link, size);
        }
    }

    /// Write as the application does: pieces of 8192 bytes, of a stream whose bytes count.
    void Write(dht::Time now)
    {
        for (; m_written < FLOW_BYTES; m_written += m_piece.size())
        {
            m_piece.resize(std::min<uint64_t>(8192, FLOW_BYTES - m_written));
            for (std::size_t i = 0; i < m_piece.size(); ++i)
            {
                m_piece[i] = static_cast<uint8_t>(m_written + i);
            }
            if (!m_core.Write(now, m_link, m_piece.data(), m_piece.size()))
            {
                return;
            }
        }
        m_core.Close(now, m_link);
    }

    DhtStreamRandom m_random;
    dht::TransportEndpoint m_core;
    dht::TransportLink m_link{0};
    uint64_t m_written{0};
    std::vector<uint8_t> m_piece;
    std::vector<uint8_t> m_buffer = std::vector<uint8_t>(dht::kMostDataSize);
    std::vector<TappedDatagram> m_sent;
};

/// By priority.
class TransportReplayTest : public testing::TestWithParam<double>
{
};

TEST_P(TransportReplayTest, TheBareEndsSendTheSameBytesAtTheSameTimes)
{
    const double priority = GetParam();
    const auto [source, sink] = Watch(priority);
    ASSERT_FALSE(source.sent.empty());
    const auto& [time, address, port, bytes] = source.sent.front();
    BareEnd sender(priority, FLOW_STREAM);
    sender.Begin(dht::Endpoint::Ipv4(address, port), priority);
    EXPECT_GT(source.sent.size(), FLOW_BYTES / 1400 / 3);
    ExpectTheSame("source", sender.Replay(source.received), source.sent);
    BareEnd receiver(1, FLOW_STREAM + 1);
    EXPECT_GT(sink.sent.size(), FLOW_BYTES / 1400 / 3);
    ExpectTheSame("sink", receiver.Replay(sink.received), sink.sent);
}

INSTANTIATE_TEST_SUITE_P(Priorities,
                         TransportReplayTest,
                         testing::Values(0, 1, 4),
                         [](const auto& info) { return std::to_string(int(info.param)); });

} // namespace
} // namespace ns3
