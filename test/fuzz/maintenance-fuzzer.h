/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MAINTENANCE_FUZZER_H
#define DHT_CC_MAINTENANCE_FUZZER_H

#include "fuzz-ring.h"
#include "fuzzed-live-peer.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Anything may happen to a live peer, in any order.
 */

namespace dht
{
namespace fuzz
{

/// An input that says what others do to a live peer.
class LivePeerFuzzer : private FuzzedLivePeer
{
  public:
    using FuzzedLivePeer::Frames;
    using FuzzedLivePeer::FuzzedLivePeer;

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
            LookUp(IdOf(EndpointOf(m_input.Byte())) + m_input.Byte());
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
        return TheRing(m_peer.GetMembership().IsJoined());
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
        LookUp(key);
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
            query.key = IdOf(EndpointOf(0));
            Deliver(from, query);
            SetToken(query.extensions, m_host.tokens[from]);
            Deliver(from, query);
            m_host.messages = 0;
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
