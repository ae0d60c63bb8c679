/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TRANSPORT_FUZZER_H
#define DHT_CC_TRANSPORT_FUZZER_H

#include "transport-peer.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Anything may arrive at an endpoint of the transport, in any order, on links that are open.
 */

namespace dht
{
namespace fuzz
{

/// An endpoint with a link to another peer and one from a third one, and an input that says what
/// happens to it. Others sit at ports 1 to 15: 1 to 3 are who it has links to, 4 to 7 who has links
/// to it, the rest are strangers.
class TransportFuzzer
{
  public:
    /// @param data The input. @param size Its bytes.
    TransportFuzzer(const std::uint8_t* data, std::size_t size)
        : m_input(data, size),
          m_peer(MakeOptions(m_input), m_input.Below(2) ? "plusplus" : "linear")
    {
        Open(1);
        Introduce(1);
        Offer(4);
        HearData(4, 0, 0, 100);
    }

    /// Let everything happen.
    void Run()
    {
        for (int step = 0; step < 1000 && !m_input.IsEmpty(); ++step)
        {
            Act();
            Look();
        }
        m_peer.Pass(std::chrono::hours(1));
        const TransportEndpoint::State state = m_peer.endpoint.Now();
        Require(state.accepted + state.remembered == 0, "who is not heard any more is forgotten");
        Require(state.packetsInFlight == 0, "so are packets that nobody acknowledges");
    }

    /// @return Datagrams that came.
    std::size_t Frames() const
    {
        return m_peer.datagrams;
    }

  private:
    static TransportOptions MakeOptions(Input& input)
    {
        TransportOptions options;
        const std::size_t how = input.Byte();
        options.scope = how % 2 ? WindowScope::kNode : WindowScope::kLink;
        options.receiveWindow = how / 2 % 2 ? 2048 : 30000;
        options.sendBuffer = how / 4 % 2 ? 1000 : 60000;
        options.maxConnections = 1 + how / 8 % 4;
        options.takesWishes = how / 32 % 2;
        options.giveUp = FromSeconds(60);
        options.idle = FromSeconds(how / 64 % 2 ? 90 : 300);
        options.delivery = how / 128 % 2 ? StreamDelivery::kAsArrived : StreamDelivery::kInOrder;
        return options;
    }

    /// @param port A port. @return Who sits there.
    static Endpoint EndpointAt(std::uint16_t port)
    {
        return Endpoint::Ipv4(0x0a000000u + port, port);
    }

    /// @return Any port that somebody sits at.
    std::uint16_t SomePort()
    {
        return static_cast<std::uint16_t>(1 + m_input.Below(15));
    }

    /// Open a link. @param port The other end's port.
    void Open(std::uint16_t port)
    {
        m_out[port] = m_peer.endpoint.Open(m_peer.now, EndpointAt(port), m_input.Below(4));
        m_peer.Settle();
    }

    /// The other end of a link answers with a cookie. @param port The other end's port.
    void Introduce(std::uint16_t port)
    {
        const TransportPeer::Connection& to = m_peer.At(port);
        const auto window = static_cast<std::uint32_t>(m_input.Byte() * 100);
        m_peer.Hear(
            EndpointAt(port),
            BytesOfTransport(CookiePacket{{TransportKind::kCookie, to.open, to.id}, 77, window}));
    }

    /// Somebody wants to open a link to this peer. @param port The stranger's port.
    void Offer(std::uint16_t port)
    {
        TransportPeer::Connection& from = m_peer.At(port);
        from = {};
        from.id = ++m_offers;
        m_peer.Hear(EndpointAt(port),
                    BytesOfTransport(OpenPacket{{TransportKind::kOpen, 1, from.id}}));
        m_numbers[port] = 0;
    }

    /// Data come, with a cookie if there was one. @param port The sender's port. @param flags 1: no
    /// cookie, 2: the end, 4: a probe, 8: they differ from what they were, 16: they are whole
    /// frames. @param offset In the stream.
    /// @param size How many bytes.
    void HearData(std::uint16_t port, std::size_t flags, std::uint64_t offset, std::size_t size)
    {
        const TransportPeer::Connection& from = m_peer.At(port);
        Bytes payload(std::min(size, kMostPayload));
        for (std::size_t i = 0; i < payload.size(); ++i)
        {
            payload[i] = static_cast<std::uint8_t>((offset + i) * 7 + flags / 8 % 2);
        }
        DataPacket data;
        data.header = {TransportKind::kData, m_numbers[port]++, from.id};
        data.cookie = flags % 2 || port >= TransportPeer::kStrangers ? std::nullopt : from.cookie;
        data.isEnd = flags / 2 % 2;
        data.isProbe = flags / 4 % 2;
        data.isWhole = flags / 16 % 2;
        data.timestamp = static_cast<std::uint32_t>(m_peer.now.count() / 1000);
        data.offset = offset;
        data.payload = payload.data();
        data.size = payload.size();
        m_peer.Hear(EndpointAt(port), BytesOfTransport(data));
    }

