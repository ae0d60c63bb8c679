/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-linked-host.h"

#include "dht-links-over-transport.h"
#include "dht-node.h"
#include "dht-transport-packet.h"
#include "dht-wire-format.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace dht
{

/// What links call: the host polls them.
class LinkedHost::Pump
{
  public:
    /// @param host The host. The links are what it polls.
    Pump(LinkTransport& /* links */, LinkedHost& host)
        : m_host(host)
    {
    }

    /// @return The present.
    Time Now() const
    {
        return m_host.Now();
    }

    /// Something may have changed.
    void PollSoon()
    {
        m_host.PollSoon();
    }

    /// @return Whether it ends before its host does.
    bool IsStopped() const
    {
        return false;
    }

  private:
    LinkedHost& m_host; ///< The host.
};

/// The links of a host.
class LinkedHost::Links : public LinksOverTransport<NeighbourLinks, Pump>
{
  public:
    /// @param options What they are made of. @param makeWindow Makes windows. @param random For
    /// what others should not guess. @param listeners Whom to tell what happens. @param host The
    /// host.
    Links(const LinkTransport::Options& options,
          WindowMaker makeWindow,
          Random& random,
          NeighbourLinks::Listeners listeners,
          LinkedHost& host)
        : LinksOverTransport(options, std::move(makeWindow), random, std::move(listeners), host)
    {
    }

    /// @return What carries them.
    LinkTransport& Driven()
    {
        return m_transport;
    }
};

LinkedHost::LinkedHost() = default;
LinkedHost::~LinkedHost() = default;

void
LinkedHost::Attach(Node& node,
                   const TransportOptions& transport,
                   const LinkOptions& links,
                   WindowMaker makeWindow,
                   Random& random)
{
    const auto options = LinkTransport::Options::Of(transport,
                                                    links,
                                                    transport.sendBuffer,
                                                    transport.receiveWindow,
                                                    true);
    m_node = &node;
    m_links = std::make_unique<Links>(options,
                                      std::move(makeWindow),
                                      random,
                                      ListenersFor(node, [this] { return Now(); }),
                                      *this);
}

WireError
LinkedHost::OnBytes(const Endpoint& from, const std::uint8_t* bytes, std::size_t size)
{
    WireError error = WireError::kNone;
    m_isInside = true;
    const Time now = Now();
    if (IsTransportDatagram(bytes, size))
    {
        m_links->Driven().OnDatagram(now, from, bytes, size);
        m_due = now;
    }
    else
    {
        Datagram datagram;
        error = DecodeDatagram(bytes, size, datagram);
        if (error == WireError::kNone)
        {
            error = m_node->OnDatagram(now, from, std::move(datagram));
        }
    }
    Leave();
    return error;
}

void
LinkedHost::OnTimer()
{
    m_called = kNever;
    m_isInside = true;
    const Time now = Now();
    if (m_wake <= now)
    {
        m_wake = kNever;
        m_node->OnWake(now);
    }
    if (m_storageWake <= now)
    {
        m_storageWake = kNever;
        m_node->OnStorageWake(now);
    }
    if (m_links->Driven().NextTimer() <= now)
    {
        m_links->Driven().OnTimer(now);
        m_due = now;
    }
    Leave();
}

void
LinkedHost::Leave()
{
    if (m_due != kNever)
    {
        do
        {
            m_links->Driven().Poll(Now());
        } while (Transmit());
        m_due = kNever; // what the node has done meanwhile was seen to
    }
    m_isInside = false;
    SetTimer();
}

bool
LinkedHost::Transmit()
{
    LinkTransport& links = m_links->Driven();
    std::array<std::uint8_t, kMostDataSize> packet;
    const auto sent = links.PollTransmit(Now(), packet.data(), packet.size());
    if (sent && !SendBytes(sent->to, packet.data(), sent->size))
    {
        links.OnTooLong(Now(), sent->to, sent->size);
    }
    return sent.has_value();
}

void
LinkedHost::SetTimer()
{
    const Time next = std::min({m_wake, m_storageWake, m_due, m_links->Driven().NextTimer()});
    if (!m_isInside && next != m_called)
    {
        m_called = next;
        CallAt(next);
    }
}

void
LinkedHost::PollSoon()
{
    m_due = std::min(m_due, Now());
    SetTimer();
}

WireErrorCounts
LinkedHost::LinkErrors() const
{
    return m_links->Errors();
}

const TransportCounters&
LinkedHost::LinkCounts() const
{
    return m_links->Transport()->Counts();
}

bool
LinkedHost::IdentitiesHold() const
{
    return m_node->IdentitiesHold() && m_links->Transport()->IdentitiesHold();
}

LinkState
LinkedHost::StateOf(LinkIndex link, const Request& request)
{
    return m_links->StateFor(link, FrameSize(request));
}

void
LinkedHost::Send(LinkIndex link, const Request& request)
{
    m_links->Send(link, request);
}

Endpoint
LinkedHost::EndpointOf(LinkIndex link)
{
    return m_node->GetPeer().GetMembership().NeighbourAt(link).value_or(Endpoint{});
}

LinkState
LinkedHost::StateOfDatagrams(std::size_t /* size */)
{
    return LinkState::kReady;
}

void
LinkedHost::SendDatagram(const Endpoint& to, const Datagram& datagram)
{
    const std::vector<std::uint8_t> frame = EncodeDatagram(datagram);
    SendBytes(to, frame.data(), frame.size());
}

void
LinkedHost::WakeAt(Time time)
{
    m_wake = time;
    SetTimer();
}

void
LinkedHost::WakeStorageAt(Time time)
{
    m_storageWake = time;
    SetTimer();
}

void
LinkedHost::Resume(ConnectionId connection)
{
    m_links->Resume(connection);
}

void
LinkedHost::Connect(LinkIndex link, const Endpoint& neighbour)
{
    m_links->Open(link, neighbour);
}

void
LinkedHost::Disconnect(LinkIndex link)
{
    m_links->Close(link);
}

} // namespace dht
