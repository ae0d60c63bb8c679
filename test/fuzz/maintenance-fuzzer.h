/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MAINTENANCE_FUZZER_H
#define DHT_CC_MAINTENANCE_FUZZER_H

#include "dht-deframer.h"
#include "dht-endpoint-name.h"
#include "dht-peer.h"
#include "dht-scheme-registry.h"
#include "fuzz-host.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Anything may happen to a live peer, in any order.
 */

namespace dht
{
namespace fuzz
{

/// A peer with its maintenance, and an input that says what happens to it.
class LivePeerFuzzer : private RequestSource
{
  public:
    /// @param data The input. @param size Its bytes.
    LivePeerFuzzer(const std::uint8_t* data, std::size_t size)
        : m_input(data, size),
          m_maintenance(MakeMaintenanceOptions(m_input)),
          m_peer(MakePeerOptions(m_input),
                 m_maintenance,
                 MakeScheme(m_input),
                 m_host,
                 m_random,
                 m_random)
    {
        m_deframers.resize(4, Deframer(4096));
    }

    /// Let everything happen.
    void Run()
    {
        m_peer.Create(m_now);
        for (int step = 0; step < 1000 && !m_input.IsEmpty(); ++step)
        {
            m_host.messages = 0;
            Act();
            Settle();
            Check();
            Require(m_host.messages < 100, "no event makes a peer send without end");
        }
        m_peer.Stop(m_now);
        Pass(FromSeconds(6));
        Require(m_peer.Outstanding() == 0, "every request is answered or given up");
    }

  private:
    static MaintenanceOptions MakeMaintenanceOptions(Input& input)
    {
        MaintenanceOptions options;
        options.successors = 1 + input.Below(8);
        options.maximumLinks = static_cast<LinkIndex>(1 + input.Below(8));
        return options;
    }

    static PeerOptions MakePeerOptions(Input& input)
    {
        PeerOptions options;
        options.routing = input.Below(2) ? RoutingMode::kIterative : RoutingMode::kRecursive;
        options.self = EndpointOf(0);
        options.queueCapacity = 8;
        options.requestLifetime = FromSeconds(5);
        return options;
    }

    static std::unique_ptr<CongestionControl> MakeScheme(Input& input)
    {
        const auto& schemes = SchemeRegistry::Get().All();
        const Scheme& scheme = *schemes[input.Below(schemes.size())];
        return scheme.make(scheme.parameters);
    }

    /// @param number Which. @return The peer itself, one of thirty, or an endpoint where nobody is.
    static Endpoint EndpointOf(std::size_t number)
    {
        switch (number % 36)
        {
        case 31:
            return Endpoint::Ipv4(0, 7000);
        case 32:
            return Endpoint::Ipv4(0xe0000001, 7000);
        case 33:
            return Endpoint::Ipv4(0x0a000002, 0);
        case 34:
            return Endpoint::Ipv4(0xffffffff, 65535);
        case 35: {
            Endpoint endpoint = Endpoint::Ipv4(0x20010db8, 7000);
            endpoint.ipv6 = true;
            return endpoint;
        }
        default:
            return Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a000001 + number % 36), 7000);
        }
    }

    /// Something happens.
    void Act()
    {
        switch (m_input.Below(16))
        {
        case 0:
        case 1:
            ReceiveBytes();
            break;
        case 2:
            ReceiveStream();
            break;
        case 3:
        case 4:
        case 5:
        case 6:
            AnswerQuery();
            break;
        case 7:
            SendToIt(m_input.Below(2) ? MaintenanceKind::kNotify : MaintenanceKind::kQuery);
            break;
        case 8:
            SendToIt(MaintenanceKind::kLeave);
            break;
        case 9:
            Pass(FromSeconds(0.01 * m_input.Byte()));
            break;
        case 10:
            OpenLink();
            break;
        case 11:
            FailLink();
            break;
        case 12:
            m_keys.push_back(IdOf(EndpointOf(m_input.Byte())) + m_input.Byte());
            m_peer.Start(m_now, *this);
            break;
        case 13:
            AnswerRequest();
            break;
        case 14:
            Close(m_input.Below(4));
            break;
        default:
            ComeOrGo();
        }
    }

