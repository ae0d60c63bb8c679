/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_TRANSPORT_WORLD_H
#define DHT_CC_TEST_TRANSPORT_WORLD_H

#include "dht-transport-endpoint.h"
#include "memory-ring.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Endpoints of the transport, a virtual clock, and a path between them that is as bad as one likes.
 */

namespace dht
{
namespace test
{

/// TCP's window in its simplest form: doubles, then adds one packet a round trip; halved by a loss.
class SimpleWindow : public TransportWindow
{
  public:
    /// @param initial Bytes. @param most Bytes at the most. @param rate Bytes a second.
    SimpleWindow(double initial, double most, double rate)
        : m_bytes(initial),
          m_most(most),
          m_rate(rate)
    {
    }

    void OnAck(const AckedPackets& acked) override
    {
        const auto bytes = static_cast<double>(acked.bytes);
        if (acked.isLimited)
        {
            const double growth = m_bytes < m_threshold ? bytes : kMostPayload * bytes / m_bytes;
            m_bytes = std::min(m_bytes + growth, m_most);
        }
        last = acked;
    }

    void OnLoss(const LostPackets& lost) override
    {
        if (lost.sent <= m_reduced && !lost.isPersistent)
        {
            return;
        }
        m_reduced = lost.now;
        ++losses;
        persistent += lost.isPersistent ? 1 : 0;
        m_threshold = std::max(m_bytes / 2, 4.0 * kMostPayload);
        m_bytes =
            lost.isPersistent ? 2.0 * kMostPayload : std::max(m_bytes / 2, 2.0 * kMostPayload);
    }

    void SetPriority(double value) override
    {
        priority = value;
    }

    std::size_t Bytes() const override
    {
        return static_cast<std::size_t>(m_bytes);
    }

    double PacingRate() const override
    {
        return m_rate;
    }

    int losses{0};       ///< Reductions.
    int persistent{0};   ///< Of them, those of persistent congestion.
    double priority{-1}; ///< The last one set.
    AckedPackets last{}; ///< The last ack.

  private:
    double m_bytes;                                         ///< The window.
    double m_most;                                          ///< Its bound.
    double m_rate;                                          ///< Bytes a second.
    Time m_reduced{Time::min()};                            ///< When it was reduced last.
    double m_threshold{std::numeric_limits<double>::max()}; ///< Where doubling ends.
};

/// What a path does to datagrams.
struct PathFaults
{
    Time delay{FromSeconds(0.02)};                  ///< Of every datagram.
    Time jitter{0};                                 ///< Up to so much more, at random: reorders.
    double loss{0};                                 ///< Probability that one is lost.
    double duplication{0};                          ///< Probability that one comes twice.
    std::vector<std::pair<Time, Time>> blackouts{}; ///< From when to when nothing leaves.
};

/// The link by which a host sends: a queue in front of it, and packets leave at its rate.
struct Uplink
{
    double rate{0};        ///< Bit/s of datagrams; 0: they leave at once.
    double queue{0};       ///< Bytes that may wait and leave.
    Time idle{0};          ///< When all that was sent has left.
    Time waited{0};        ///< Of all datagrams, together.
    std::uint64_t sent{0}; ///< Datagrams that leave.

    /// @param now The present. @param size Bytes of a datagram. @return When it has left; nothing
    /// if there is no room.
    std::optional<Time> Send(Time now, std::size_t size)
    {
        if (rate == 0)
        {
            return now;
        }
        const Time wait = std::max(idle - now, Time(0));
        if (ToSeconds(wait) * rate / 8 + static_cast<double>(size) > queue)
        {
            return std::nullopt;
        }
        waited += wait;
        ++sent;
        idle = now + wait + FromSeconds(static_cast<double>(size) * 8 / rate);
        return idle;
    }
};

/// Endpoints of the transport. Host number i sits at port 1000 + i. All read what comes, and
/// compare it with what should come: byte i of a stream is a function of i.
class TransportWorld
{
  public:
    /// An endpoint and its host.
    struct Node
    {
        Endpoint address;                              ///< Where it is.
        std::unique_ptr<MersenneRandom> random;        ///< What it is lent.
        std::unique_ptr<TransportEndpoint> endpoint;   ///< The endpoint.
        std::vector<TransportEvent> events{};          ///< What has happened.
        std::map<TransportLink, std::uint64_t> read{}; ///< Bytes read, by link.
        bool isReading{true};                          ///< It reads what comes.
        bool isConsuming{true};                        ///< It consumes what it reads.
        Time wake{kNever};                             ///< When its timer goes off.
        Uplink uplink{};                               ///< By which it sends.
    };

    /// Sees what is sent, and may change it. @return Whether it arrives.
    using Tap =
        std::function<bool(const Endpoint& from, const Endpoint& to, std::vector<std::uint8_t>&)>;

    /// @param faults Of the path. @param seed Of all random numbers.
    explicit TransportWorld(const PathFaults& faults = {}, std::uint64_t seed = 1)
        : faults(faults),
          m_seed(seed),
          m_random(seed, 99)
    {
    }