    /// Something happens.
    void Act()
    {
        switch (m_input.Below(16))
        {
        case 0:
            m_peer.Hear(EndpointAt(SomePort()), m_input.Take(m_input.Byte()));
            break;
        case 1:
        case 2:
            HearAddressed();
            break;
        case 3:
        case 4:
        case 5:
            HearAck();
            break;
        case 6:
        case 7:
        case 8:
            HearSomeData();
            break;
        case 9:
            m_peer.Pass(FromSeconds(0.001 * m_input.Byte()));
            break;
        case 10:
            m_peer.Pass(FromSeconds(0.2 * m_input.Byte()));
            break;
        case 11:
            Shake();
            break;
        case 12:
            Reset();
            break;
        case 13:
            Steer();
            break;
        case 14:
            Consume();
            break;
        default:
            Write();
        }
    }

    /// Any bytes behind a header that leads to a connection.
    void HearAddressed()
    {
        const std::uint16_t port = SomePort();
        const auto kind = static_cast<std::uint8_t>(1 + m_input.Below(5));
        Bytes bytes{0, kind, 1, m_input.Byte(), 0, 0, 0, m_input.Byte()};
        for (int shift = 56; shift >= 0; shift -= 8)
        {
            bytes.push_back(static_cast<std::uint8_t>(m_peer.At(port).id >> shift));
        }
        const Bytes rest = m_input.Take(m_input.Byte());
        bytes.insert(bytes.end(), rest.begin(), rest.end());
        m_peer.Hear(EndpointAt(port), Bytes(bytes));
    }

    /// An ack that makes some sense: of packets that were sent, from one to another, less some.
    void HearAck()
    {
        const auto port = static_cast<std::uint16_t>(1 + m_input.Below(3));
        const TransportPeer::Connection& to = m_peer.At(port);
        const std::size_t how = m_input.Byte();
        const std::size_t newest = m_input.Byte();
        const std::size_t holes = m_input.Byte();
        if (newest >= to.data.size())
        {
            return;
        }
        AckPacket ack;
        std::uint32_t last = 0;
        for (std::size_t i = to.data.size() - newest; i-- > 0 && ack.rangeCount < kMostRanges;)
        {
            const std::uint32_t number = to.data[i].header.number;
            if (holes >> i % 8 & 1)
            {
                continue;
            }
            if (ack.rangeCount > 0 && number + 1 == last)
            {
                ack.ranges[ack.rangeCount - 1u].first = number;
            }
            else
            {
                ack.ranges[ack.rangeCount++] = {number, number};
            }
            last = number;
        }
        const DataPacket& latest = to.data[to.data.size() - 1 - newest];
        ack.header = {TransportKind::kAck, ++m_acks, to.id};
        ack.timestamp = latest.timestamp + (how % 32 == 31 ? 1 : 0);
        ack.delay = static_cast<std::uint32_t>(m_input.Byte()) << 12;
        ack.hold = how % 8 == 1 ? kMostHold : how;
        ack.arrived = how % 4 == 0 ? to.sent : how % 64 == 33 ? to.sent + 1 : 0;
        ack.window = static_cast<std::uint32_t>(m_input.Byte() * 256);
        ack.wish = how % 16 == 2 ? static_cast<std::uint16_t>(how * 4) : kNoWish;
        ack.ranges[0].last += how % 128 == 127 ? 1 : 0; // a lie
        m_peer.Hear(EndpointAt(port), BytesOfTransport(ack));
    }

    /// Data near what has arrived.
    void HearSomeData()
    {
        const std::uint16_t port = SomePort();
        const TransportPeer::Connection& from = m_peer.At(port);
        const std::size_t how = m_input.Byte();
        const std::uint64_t ahead = m_input.Byte() * (how / 16 % 4 == 3 ? 256u : 8u);
        const std::uint64_t offset = how / 64 == 3 ? from.edge - ahead : from.arrived + ahead;
        m_numbers[port] += how / 64 == 2 ? static_cast<std::uint32_t>(ahead) : 0;
        const std::size_t size = m_input.Byte();
        HearData(port, how % 16 + size % 2 * 16, offset, size * 8u);
    }