    /// Any bytes, in a datagram.
    void ReceiveBytes()
    {
        const Endpoint from = EndpointOf(m_input.Byte());
        const Bytes frame = m_input.Take(m_input.Byte());
        Datagram datagram;
        if (DecodeDatagram(frame.data(), frame.size(), datagram) == WireError::kNone)
        {
            const bool isStorage = std::holds_alternative<StorageMessage>(datagram);
            const WireError error = m_peer.OnDatagram(m_now, from, std::move(datagram));
            Require(!isStorage || error == WireError::kType, "a peer without a store says so");
        }
    }

    /// Any bytes, on a connection.
    void ReceiveStream()
    {
        const auto connection = static_cast<ConnectionId>(m_input.Below(4));
        const Bytes bytes = m_input.Take(m_input.Byte());
        m_deframers[connection].Append(bytes.data(), bytes.size());
        Read(connection);
    }

    void Read(ConnectionId connection)
    {
        Request request;
        while (!m_host.refused.count(connection) &&
               m_deframers[connection].Next(request) == Deframer::Result::kRequest)
        {
            if (!m_peer.OnRequest(m_now, connection, request))
            {
                m_host.refused[connection] = request;
            }
        }
    }

    /// A peer that was asked answers, whatever it likes.
    void AnswerQuery()
    {
        const std::size_t which = m_input.Below(4);
        if (which >= m_host.asked.size())
        {
            return;
        }
        const FuzzHost::Asked asked = m_host.asked[which];
        MaintenanceMessage answer = MakeMessage(MaintenanceKind::kNeighbours);
        answer.id = asked.id;
        m_peer.OnDatagram(m_now, asked.to, answer);
    }

    void SendToIt(MaintenanceKind kind)
    {
        const Endpoint from = EndpointOf(m_input.Byte());
        m_peer.OnDatagram(m_now, from, MakeMessage(kind));
    }

    /// @param kind A kind. @return A message that makes some sense.
    MaintenanceMessage MakeMessage(MaintenanceKind kind)
    {
        const std::uint8_t shape = m_input.Byte();
        MaintenanceMessage message;
        message.kind = kind;
        message.attempt = 1;
        if (kind == MaintenanceKind::kQuery)
        {
            message.key = IdOf(EndpointOf(shape));
        }
        if (kind != MaintenanceKind::kNeighbours && kind != MaintenanceKind::kLeave)
        {
            return message;
        }
        message.responsible = kind == MaintenanceKind::kNeighbours && shape % 4 != 0;
        if (shape % 8 < 6 && (message.responsible || kind == MaintenanceKind::kLeave))
        {
            message.predecessor = EndpointOf(m_input.Byte());
        }
        message.peers.resize(shape / 8 % (kMaximumPeersInMessage + 1));
        for (Endpoint& peer : message.peers)
        {
            peer = EndpointOf(m_input.Byte());
        }
        return message;
    }

    /// Time passes.
    void Pass(Time time)
    {
        const Time end = Later(m_now, time);
        for (int wakes = 0;; ++wakes)
        {
            if (m_host.wake > end)
            {
                break;
            }
            Require(wakes < 20000, "a peer does not wake up all the time");
            m_now = std::max(m_now, m_host.wake);
            m_host.wake = kNever;
            m_peer.OnWake(m_now);
            m_host.messages = 0;
        }
        m_now = end;
    }

    /// Do what the peer has asked for.
    void Settle()
    {
        while (!m_host.resumed.empty())
        {
            for (const ConnectionId connection : std::exchange(m_host.resumed, {}))
            {
                auto held = m_host.refused.extract(connection);
                if (held.empty())
                {
                    continue; // it was closed
                }
                if (!m_peer.OnRequest(m_now, connection, held.mapped()))
                {
                    m_host.refused.insert(std::move(held));
                    continue;
                }
                Read(connection);
            }
        }
    }

    /// What must be so at any time.
    void Check() const
    {
        Require(m_peer.IdentitiesHold(), "nothing vanishes");
        const Maintenance& ring = *m_peer.GetMaintenance();
        const auto successors = ring.Successors();
        Require(successors.size() <= 8, "the successor list is not longer than allowed");
        Key last = 0;
        for (const Endpoint& successor : successors)
        {
            const Key distance = Distance(ring.Id(), IdOf(successor));
            Require(distance > last, "successors are other peers, and in order");
            last = distance;
        }
        Require(!(ring.Predecessor() == EndpointOf(0)), "a peer is not before itself");
        Require(ring.IsJoined() || successors.empty() || m_hasLeft,
                "who has no place knows nobody");
        std::set<Key> neighbours;
        for (const auto& [link, state] : m_host.links)
        {
            Require(ring.NeighbourAt(link) == state.to, "host and table agree on links");
            Require(neighbours.insert(IdOf(state.to)).second, "each neighbour has one link");
        }
    }