    /// @param options Its constants. @param makeWindow Makes its windows. @return A new host.
    Node& Add(const TransportOptions& options = {},
              TransportEndpoint::WindowMaker makeWindow = MakeSimple)
    {
        auto node = std::make_unique<Node>();
        node->address = AddressOf(m_nodes.size());
        m_nodes.push_back(std::move(node));
        Restart(*m_nodes.back(), options, std::move(makeWindow));
        return *m_nodes.back();
    }

    /// @param node Forgets all, and starts again. @param options Its constants. @param makeWindow
    /// Makes its windows.
    void Restart(Node& node,
                 const TransportOptions& options = {},
                 TransportEndpoint::WindowMaker makeWindow = MakeSimple)
    {
        node.endpoint.reset();
        node.random = std::make_unique<MersenneRandom>(m_seed, ++m_starts);
        node.endpoint =
            std::make_unique<TransportEndpoint>(options, std::move(makeWindow), *node.random);
        node.read.clear();
        node.events.clear();
        node.wake = kNever;
    }

    /// @return A window without a bound of 10 packets that grows to a megabyte.
    static std::unique_ptr<TransportWindow> MakeSimple()
    {
        return std::make_unique<SimpleWindow>(14000,
                                              1 << 20,
                                              std::numeric_limits<double>::infinity());
    }

    /// @param index Which host. @return Where it is.
    static Endpoint AddressOf(std::size_t index)
    {
        return Endpoint::Ipv4(0x0a000001, static_cast<std::uint16_t>(1000 + index));
    }

    /// @param offset In a stream. @return The byte that is there.
    static std::uint8_t ByteAt(std::uint64_t offset)
    {
        return static_cast<std::uint8_t>((offset * 0x9e3779b97f4a7c15u) >> 56);
    }

    /// Write as much as fits. @param node The host that writes. @param link To which link. @param
    /// offset Bytes that were written before. @param end Where the stream ends. @return Bytes
    /// written then.
    std::uint64_t WriteSome(Node& node, TransportLink link, std::uint64_t offset, std::uint64_t end)
    {
        const std::size_t size = std::min<std::uint64_t>(node.endpoint->Room(link), end - offset);
        std::vector<std::uint8_t> bytes(size);
        for (std::size_t i = 0; i < size; ++i)
        {
            bytes[i] = ByteAt(offset + i);
        }
        if (size > 0 && node.endpoint->Write(Now(), link, bytes.data(), size))
        {
            offset += size;
        }
        return offset;
    }

    /// Write a stream as room comes, and end it. @param node The host that writes. @param link To
    /// which link. @param size Its bytes.
    void Stream(Node& node, TransportLink link, std::uint64_t size)
    {
        Feed(node, link, 0, size);
        Pump(node);
    }

    /// Let a host do what it has to. @param node The host.
    void Pump(Node& node)
    {
        bool isBusy = true;
        while (isBusy)
        {
            isBusy = Transmit(node);
            while (const auto event = node.endpoint->PollEvent())
            {
                isBusy = true;
                node.events.push_back(*event);
                if (event->kind == TransportEvent::Kind::kReadable && node.isReading)
                {
                    ReadAll(node, event->link);
                }
            }
        }
        Check(node);
        const Time next = node.endpoint->NextTimer();
        if (next < node.wake)
        {
            node.wake = next;
            const auto* const endpoint = node.endpoint.get();
            m_events.At(std::max(next, Now()), [this, &node, next, endpoint] {
                if (node.wake == next && node.endpoint.get() == endpoint)
                {
                    node.wake = kNever;
                    node.endpoint->OnTimer(Now() + clockOffset);
                    Pump(node);
                }
            });
        }
    }

    /// Read all that can be. @param node The host that reads. @param link From which link.
    void ReadAll(Node& node, TransportLink link)
    {
        std::size_t size = 0;
        while (const std::uint8_t* const bytes = node.endpoint->Look(link, size))
        {
            std::uint64_t& read = node.read[link];
            for (std::size_t i = 0; i < size; ++i)
            {
                wrongBytes += bytes[i] != ByteAt(read + i) ? 1 : 0;
            }
            read += size;
            node.endpoint->Read(Now(), link, size);
            if (node.isConsuming)
            {
                node.endpoint->Consume(Now(), link, size);
            }
        }
    }

    /// Send a datagram in somebody's name. @param from The sender's endpoint. @param to The
    /// receiver's endpoint. @param bytes The datagram.
    void Send(const Endpoint& from, const Endpoint& to, std::vector<std::uint8_t> bytes)
    {
        if ((tap && !tap(from, to, bytes)) || IsLost())
        {
            return;
        }
        const std::size_t index = from.port - 1000u;
        const std::optional<Time> departure =
            index < m_nodes.size() ? m_nodes[index]->uplink.Send(Now(), bytes.size()) : Now();
        if (!departure)
        {
            return;
        }
        const int copies = m_random.Uniform() < faults.duplication ? 2 : 1;
        for (int i = 0; i < copies; ++i)
        {
            const Time late = FromSeconds(ToSeconds(faults.jitter) * m_random.Uniform());
            m_events.At(*departure + faults.delay + late,
                        [this, from, to, bytes] { Arrive(from, to, bytes); });
        }
    }

