/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-port.h"
#include "datagram-tap.h"
#include "dtl-links.h"
#include "peer-clock.h"
#include "peer-endpoint.h"
#include "split-mix-random.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What the links of a real peer send over the transport, with sockets and a clock, the bare
/// transport sends again with neither.

namespace dht
{
namespace
{

namespace asio = boost::asio;

/// Requests that each of two peers sends to the other.
constexpr std::size_t kRequests = 600;
/// One packet of so many is lost on its way.
constexpr std::size_t kLost = 13;
/// One request of so many is not taken at once.
constexpr std::size_t kRefused = 50;

/// What was done to links, and what they sent.
class LinksTrace : public TransportTap
{
  public:
    /// When the links were asked what to send, and how many bytes there was room for.
    using Question = std::pair<Time, std::size_t>;
    /// A call, what the peer answered the links, or a question.
    using Step = std::variant<Call, bool, Question>;

    void OnCall(const Call& call) override
    {
        steps.emplace_back(call);
    }

    void OnTold(bool accepted) override
    {
        steps.emplace_back(accepted);
    }

    void OnTransmit(Time now,
                    std::size_t capacity,
                    const std::optional<Transmission>& packets,
                    const std::uint8_t* bytes) override
    {
        steps.emplace_back(Question(now, capacity));
        if (packets)
        {
            sent.emplace_back(now,
                              packets->to.Ipv4Address(),
                              packets->to.port,
                              std::vector<std::uint8_t>(bytes, bytes + packets->size));
        }
    }

    std::vector<Step> steps;               ///< What was done.
    std::vector<ns3::TappedDatagram> sent; ///< What they sent; packets that left together are one.
};

/// Links of a real peer, which is here as much as it takes to send requests and to take some.
class RealEnd
{
  public:
    /// @param context Runs it. @param clock The clock. @param setup How its links are. @param
    /// address Its own. @param stream Of random numbers.
    RealEnd(asio::io_context& context,
            const PeerClock& clock,
            const DtlLinks::Setup& setup,
            const std::string& address,
            std::uint64_t stream)
        : m_random(1, stream),
          m_datagrams({context, {asio::ip::make_address(address), 0}},
                      2048,
                      65536,
                      {[](Datagram&&, const Endpoint&) {},
                       [](const OtherVersion&, const Endpoint&) {},
                       [] {},
                       [](std::size_t, const Endpoint&) {},
                       [this](const Endpoint& from,
                              const std::uint8_t* bytes,
                              std::size_t size,
                              Time late) {
                           return ++m_packets % kLost == 0 ||
                                  m_links.OnPacket(from, bytes, size, late);
                       }}),
          m_resume(context),
          m_links(context,
                  clock,
                  {context, {asio::ip::make_address(address), 0}},
                  m_datagrams,
                  setup,
                  m_random,
                  {{[](LinkIndex) {},
                    [this](LinkIndex) { Write(); },
                    [](LinkIndex) { ADD_FAILURE() << "a link is lost"; },
                    [](LinkIndex) {},
                    [this](ConnectionId from, Request&) { return Take(from); },
                    [](ConnectionId) {}},
                   [](const Endpoint&) {},
                   [] {}})
    {
        m_request.extras.Write().payload = Payload::Zeros(500);
        m_links.SetTap(&trace);
        m_links.Start();
        m_datagrams.Open();
    }

    /// @return Where it is.
    Endpoint Self() const
    {
        return m_datagrams.Self();
    }

    /// @param neighbour To whom it sends its requests.
    void Begin(const Endpoint& neighbour)
    {
        m_neighbour = neighbour;
        m_links.Open(0, neighbour);
    }

    void Stop()
    {
        m_links.Stop();
    }

    /// @return Whether all requests have come.
    bool HasAll() const
    {
        return m_taken == kRequests;
    }

    LinksTrace trace; ///< What it does.

  private:
    void Write()
    {
        while (m_sent < kRequests && m_links.StateFor(0, FrameSize(m_request)) == LinkState::kReady)
        {
            m_request.id = ++m_sent;
            m_links.Send(0, m_request);
            if (m_sent == kRequests / 2)
            {
                m_links.Close(0); // what was sent still arrives
                m_links.Open(0, m_neighbour);
            }
        }
    }

    bool Take(ConnectionId from)
    {
        if (++m_offered % kRefused == 0)
        {
            m_resume.expires_after(std::chrono::milliseconds(3));
            m_resume.async_wait([this, from](const auto&) { m_links.Resume(from); });
            return false;
        }
        ++m_taken;
        return true;
    }

