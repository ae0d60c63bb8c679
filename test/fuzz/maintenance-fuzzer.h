/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MAINTENANCE_FUZZER_H
#define DHT_CC_MAINTENANCE_FUZZER_H

#include "dht-deframer.h"
#include "dht-peer.h"
#include "dht-scheme-registry.h"
#include "fuzz-host.h"
#include "fuzz-ring.h"

#include <numeric>

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

    /// @return Frames that it was tried with: datagrams, decoded or not, requests and what was no
    /// request.
    std::size_t Frames() const
    {
        const auto rejected = [](std::size_t sum, const Deframer& deframer) {
            const auto& errors = deframer.Errors();
            return std::accumulate(errors.begin(), errors.end(), sum);
        };
        return std::accumulate(m_deframers.begin(), m_deframers.end(), m_frames, rejected);
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

    /// Something happens.
    void Act()
    {
        switch (m_input.Below(21))
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
        case 15:
        case 16:
            AnswerAsMembers(m_input.Byte());
            break;
        case 17:
            Overhear(m_input.Byte());
            break;
        case 18:
            MoveLink();
            break;
        case 19:
            Crowd(m_input.Byte());
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
            Deliver(from, std::move(datagram));
        }
        else
        {
            ++m_frames;
        }
    }

    /// @param from Who sends it. @param datagram Something understood.
    void Deliver(const Endpoint& from, Datagram datagram)
    {
        ++m_frames;
        const bool isStorage = std::holds_alternative<StorageMessage>(datagram);
        const WireError error = m_peer.OnDatagram(m_now, from, std::move(datagram));
        Require(!isStorage || error == WireError::kType, "a peer without a store says so");
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
            ++m_frames;
            if (!m_peer.OnRequest(m_now, connection, request))
            {
                m_host.refused[connection] = request;
            }
        }
    }

    /// A peer that was asked answers, whatever it likes.
    void AnswerQuery()
    {
        const std::size_t how = m_input.Below(32);
        if (how % 4 >= m_host.asked.size())
        {
            return;
        }
        const FuzzHost::Asked asked = m_host.asked[how % 4];
        const bool leaves = how / 4 == 7;
        MaintenanceMessage answer =
            MakeMessage(leaves ? MaintenanceKind::kLeave : MaintenanceKind::kNeighbours);
        answer.id = asked.id;
        answer.attempt = asked.attempt;
        Deliver(asked.to, std::move(answer));
    }

    /// @return The ring around the peer.
    const FuzzRing& Around() const
    {
        return TheRing(m_peer.GetMaintenance()->IsJoined());
    }

    /// Peers that were asked answer what is so, or that they are responsible for whatever it is.
    /// @param how How many answer, whether they lie, and how many peers they name.
    void AnswerAsMembers(std::size_t how)
    {
        for (std::size_t left = 1 + how % 8; left > 0 && !m_host.asked.empty(); --left)
        {
            const FuzzHost::Asked asked = m_host.asked.front();
            m_host.asked.pop_front();
            const Key key = how % 16 < 12 ? asked.key : IdOf(asked.to);
            MaintenanceMessage answer = Around().Answer(asked.to, key, how / 16);
            answer.id = asked.id;
            answer.attempt = asked.attempt;
            Deliver(asked.to, std::move(answer));
        }
    }

    /// Somebody answers for a key: whoever is responsible, or another one.
    /// @param number Of whom a key is near.
    void Overhear(std::size_t number)
    {
        const Key key = IdOf(EndpointOf(number)) + m_input.Byte();
        const bool isSo = m_input.Below(2) != 0;
        const Endpoint other = EndpointOf(m_input.Byte());
        const Endpoint claims = isSo ? Around().Responsible(key) : other;
        m_keys.push_back(key);
        m_peer.Start(m_now, *this);
        if (m_host.issued.empty() || m_keys.size() > 8)
        {
            return;
        }
        OverlayAck ack;
        ack.id = m_host.issued.front();
        ack.responsible = claims;
        Deliver(claims, ack);
    }

    void SendToIt(MaintenanceKind kind)
    {
        const Endpoint from = EndpointOf(m_input.Byte());
        MaintenanceMessage message = MakeMessage(kind);
        const auto token = m_host.tokens.find(from);
        switch (m_input.Below(4))
        {
        case 0:
            break;
        case 1:
            SetToken(message.extensions, m_input.Byte(), 12);
            break;
        default:
            if (token != m_host.tokens.end())
            {
                SetToken(message.extensions, token->second);
            }
        }
        Deliver(from, std::move(message));
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

    /// Many strangers ask who is around the peer, first without a token and then with one.
    /// @param how How many, and whether they share a host.
    void Crowd(std::size_t how)
    {
        for (std::size_t i = 0; i < how / 2; ++i)
        {
            const auto number = static_cast<std::uint32_t>(i);
            const Endpoint from =
                Endpoint::Ipv4(0x0c000001 + (how % 2 ? 0 : number << 8),
                               static_cast<std::uint16_t>(7000 + (how % 2 ? i : 0)));
            MaintenanceMessage query;
            query.key = m_peer.GetMaintenance()->Id();
            Deliver(from, query);
            SetToken(query.extensions, m_host.tokens[from]);
            Deliver(from, query);
            m_host.messages = 0;
        }
    }

    /// A link is made, or says nothing for a while.
    void MoveLink()
    {
        const auto link = static_cast<LinkIndex>(m_input.Below(8));
        const bool silent = m_input.Below(2) != 0;
        if (m_host.links.count(link))
        {
            silent ? m_peer.OnLinkSilent(m_now, link) : m_peer.OnLinkConnected(m_now, link);
        }
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
        Deliver(EndpointOf(1), ack);
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
        Deliver(from, ack);
    }

    void Close(ConnectionId connection)
    {
        m_host.refused.erase(connection);
        const auto& errors = m_deframers[connection].Errors();
        m_frames = std::accumulate(errors.begin(), errors.end(), m_frames);
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
    std::size_t m_frames{0};           ///< Frames that came, but for what a deframer rejected.
    bool m_hasLeft{false};             ///< Whether it was told to leave.
};

/// @param data What happens to a live peer. @param size Bytes. @return How many frames it was tried
/// with.
inline std::size_t
FuzzMaintenance(const std::uint8_t* data, std::size_t size)
{
    LivePeerFuzzer fuzzer(data, size);
    fuzzer.Run();
    return fuzzer.Frames();
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_MAINTENANCE_FUZZER_H
