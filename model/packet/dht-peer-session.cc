/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-session.h"

#include "dht-node.h"
#include "dht-present-time.h"
#include "dht-wake-timer.h"
#include "dht-wire-errors.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

DhtPeerSession::DhtPeerSession(Options options,
                               std::unique_ptr<dht::CongestionControl> scheme,
                               const Lent& lent)
    : m_options(std::move(options)),
      m_node(MakeNode(std::move(scheme), lent))
{
    m_node->GetPeer().SetObserver(&lent.observer);
    if (lent.store)
    {
        Keep(*lent.store, lent.stored);
    }
    Listen(lent.transport);
}

DhtPeerSession::~DhtPeerSession()
{
    Close();
    Release();
}

std::unique_ptr<dht::Node>
DhtPeerSession::MakeNode(std::unique_ptr<dht::CongestionControl> scheme, const Lent& lent)
{
    m_options.peer.longestFrame = m_options.tcp.sendBuffer;
    const dht::MembershipMaker place =
        m_options.bootstrap ? dht::JoinedPlace(m_options.maintenance, lent.maintenance)
                            : m_options.place;
    dht::Carrier& carrier = *this;
    return std::make_unique<dht::Node>(m_options.peer,
                                       place,
                                       std::move(scheme),
                                       m_options.behaviour,
                                       carrier,
                                       lent.random);
}

void
DhtPeerSession::Begin(std::function<void()> onJoined)
{
    m_onJoined = std::move(onJoined);
    m_node->OnStorageWake(DhtPresent());
    if (m_options.bootstrap)
    {
        Join();
        return;
    }
    NS_ABORT_MSG_IF(GetMembership().IsDynamic(), "a peer has to be given the place that it joins");
    const dht::LinkIndex links = GetMembership().LinkCount();
    NS_ABORT_MSG_IF(m_options.neighbours.size() != links,
                    "a place with " << links << " links needs as many neighbours, not "
                                    << m_options.neighbours.size());
    for (dht::LinkIndex link = 0; link < links; ++link)
    {
        Connect(link, m_options.neighbours[link]);
    }
    m_onJoined();
}

void
DhtPeerSession::SetApplication(dht::Application* application)
{
    m_node->GetPeer().SetApplication(application);
}

void
DhtPeerSession::Respond(const dht::Request& request, dht::Payload answer)
{
    if (!IsOver())
    {
        m_node->GetPeer().Respond(DhtPresent(), request, std::move(answer));
    }
}

void
DhtPeerSession::StartWorkload(std::unique_ptr<dht::Workload> workload)
{
    m_workload = std::move(workload);
    m_node->GetPeer().Start(DhtPresent(), *m_workload);
}

void
DhtPeerSession::SetLoad(double load)
{
    if (m_workload)
    {
        m_workload->SetLoad(DhtPresent(), load);
        m_node->GetPeer().Start(DhtPresent(), *m_workload);
    }
}

void
DhtPeerSession::Issue(dht::RequestSource& source)
{
    if (!IsOver())
    {
        m_node->GetPeer().Start(DhtPresent(), source);
    }
}

void
DhtPeerSession::SetPaused(bool paused)
{
    const bool stops = m_options.peer.pauses == dht::PauseScope::kProcess;
    m_asleep = stops && paused;
    // answering lookups is what a peer of iterative routing does for others
    if (stops || (m_options.peer.routing == dht::RoutingMode::kIterative &&
                  m_options.peer.pauses == dht::PauseScope::kRelaying))
    {
        // what has come meanwhile is read before timers run, as a process does that wakes up
        m_datagrams->SetReading(!paused);
    }
    m_node->GetPeer().SetPaused(DhtPresent(), paused);
    if (stops && !paused)
    {
        m_node->OnWake(DhtPresent());
        m_node->OnStorageWake(DhtPresent());
    }
}

