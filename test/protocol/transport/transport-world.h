/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_TRANSPORT_WORLD_H
#define DHT_CC_TEST_TRANSPORT_WORLD_H

#include "dht-transport-endpoint.h"
#include "memory-ring.h"
#include "simple-window.h"
#include "transport-path.h"

#include <functional>
#include <limits>
#include <map>
#include <memory>
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
                 TransportEndpoint::WindowMaker makeWindow = MakeSimple);

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
    std::uint64_t WriteSome(Node& node,
                            TransportLink link,
                            std::uint64_t offset,
                            std::uint64_t end);

    /// Write a stream as room comes, and end it. @param node The host that writes. @param link To
    /// which link. @param size Its bytes.
    void Stream(Node& node, TransportLink link, std::uint64_t size)
    {
        Feed(node, link, 0, size);
        Pump(node);
    }

    /// Let a host do what it has to. @param node The host.
    void Pump(Node& node);

    /// Read all that can be. @param node The host that reads. @param link From which link.
    void ReadAll(Node& node, TransportLink link);

    /// Send a datagram in somebody's name. @param from The sender's endpoint. @param to The
    /// receiver's endpoint. @param bytes The datagram.
    void Send(const Endpoint& from, const Endpoint& to, std::vector<std::uint8_t> bytes);

    /// @param seconds For how long.
    void Run(double seconds)
    {
        m_events.RunUntil(Now() + FromSeconds(seconds));
    }

    /// @param seconds For how long at the most. @param isDone When to stop. @return Whether it was
    /// done in time.
    bool RunUntil(double seconds, const std::function<bool()>& isDone);

    /// @param node A host. @param kind Of events. @return How many of them it was told.
    static std::size_t CountOf(const Node& node, TransportEvent::Kind kind);

    /// @param node A host. @return Bytes that it has read, of all links.
    static std::uint64_t BytesRead(const Node& node);

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
    void Feed(Node& node, TransportLink link, std::uint64_t offset, std::uint64_t end);

    /// @param node The host that sends. @return Whether it has sent anything.
    bool Transmit(Node& node);

    /// A datagram arrives. @param from Its source. @param to Its destination. @param bytes The
    /// datagram.
    void Arrive(const Endpoint& from, const Endpoint& to, const std::vector<std::uint8_t>& bytes);

    /// @return Whether a datagram that leaves now is lost.
    bool IsLost();

    /// Look at identities. @param node The host.
    void Check(const Node& node);

    std::uint64_t m_seed;                       ///< Of all random numbers.
    std::uint64_t m_starts{0};                  ///< Of hosts.
    MersenneRandom m_random;                    ///< The path's.
    EventQueue m_events;                        ///< The clock.
    std::vector<std::unique_ptr<Node>> m_nodes; ///< The hosts.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_TRANSPORT_WORLD_H
