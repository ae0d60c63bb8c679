/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-session.h"

#include "dht-present-time.h"
#include "dht-wire-errors.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// The routing table of a ready-made overlay, which a peer needs again when it returns.
class SharedTable : public dht::RoutingTable
{
  public:
    explicit SharedTable(std::shared_ptr<const dht::RoutingTable> table)
        : m_table(std::move(table))
    {
    }

    std::optional<dht::LinkIndex> NextHop(const dht::Key& key) const override
    {
        return m_table->NextHop(key);
    }

    dht::LinkIndex LinkCount() const override
    {
        return m_table->LinkCount();
    }

  private:
    std::shared_ptr<const dht::RoutingTable> m_table; ///< The table.
};

} // namespace

DhtPeerSession::DhtPeerSession(Options options,
                               std::unique_ptr<dht::CongestionControl> scheme,
                               const Lent& lent)
    : m_options(std::move(options))
{
    if (m_options.bootstrap)
    {
        m_maintenance =
            std::make_unique<dht::Maintenance>(m_options.maintenance,
                                               m_options.peer.self,
                                               static_cast<dht::MaintenanceHost&>(*this),
                                               lent.maintenance);
    }
    m_peer = std::make_unique<dht::Peer>(m_options.peer,
                                         MakeTable(),
                                         std::move(scheme),
                                         static_cast<dht::Host&>(*this),
                                         lent.random);
    m_peer->SetObserver(&lent.observer);
    if (m_maintenance)
    {
        m_maintenance->SetRoutesListener([this](dht::Time now) { m_peer->OnRoutesChanged(now); });
    }
    Listen();
}

DhtPeerSession::~DhtPeerSession()
{
    Close();
    if (m_maintenance)
    {
        m_maintenance->SetRoutesListener({});
    }
}

std::unique_ptr<dht::RoutingTable>
DhtPeerSession::MakeTable()
{
    return m_maintenance ? m_maintenance->MakeTable()
                         : std::make_unique<SharedTable>(m_options.table);
}

void
DhtPeerSession::Begin(std::function<void()> onJoined)
{
    m_onJoined = std::move(onJoined);
    if (m_maintenance)
    {
        Join();
        return;
    }
    for (dht::LinkIndex link = 0; link < m_options.neighbours.size(); ++link)
    {
        Connect(link, m_options.neighbours[link]);
    }
    m_onJoined();
}

void
DhtPeerSession::Listen()
{
    const uint16_t port = m_options.peer.self.port;
    m_incoming = std::make_unique<DhtIncomingConnections>(
        m_options.node,
        port,
        m_options.tcp,
        [this](dht::ConnectionId connection, dht::Request& request) {
            return m_peer->OnRequest(DhtPresent(), connection, request);
        },
        [this](dht::ConnectionId connection) { m_peer->OnClosed(DhtPresent(), connection); });
    m_links = std::make_unique<DhtOutgoingLinks>(
        m_options.node,
        m_options.tcp,
        DhtOutgoingLinks::Listeners{[this](dht::LinkIndex link) { OnLinkWritable(link); },
                                    [this](dht::LinkIndex link) { OnLinkLost(link); },
                                    [this](dht::LinkIndex link) { OnLinkSilent(link); }});
    m_datagrams = std::make_unique<DhtDatagramSocket>(
        m_options.node,
        port,
        m_options.tcp.sendBuffer,
        [this](dht::Datagram& datagram, const dht::Endpoint& from) { Receive(datagram, from); },
        [this] { m_peer->OnLookupsWritable(DhtPresent()); });
}

void
DhtPeerSession::StartWorkload(std::unique_ptr<dht::Workload> workload)
{
    m_workload = std::move(workload);
    m_peer->Start(DhtPresent(), *m_workload);
}

void
DhtPeerSession::SetPaused(bool paused)
{
    m_peer->SetPaused(DhtPresent(), paused);
    if (m_options.peer.routing == dht::RoutingMode::kIterative &&
        m_options.peer.pauses == dht::PauseScope::kRelaying)
    {
        // answering lookups is what such a peer does for others
        m_datagrams->SetReading(!paused);
    }
}