void
DhtPeerSession::Finish()
{
    StopWorkload();
    m_wake.Cancel(); // the peer may have asked for another one as it stopped
    m_wakeAt = dht::kNever;
    m_join.Cancel();
    if (m_storeTimer)
    {
        m_storeTimer->SetAt(dht::kNever);
    }
    if (m_repair)
    {
        m_repair->Stop();
    }
    m_wireErrors = GetWireErrors();
}

void
DhtPeerSession::StopWorkload()
{
    m_made = GetMade();
    m_node->GetPeer().Stop(DhtPresent());
    m_workload.reset();
}

bool
DhtPeerSession::IsOver() const
{
    return m_isOver;
}

const dht::Peer&
DhtPeerSession::GetPeer() const
{
    return m_node->GetPeer();
}

bool
DhtPeerSession::IdentitiesHold() const
{
    return m_node->IdentitiesHold();
}

uint64_t
DhtPeerSession::GetMade() const
{
    return m_workload ? m_workload->Made(DhtPresent()) : m_made;
}

bool
DhtPeerSession::IsExhausted() const
{
    return IsOver() ||
           (m_workload && m_workload->IsExhausted(DhtPresent()) && !m_node->GetPeer().IsWaiting());
}

const std::vector<dht::Endpoint>&
DhtPeerSession::GetNeighbours() const
{
    return m_options.neighbours;
}

Address
DhtPeerSession::GetLinkAddress(dht::LinkIndex link) const
{
    return IsOver() ? Address() : m_links->GetLocal(link);
}

std::optional<dht::ConnectionId>
DhtPeerSession::FindConnection(const Address& from) const
{
    return IsOver() ? std::nullopt : m_links->Find(from);
}

dht::WireErrorCounts
DhtPeerSession::GetWireErrors() const
{
    dht::WireErrorCounts errors = m_wireErrors;
    if (!IsOver())
    {
        dht::AddWireErrors(errors, m_datagrams->GetErrors());
        dht::AddWireErrors(errors, m_links->Errors());
    }
    return errors;
}

void
DhtPeerSession::Wake()
{
    m_wakeAt = dht::kNever;
    if (!m_asleep)
    {
        m_node->OnWake(DhtPresent());
    }
}

dht::LinkState
DhtPeerSession::StateOf(dht::LinkIndex link, const dht::Request& request)
{
    // in iterative routing there are no links: what a recursive neighbour sends is lost
    return IsOver() ? dht::LinkState::kDown : m_links->StateFor(link, dht::FrameSize(request));
}

std::size_t
DhtPeerSession::Backlog(dht::LinkIndex link) const
{
    return IsOver() ? 0 : m_links->Backlog(link);
}

dht::Time
DhtPeerSession::UplinkIdleAt() const
{
    return IsOver() ? dht::kNever : m_links->UplinkIdleAt();
}

void
DhtPeerSession::Send(dht::LinkIndex link, const dht::Request& request)
{
    m_links->Send(link, request);
}

dht::Endpoint
DhtPeerSession::EndpointOf(dht::LinkIndex link)
{
    return m_options.neighbours[link];
}

dht::LinkState
DhtPeerSession::StateOfDatagrams(std::size_t size)
{
    return IsOver() ? dht::LinkState::kDown : m_datagrams->StateFor(static_cast<uint32_t>(size));
}

void
DhtPeerSession::SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram)
{
    m_datagrams->Send(to, datagram);
}

void
DhtPeerSession::WakeAt(dht::Time time)
{
    // a timer that fires too early only costs another one, moving it costs more
    if (m_wakeAt <= time)
    {
        return;
    }
    const dht::Time now = DhtPresent();
    m_wakeAt = std::max(time, now);
    m_wake.Cancel();
    m_wake =
        Simulator::Schedule(NanoSeconds((m_wakeAt - now).count()), &DhtPeerSession::Wake, this);
}

void
DhtPeerSession::Resume(dht::ConnectionId connection)
{
    m_links->Resume(connection);
}

} // namespace ns3
