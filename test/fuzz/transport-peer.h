/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TRANSPORT_PEER_H
#define DHT_CC_TRANSPORT_PEER_H

#include "dht-transport-endpoint.h"
#include "dht-window-registry.h"
#include "fuzz-host.h"
#include "fuzz-input.h"

#include <map>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * The transport of one peer, without anybody else.
 */

namespace dht
{
namespace fuzz
{

/// @param packet Any packet. @return Its bytes.
template <typename Packet>
Bytes
BytesOfTransport(const Packet& packet)
{
    Bytes bytes(kMostDataSize);
    bytes.resize(Encode(packet, bytes.data()));
    bytes.shrink_to_fit();
    return bytes;
}

/// Hosts one endpoint, looks whether it does what is possible, and writes down what it sends.
class TransportPeer
{
  public:
    /// What is known of a connection from the endpoint's packets.
    struct Connection
    {
        Endpoint to;                           ///< The other end.
        std::uint64_t id{0};                   ///< What datagrams call it.
        std::uint32_t open{0};                 ///< The number of the last open.
        std::uint64_t sent{0};                 ///< Bytes of the stream.
        std::vector<DataPacket> data{};        ///< Of this peer, without payloads.
        std::uint32_t ack{0};                  ///< The number of the last ack.
        std::uint64_t arrived{0};              ///< What it said has arrived.
        std::uint64_t edge{0};                 ///< Where the window of the last ack ended.
        std::optional<std::uint64_t> cookie{}; ///< That it gave.
    };

    /// @param options Of the endpoint. @param polite The kind of its windows at priority 0.
    TransportPeer(const TransportOptions& options, const std::string& polite)
        : options(options),
          endpoint(
              options,
              [polite] { return MakeSomeWindow(polite); },
              m_random)
    {
    }

    /// A datagram arrives. @param from The sender's endpoint. @param bytes The datagram.
    void Hear(const Endpoint& from, const Bytes& bytes)
    {
        m_balance[from.port] += bytes.size();
        endpoint.OnDatagram(now, from, bytes.data(), bytes.size());
        ++datagrams;
        Settle();
    }

    /// Time passes. @param time How much.
    void Pass(Time time)
    {
        const Time end = now + time;
        for (int wakes = 0; endpoint.NextTimer() <= end; ++wakes)
        {
            Require(wakes < 50000, "an endpoint does not wake up all the time");
            now = std::max(now, endpoint.NextTimer());
            endpoint.OnTimer(now);
            Settle();
        }
        now = end;
    }

    /// The host does what it has to, and looks at what must be so at any time.
    void Settle()
    {
        Check();
        Bytes buffer(3 * kMostDataSize);
        for (int polls = 0;; ++polls)
        {
            Require(polls < 5000, "no call makes an endpoint send without end");
            const auto sent = endpoint.PollTransmit(now, buffer.data(), buffer.size());
            Check();
            if (!sent)
            {
                break;
            }
            Require(sent->size <= buffer.size() && sent->segment > 0, "it fits");
            for (std::size_t at = 0; at < sent->size; at += sent->segment)
            {
                See(sent->to, buffer.data() + at, std::min(sent->segment, sent->size - at));
            }
        }
        while (const auto event = endpoint.PollEvent())
        {
            events.push_back(*event);
        }
        Require(endpoint.NextTimer() > now, "a timer that has gone off is not due again");
    }

    /// @param port Of the other end. @return A connection from or to there; one that is not there,
    /// if none was.
    Connection& At(std::uint16_t port)
    {
        return connections[port];
    }

    const TransportOptions options;                    ///< Of the endpoint.
    Time now{FromSeconds(1000)};                       ///< The present.
    std::map<std::uint16_t, Connection> connections{}; ///< The last one with each other peer.
    std::vector<TransportEvent> events{};              ///< What the host was told.
    std::size_t datagrams{0};                          ///< That came.

  private:
    FuzzRandom m_random;                                ///< The endpoint's.
    std::map<std::uint16_t, std::uint64_t> m_balance{}; ///< Bytes that came less those that left.

  public:
    TransportEndpoint endpoint; ///< What is looked at.

  private:
    /// @param polite A kind. @return A window.
    static std::unique_ptr<TransportWindow> MakeSomeWindow(const std::string& polite)
    {
        const WindowKind& yielding = WindowRegistry::Get().Find(polite);
        const WindowKind& variable = WindowRegistry::Get().Find("multcp");
        return MakePriorityWindows(yielding, yielding.parameters, variable, variable.parameters)(1);
    }

    /// A datagram leaves. @param to The receiver's endpoint. @param bytes The datagram. @param size
    /// Its bytes.
    void See(const Endpoint& to, const std::uint8_t* bytes, std::size_t size)
    {
        TransportPacket packet;
        Require(Decode(bytes, size, packet) == TransportError::kNone, "what is sent is understood");
        Connection& connection = connections[to.port];
        if (const auto* const open = std::get_if<OpenPacket>(&packet))
        {
            connection = open->header.connection == connection.id ? connection : Connection{};
            connection.to = to;
            connection.id = open->header.connection;
            connection.open = open->header.number;
        }
        else if (const auto* const data = std::get_if<DataPacket>(&packet))
        {
            connection.sent = std::max(connection.sent, data->offset + data->size);
            connection.data.push_back(*data);
        }
        else if (const auto* const ack = std::get_if<AckPacket>(&packet))
        {
            Require(ack->arrived >= connection.arrived || ack->header.connection != connection.id,
                    "what has arrived has arrived");
            connection.arrived = ack->arrived;
            connection.edge = ack->arrived + ack->window;
            connection.ack = ack->header.number;
            connection.id = ack->header.connection;
        }
        else if (const auto* const cookie = std::get_if<CookiePacket>(&packet))
        {
            connection.cookie = cookie->cookie;
        }
        Account(to, packet, size);
    }

    /// Strangers, to whom no link leads and who have shown no cookie, get no more than they sent.
    /// @param to Where a packet goes. @param packet The packet. @param size Its bytes.
    void Account(const Endpoint& to, const TransportPacket& packet, std::size_t size)
    {
        const bool isAnswer = std::holds_alternative<CookiePacket>(packet) ||
                              std::holds_alternative<ResetPacket>(packet);
        if (to.port >= kStrangers)
        {
            Require(isAnswer, "a stranger is only answered");
            std::uint64_t& balance = m_balance[to.port];
            Require(size <= balance, "a stranger gets no more than it sent");
            balance -= size;
        }
    }

    /// What must be so at any time.
    void Check() const
    {
        const TransportCounters& counts = endpoint.Counts();
        const TransportEndpoint::State state = endpoint.Now();
        Require(counts.received == counts.accepted + counts.TotalRejected(), "datagrams add up");
        Require(counts.packetsSent == counts.packetsAcked + counts.packetsLost +
                                          counts.packetsAbandoned + state.packetsInFlight,
                "packets add up");
        Require(counts.bytesWritten == counts.bytesAcked + counts.bytesAbandoned +
                                           state.bytesInFlight + state.bytesWaiting,
                "bytes add up");
        Require(state.accepted <= options.maxConnections, "connections are bounded");
        Require(state.remembered <= 2048, "so are those that have ended");
        Require(state.bytesInFlight + state.bytesWaiting <= state.links * options.sendBuffer,
                "a link holds what it may hold");
    }

  public:
    /// The first port of those to whom no link leads and who show no cookie.
    static constexpr std::uint16_t kStrangers = 8;
};

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_TRANSPORT_PEER_H