    /// @param seconds For how long.
    void Run(double seconds)
    {
        m_events.RunUntil(Now() + FromSeconds(seconds));
    }

    /// @param seconds For how long at the most. @param isDone When to stop. @return Whether it was
    /// done in time.
    bool RunUntil(double seconds, const std::function<bool()>& isDone)
    {
        const Time end = Now() + FromSeconds(seconds);
        while (!isDone() && Now() < end)
        {
            Run(0.005);
        }
        return isDone();
    }

    /// @param node A host. @param kind Of events. @return How many of them it was told.
    static std::size_t CountOf(const Node& node, TransportEvent::Kind kind)
    {
        return static_cast<std::size_t>(
            std::count_if(node.events.begin(), node.events.end(), [kind](const auto& event) {
                return event.kind == kind;
            }));
    }

    /// @param node A host. @return Bytes that it has read, of all links.
    static std::uint64_t BytesRead(const Node& node)
    {
        std::uint64_t sum = 0;
        for (const auto& [link, bytes] : node.read)
        {
            sum += bytes;
        }
        return sum;
    }

    /// @return The present.
    Time Now() const
    {
        return m_events.Now();
    }

    /// @return The clock.
    EventQueue& Events()
    {
        return m_events;
    }

    PathFaults faults;           ///< What the path does.
    Tap tap{};                   ///< Who sees what is sent.
    std::uint64_t wrongBytes{0}; ///< Bytes read that are not what was written.
    std::uint64_t checks{0};     ///< How often identities were looked at.
    std::uint64_t broken{0};     ///< How often one did not hold.
    Time clockOffset{0};         ///< What hosts' timers add to the time.

  private:
    /// Write, and again whenever there is room. @param node The host that writes. @param link To
    /// which link. @param offset Bytes that were written before. @param end Where the stream ends.
    void Feed(Node& node, TransportLink link, std::uint64_t offset, std::uint64_t end)
    {
        const std::uint64_t written = WriteSome(node, link, offset, end);
        if (written == end)
        {
            node.endpoint->Close(Now(), link);
            Pump(node);
            return;
        }
        if (written > offset)
        {
            Pump(node);
        }
        const auto* const endpoint = node.endpoint.get();
        m_events.At(Now() + FromSeconds(0.002), [this, &node, link, written, end, endpoint] {
            if (node.endpoint.get() == endpoint && node.endpoint->Sender(link))
            {
                Feed(node, link, written, end);
            }
        });
    }

    /// @param node The host that sends. @return Whether it has sent anything.
    bool Transmit(Node& node)
    {
        bool isAny = false;
        std::vector<std::uint8_t> buffer(10 * kMostDataSize);
        while (const auto sent = node.endpoint->PollTransmit(Now(), buffer.data(), buffer.size()))
        {
            isAny = true;
            for (std::size_t at = 0; at < sent->size; at += sent->segment)
            {
                const std::size_t size = std::min(sent->segment, sent->size - at);
                Send(node.address, sent->to, {buffer.data() + at, buffer.data() + at + size});
            }
        }
        return isAny;
    }

    /// A datagram arrives. @param from Its source. @param to Its destination. @param bytes The
    /// datagram.
    void Arrive(const Endpoint& from, const Endpoint& to, const std::vector<std::uint8_t>& bytes)
    {
        const std::size_t index = to.port - 1000u;
        if (index < m_nodes.size())
        {
            Node& node = *m_nodes[index];
            node.endpoint->OnDatagram(Now(), from, bytes.data(), bytes.size());
            Pump(node);
        }
    }

    /// @return Whether a datagram that leaves now is lost.
    bool IsLost()
    {
        const bool isDark =
            std::any_of(faults.blackouts.begin(), faults.blackouts.end(), [&](auto dark) {
                return Now() >= dark.first && Now() < dark.second;
            });
        return m_random.Uniform() < faults.loss || isDark;
    }

    /// Look at identities. @param node The host.
    void Check(const Node& node)
    {
        const TransportCounters& counts = node.endpoint->Counts();
        const TransportEndpoint::State state = node.endpoint->Now();
        ++checks;
        const bool holds = counts.received == counts.accepted + counts.TotalRejected() &&
                           counts.packetsSent == counts.packetsAcked + counts.packetsLost +
                                                     counts.packetsAbandoned +
                                                     state.packetsInFlight &&
                           counts.bytesWritten == counts.bytesAcked + counts.bytesAbandoned +
                                                      state.bytesInFlight + state.bytesWaiting;
        broken += holds ? 0 : 1;
    }

    std::uint64_t m_seed;                       ///< Of all random numbers.
    std::uint64_t m_starts{0};                  ///< Of hosts.
    MersenneRandom m_random;                    ///< The path's.
    EventQueue m_events;                        ///< The clock.
    std::vector<std::unique_ptr<Node>> m_nodes; ///< The hosts.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_TRANSPORT_WORLD_H
