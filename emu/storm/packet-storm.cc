/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-storm.h"

#include "dht-wire-format.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

constexpr std::size_t kAttackers = 16;

/// @param packet Any packet. @return Its bytes.
template <typename Packet>
StormDice::Bytes
BytesOf(const Packet& packet)
{
    StormDice::Bytes bytes(kMostDataSize);
    bytes.resize(Encode(packet, bytes.data()));
    return bytes;
}

/// @param from Who asks. @return A request.
StormDice::Bytes
FrameFrom(const asio::ip::udp::endpoint& from)
{
    Request request;
    request.source = EndpointOf(from.address(), from.port());
    request.extras.Write().payload = Payload::Zeros(100);
    StormDice::Bytes frame(FrameSize(request));
    Encode(request, frame.data());
    return frame;
}

} // namespace

PacketStorm::PacketStorm(asio::io_context& context,
                         const asio::ip::udp::endpoint& peer,
                         std::uint64_t seed)
    : StormDice(seed)
{
    for (std::size_t i = 0; i < kAttackers; ++i)
    {
        m_attackers.push_back({asio::ip::udp::socket(context, {peer.protocol(), 0})});
        Attacker& attacker = m_attackers.back();
        attacker.socket.connect(peer);
        attacker.socket.non_blocking(true);
        attacker.frame = FrameFrom(attacker.socket.local_endpoint());
        attacker.isStranger = i % 2 == 0;
    }
}

void
PacketStorm::Step()
{
    Attacker& attacker = m_attackers[Below(kAttackers)];
    Hear(attacker);
    Bytes bytes = attacker.isStranger ? NextStrange(attacker) : NextBound(attacker);
    if (Below(8) == 0)
    {
        bytes = Mutate(std::move(bytes));
    }
    error_code error;
    attacker.traffic.sent += attacker.socket.send(asio::buffer(bytes), 0, error);
}

PacketStorm::Traffic
PacketStorm::OfStrangers() const
{
    Traffic sum;
    for (const Attacker& attacker : m_attackers)
    {
        sum.sent += attacker.isStranger ? attacker.traffic.sent : 0;
        sum.received += attacker.isStranger ? attacker.traffic.received : 0;
    }
    return sum;
}

void
PacketStorm::Hear(Attacker& attacker)
{
    Bytes bytes(kMostDataSize);
    for (error_code error; !error;)
    {
        const std::size_t size = attacker.socket.receive(asio::buffer(bytes), 0, error);
        attacker.traffic.received += size;
        TransportPacket packet;
        if (error || !IsTransportDatagram(bytes.data(), size) ||
            Decode(bytes.data(), size, packet) != TransportError::kNone)
        {
            continue;
        }
        if (const auto* const cookie = std::get_if<CookiePacket>(&packet))
        {
            const bool isNew = cookie->header.connection == attacker.connection && !attacker.cookie;
            m_opened += isNew ? 1 : 0;
            attacker.cookie = isNew ? std::optional(cookie->cookie) : attacker.cookie;
            attacker.edge = isNew ? cookie->window : attacker.edge;
        }
        else if (const auto* const ack = std::get_if<AckPacket>(&packet);
                 ack && ack->header.connection == attacker.connection)
        {
            attacker.ack = ack->header.number;
            attacker.arrived = ack->arrived;
            attacker.edge = ack->arrived + ack->window;
        }
        else if (std::holds_alternative<ResetPacket>(packet))
        {
            attacker.cookie.reset();
        }
    }
}

PacketStorm::Bytes
PacketStorm::NextStrange(Attacker& attacker)
{
    switch (Below(6))
    {
    case 0:
        return Noise();
    case 1:
        return Ack(attacker);
    case 2:
        return Reset(attacker);
    case 3:
        attacker.cookie = Below(2) ? std::optional(Draw()) : std::nullopt; // a guess
        return Data(attacker, Below(5000));
    default:
        return Open(attacker);
    }
}

PacketStorm::Bytes
PacketStorm::NextBound(Attacker& attacker)
{
    if (!attacker.cookie || Below(200) == 0)
    {
        return Open(attacker);
    }
    switch (Below(10))
    {
    case 0: // behind a hole
        return Data(attacker, attacker.arrived + Below(attacker.edge - attacker.arrived + 2000));
    case 1: // once more
        return Data(attacker, attacker.arrived - std::min<std::uint64_t>(attacker.arrived, 3000));
    case 2: // of somebody else's stream
    {
        Bytes bytes = Data(attacker, attacker.arrived + Below(3000));
        bytes.back() = static_cast<std::uint8_t>(bytes.back() ^ 1);
        return bytes;
    }
    case 3: // beyond the window, or all streams
        return Data(attacker,
                    Below(2) ? attacker.edge + Below(5000)
                             : (std::uint64_t{1} << 63) - Below(2000));
    case 4:
        return Ack(attacker);
    case 5:
        return Below(10) == 0 ? Reset(attacker) : Noise();
    default:
        return Data(attacker, attacker.arrived);
    }
}

PacketStorm::Bytes
PacketStorm::Open(Attacker& attacker)
{
    if (Below(4) > 0)
    {
        attacker.connection = Draw();
        attacker.cookie.reset();
        attacker.number = static_cast<std::uint32_t>(Draw() >> 33);
        attacker.arrived = 0;
    }
    return BytesOf(OpenPacket{{TransportKind::kOpen, ++attacker.number, attacker.connection}});
}

PacketStorm::Bytes
PacketStorm::Data(Attacker& attacker, std::uint64_t offset)
{
    Bytes payload(1 + Below(kMostPayload));
    for (std::size_t i = 0; i < payload.size(); ++i)
    {
        payload[i] = attacker.frame[(offset + i) % attacker.frame.size()];
    }
    DataPacket data;
    attacker.number += static_cast<std::uint32_t>(Below(8) == 0 ? Below(1000) : 1);
    data.header = {TransportKind::kData, attacker.number, attacker.connection};
    data.cookie = Below(16) == 0 ? std::nullopt : attacker.cookie;
    data.isEnd = Below(200) == 0;
    data.isProbe = Below(8) == 0;
    data.isWhole = Below(4) == 0;
    data.timestamp = static_cast<std::uint32_t>(Draw());
    data.offset = offset;
    data.payload = payload.data();
    data.size = payload.size();
    return BytesOf(data);
}

PacketStorm::Bytes
PacketStorm::Ack(const Attacker& attacker)
{
    AckPacket ack;
    ack.header = {TransportKind::kAck, static_cast<std::uint32_t>(Draw()), attacker.connection};
    ack.timestamp = static_cast<std::uint32_t>(Draw());
    ack.arrived = Draw() >> (1 + Below(60));
    ack.window = static_cast<std::uint32_t>(Draw());
    ack.wish = static_cast<std::uint16_t>(Draw());
    const auto last = static_cast<std::uint32_t>(Draw());
    ack.rangeCount = static_cast<std::uint16_t>(1 + Below(kMostRanges));
    for (std::uint32_t i = 0; i < ack.rangeCount; ++i)
    {
        ack.ranges[i] = {last - 2 * i, last - 2 * i};
    }
    return BytesOf(ack);
}

PacketStorm::Bytes
PacketStorm::Reset(const Attacker& attacker)
{
    const auto number = Below(2) ? attacker.ack : static_cast<std::uint32_t>(Draw());
    return BytesOf(ResetPacket{{TransportKind::kReset, number, attacker.connection}});
}

} // namespace dht