    void OpenLink()
    {
        const auto link = static_cast<LinkIndex>(m_input.Below(8));
        const std::uint8_t room = m_input.Byte();
        const auto found = m_host.links.find(link);
        if (found != m_host.links.end())
        {
            found->second.room = room % 8;
            found->second.isDown = false;
            m_peer.OnWritable(m_now, link);
        }
    }

    void FailLink()
    {
        const auto link = static_cast<LinkIndex>(m_input.Below(8));
        const auto found = m_host.links.find(link);
        if (found == m_host.links.end())
        {
            return;
        }
        found->second.room = 0;
        found->second.isDown = m_input.Below(2) != 0;
        m_peer.OnWritable(m_now, link);
        m_peer.OnLinkFailed(m_now, link);
    }

    void AnswerRequest()
    {
        if (!m_host.lookups.empty())
        {
            AnswerLookup(m_host.lookups[m_input.Below(m_host.lookups.size())]);
            return;
        }
        OverlayAck ack;
        const std::size_t which = m_input.Below(16);
        ack.id = which < m_host.issued.size() ? m_host.issued[which] : which;
        ack.marked = m_input.Below(2) != 0;
        ack.responsible = EndpointOf(m_input.Byte());
        m_peer.OnDatagram(m_now, EndpointOf(1), ack);
    }

    /// @param lookup Of the peer. Somebody answers it, mostly who was asked.
    void AnswerLookup(const Request& lookup)
    {
        const std::size_t how = m_input.Byte();
        OverlayAck ack;
        ack.id = lookup.id;
        ack.attempt = lookup.attempt;
        ack.hopLimit = static_cast<std::uint8_t>(lookup.hopLimit - (how % 8 == 0));
        ack.redirect = how % 3 > 0;
        const Endpoint from = how % 16 == 1 ? EndpointOf(m_input.Byte()) : lookup.extras->to;
        ack.responsible = how % 5 == 0 ? from : EndpointOf(m_input.Byte());
        for (std::size_t left = ack.redirect ? how / 32 : 0; left > 0; --left)
        {
            ack.extras.Write().further.push_back(EndpointOf(m_input.Byte()));
        }
        m_peer.OnDatagram(m_now, from, ack);
    }

    void Close(ConnectionId connection)
    {
        m_host.refused.erase(connection);
        m_deframers[connection] = Deframer(4096);
        m_peer.OnClosed(m_now, connection);
    }

    void ComeOrGo()
    {
        const std::size_t what = m_input.Below(8);
        m_hasLeft = what == 0;
        if (what == 0)
        {
            m_peer.Leave(m_now);
        }
        else if (what == 1)
        {
            m_peer.Create(m_now);
        }
        else
        {
            m_peer.Join(m_now, {EndpointOf(m_input.Byte()), EndpointOf(m_input.Byte())});
        }
    }

    Time NextAt(Time now) override
    {
        return m_keys.empty() ? kNever : now;
    }

    Item Take(Time /* now */) override
    {
        const Key key = m_keys.front();
        m_keys.pop_front();
        return {key, Payload::Zeros(key.Low() % 2 * 20)};
    }

    Input m_input;                     ///< What happens.
    FuzzRandom m_random;               ///< The peer's.
    FuzzHost m_host;                   ///< The peer's.
    MaintenanceOptions m_maintenance;  ///< The peer's.
    Peer m_peer;                       ///< The peer.
    std::vector<Deframer> m_deframers; ///< Of its incoming connections.
    std::deque<Key> m_keys;            ///< What it is to look up.
    Time m_now{0};                     ///< The present.
    bool m_hasLeft{false};             ///< Whether it was told to leave.
};

/// @param data What happens to a live peer. @param size Bytes.
inline void
FuzzMaintenance(const std::uint8_t* data, std::size_t size)
{
    LivePeerFuzzer(data, size).Run();
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_MAINTENANCE_FUZZER_H