void
DhtPeerSession::Close()
{
    Finish();
    m_incoming.reset();
    m_links.reset();
    m_datagrams.reset();
}

void
DhtPeerSession::Abort()
{
    if (!IsOver())
    {
        m_incoming->Abort();
        m_links->Abort();
        Close();
    }
}

void
DhtPeerSession::Finish()
{
    if (IsOver())
    {
        return;
    }
    StopWorkload();
    CancelTimer(m_wake); // the peer may have asked for another one as it stopped
    CancelTimer(m_wakeMaintenance);
    m_join.Cancel();
    m_wireErrors = GetWireErrors();
    m_maintenanceBytes = GetMaintenanceBytes();
}

void
DhtPeerSession::StopWorkload()
{
    m_made = GetMade();
    m_peer->Stop(DhtPresent());
    m_workload.reset();
}

bool
DhtPeerSession::IsOver() const
{
    return m_datagrams == nullptr;
}

const dht::Peer&
DhtPeerSession::GetPeer() const
{
    return *m_peer;
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
           (m_workload && m_workload->IsExhausted(DhtPresent()) && !m_peer->IsWaiting());
}

const std::vector<dht::Endpoint>&
DhtPeerSession::GetNeighbours() const
{
    return m_options.neighbours;
}

Address
DhtPeerSession::GetLinkAddress(dht::LinkIndex link) const
{
    return m_links ? m_links->GetLocal(link) : Address();
}

std::optional<dht::ConnectionId>
DhtPeerSession::FindConnection(const Address& from) const
{
    return m_incoming ? m_incoming->Find(from) : std::nullopt;
}

uint64_t
DhtPeerSession::GetMaintenanceBytes() const
{
    return m_datagrams ? m_datagrams->GetMaintenanceBytes() : m_maintenanceBytes;
}

dht::WireErrorCounts
DhtPeerSession::GetWireErrors() const
{
    dht::WireErrorCounts errors = m_wireErrors;
    if (!IsOver())
    {
        dht::AddWireErrors(errors, m_datagrams->GetErrors());
        dht::AddWireErrors(errors, m_incoming->GetErrors());
    }
    return errors;
}

void
DhtPeerSession::Wake()
{
    m_wake.at = dht::kNever;
    m_peer->OnWake(DhtPresent());
}

dht::LinkState
DhtPeerSession::StateOf(dht::LinkIndex link, const dht::Request& request)
{
    // in iterative routing there are no links: what a recursive neighbour sends is lost
    return m_links ? m_links->StateFor(link, dht::FrameSize(request)) : dht::LinkState::kDown;
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
DhtPeerSession::StateOfLookups(const dht::Request& lookup)
{
    return m_datagrams ? m_datagrams->StateFor(static_cast<uint32_t>(dht::FrameSize(lookup)))
                       : dht::LinkState::kDown;
}

void
DhtPeerSession::SendLookup(const dht::Request& lookup)
{
    m_datagrams->Send(lookup);
}

void
DhtPeerSession::SendAck(const dht::Endpoint& to, const dht::OverlayAck& ack)
{
    m_datagrams->Send(to, ack);
}

void
DhtPeerSession::WakeAt(dht::Time time)
{
    SetTimer(m_wake, time, &DhtPeerSession::Wake);
}

void
DhtPeerSession::SetTimer(Timer& timer, dht::Time time, void (DhtPeerSession::*wake)())
{
    // a timer that fires too early only costs another one, moving it costs more
    if (timer.at <= time)
    {
        return;
    }
    const dht::Time now = DhtPresent();
    timer.at = std::max(time, now);
    timer.event.Cancel();
    timer.event = Simulator::Schedule(NanoSeconds((timer.at - now).count()), wake, this);
}

void
DhtPeerSession::CancelTimer(Timer& timer)
{
    timer.event.Cancel();
    timer.at = dht::kNever;
}

void
DhtPeerSession::Resume(dht::ConnectionId connection)
{
    m_incoming->Resume(connection);
}

} // namespace ns3