    /// A link begins, or somebody thinks so.
    void Shake()
    {
        const std::uint16_t port = SomePort();
        if (port < 4 && m_input.Below(2))
        {
            Open(port);
        }
        else if (port < 4)
        {
            Introduce(port);
        }
        else
        {
            Offer(port);
        }
    }

    /// Somebody resets a connection, and mostly names a packet of it.
    void Reset()
    {
        const std::uint16_t port = SomePort();
        const TransportPeer::Connection& with = m_peer.At(port);
        std::uint32_t number = with.data.empty() ? with.ack : with.data.back().header.number;
        number -= static_cast<std::uint32_t>(m_input.Below(4));
        m_peer.Hear(EndpointAt(port),
                    BytesOfTransport(ResetPacket{{TransportKind::kReset, number, with.id}}));
    }

    /// The host changes its mind.
    void Steer()
    {
        const auto port = static_cast<std::uint16_t>(1 + m_input.Below(7));
        const TransportLink link = port < 4 ? m_out[port] : LinkFrom(port);
        switch (m_input.Below(6))
        {
        case 0:
            m_peer.endpoint.Close(m_peer.now, link);
            break;
        case 1:
            m_peer.endpoint.Abort(m_peer.now, link);
            break;
        case 2:
            m_peer.endpoint.Wish(m_peer.now, link, m_input.Byte() / 16.0);
            break;
        case 3:
            m_peer.now -= FromSeconds(0.1 * m_input.Byte()); // a clock that jumps back
            break;
        default:
            m_peer.endpoint.SetPriority(m_peer.now, link, m_input.Below(12));
        }
        m_peer.Settle();
    }

    /// @param port Of another peer. @return The last link that it opened.
    TransportLink LinkFrom(std::uint16_t port) const
    {
        TransportLink link = 0;
        for (const TransportEvent& event : m_peer.events)
        {
            const bool isIts =
                event.kind == TransportEvent::Kind::kAccepted && event.peer == EndpointAt(port);
            link = isIts ? event.link : link;
        }
        return link;
    }

    /// The host reads, and consumes some of it.
    void Consume()
    {
        const TransportLink link = LinkFrom(static_cast<std::uint16_t>(4 + m_input.Below(4)));
        std::size_t size = 0;
        m_peer.endpoint.Look(link, size);
        m_peer.endpoint.Read(m_peer.now, link, size);
        m_peer.endpoint.Look(link, size, StreamDelivery::kAsArrived);
        const std::size_t consumed = m_input.Byte();
        m_peer.endpoint.Read(m_peer.now,
                             link,
                             consumed % 2 ? size : size / 2,
                             StreamDelivery::kAsArrived);
        m_peer.endpoint.Consume(m_peer.now, link, consumed * 100u);
        m_peer.Settle();
    }

    /// The host writes.
    void Write()
    {
        const TransportLink link = m_out[static_cast<std::uint16_t>(1 + m_input.Below(3))];
        const Bytes bytes(m_input.Byte() * 40u, 1);
        const std::size_t room = m_peer.endpoint.Room(link);
        const bool isTaken = m_peer.endpoint.Write(m_peer.now, link, bytes.data(), bytes.size());
        Require(!isTaken || bytes.size() <= room, "what is taken had room");
        m_peer.Settle();
    }

    /// What can be read is what was sent first.
    void Look() const
    {
        for (const TransportEvent& event : m_peer.events)
        {
            std::size_t size = 0;
            m_peer.endpoint.Look(event.link, size);
            Require(size <= m_peer.options.receiveWindow, "what can be read is within the window");
            m_peer.endpoint.Look(event.link, size, StreamDelivery::kAsArrived);
            Require(size <= m_peer.options.receiveWindow, "so is what can be read ahead");
        }
    }

    Input m_input;                                    ///< What happens.
    std::map<std::uint16_t, TransportLink> m_out;     ///< The last link to each other peer.
    std::map<std::uint16_t, std::uint32_t> m_numbers; ///< The next packet's of each other peer.
    std::uint64_t m_offers{0};                        ///< Connections that others have begun.
    std::uint32_t m_acks{0};                          ///< Acks that others have sent.
    TransportPeer m_peer;                             ///< The endpoint.
};

/// @param data What happens to an endpoint. @param size Bytes. @return How many datagrams came.
inline std::size_t
FuzzTransport(const std::uint8_t* data, std::size_t size)
{
    TransportFuzzer fuzzer(data, size);
    fuzzer.Run();
    return fuzzer.Frames();
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_TRANSPORT_FUZZER_H