    SplitMixRandom m_random;     ///< For what others should not guess.
    DatagramPort m_datagrams;    ///< The way out and back.
    asio::steady_timer m_resume; ///< To the next time it takes something.
    DtlLinks m_links;            ///< What is tested.
    Endpoint m_neighbour;        ///< Gets what it sends.
    Request m_request;           ///< What it sends.
    std::size_t m_packets{0};    ///< Packets that came, lost ones included.
    std::size_t m_sent{0};       ///< Requests.
    std::size_t m_offered{0};    ///< Requests that came, some twice.
    std::size_t m_taken{0};      ///< Requests that it took.
};

/// The bare links, and a peer that does again what is in a trace.
class BareEnd
{
  public:
    /// @param setup How its links are. @param stream Of random numbers. @param trace What it does.
    BareEnd(const DtlLinks::Setup& setup, std::uint64_t stream, const LinksTrace& trace)
        : m_trace(trace),
          m_random(1, stream),
          m_links(DtlLinks::TransportOptionsOf(setup),
                  setup.windows.MakerAt(setup.links.priority),
                  m_random,
                  {{[this](LinkIndex) { Answer(); },
                    [this](LinkIndex) { Answer(); },
                    [this](LinkIndex) { Answer(); },
                    [this](LinkIndex) { Answer(); }},
                   [this](ConnectionId, Request&) { return Answer(); },
                   [this](ConnectionId) { Answer(); }})
    {
    }

    /// @return What it sends.
    std::vector<ns3::TappedDatagram> Replay()
    {
        while (m_next < m_trace.steps.size())
        {
            const LinksTrace::Step& step = m_trace.steps[m_next++];
            if (std::holds_alternative<bool>(step))
            {
                ADD_FAILURE() << "the real peer was told something at step " << m_next - 1;
                break;
            }
            Do(step);
        }
        return m_sent;
    }

  private:
    /// The links tell something. @return What the peer answered, when it was told the same.
    bool Answer()
    {
        while (m_next < m_trace.steps.size())
        {
            const LinksTrace::Step& step = m_trace.steps[m_next++];
            if (const bool* const accepted = std::get_if<bool>(&step))
            {
                return *accepted;
            }
            Do(step);
        }
        ADD_FAILURE() << "the real peer was told nothing more";
        return true;
    }

    void Do(const LinksTrace::Step& step)
    {
        if (const auto* const call = std::get_if<TransportTap::Call>(&step))
        {
            (*call)(m_links);
            return;
        }
        const auto [now, capacity] = std::get<LinksTrace::Question>(step);
        m_buffer.resize(capacity);
        if (const auto packets = m_links.PollTransmit(now, m_buffer.data(), capacity))
        {
            m_sent.emplace_back(
                now,
                packets->to.Ipv4Address(),
                packets->to.port,
                std::vector<std::uint8_t>(m_buffer.data(), m_buffer.data() + packets->size));
        }
    }

    const LinksTrace& m_trace;               ///< What a real peer has done.
    std::size_t m_next{0};                   ///< Of its steps.
    SplitMixRandom m_random;                 ///< For what others should not guess.
    LinkTransport m_links;                   ///< What is tested.
    std::vector<std::uint8_t> m_buffer;      ///< What is being sent.
    std::vector<ns3::TappedDatagram> m_sent; ///< What was sent.
};

/// By priority of the links.
class RealTransportReplayTest : public testing::TestWithParam<double>
{
};

TEST_P(RealTransportReplayTest, TheBareLinksSendTheSameBytesAtTheSameTimes)
{
    DtlLinks::Setup setup;
    setup.links.carrier = LinkCarrier::kDtl;
    setup.links.priority = GetParam();
    asio::io_context context{1};
    const PeerClock clock;
    RealEnd a(context, clock, setup, "127.0.4.1", 1);
    RealEnd b(context, clock, setup, "127.0.4.2", 2);
    a.Begin(b.Self());
    b.Begin(a.Self());
    const Time most = FromSeconds(30);
    while (!(a.HasAll() && b.HasAll()) && clock.Now() < most)
    {
        context.run_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(a.HasAll() && b.HasAll());
    a.Stop();
    b.Stop();
    EXPECT_GT(a.trace.sent.size(), 50u);
    ns3::ExpectTheSame("peer a", BareEnd(setup, 1, a.trace).Replay(), a.trace.sent);
    ns3::ExpectTheSame("peer b", BareEnd(setup, 2, b.trace).Replay(), b.trace.sent);
}

INSTANTIATE_TEST_SUITE_P(Priorities,
                         RealTransportReplayTest,
                         testing::Values(0, 1, 4),
                         [](const auto& info) { return std::to_string(int(info.param)); });

} // namespace
} // namespace dht
