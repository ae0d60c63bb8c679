/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-session.h"

#include "dht-greedy-scheme.h"
#include "dht-present-time.h"
#include "dht-wire-errors.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes of the headers before a datagram.
constexpr uint64_t IP_AND_UDP = 20 + 8;

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
    : m_options(std::move(options)),
      m_conduct(*this, m_options.behaviour),
      m_peer(MakePeer(dht::SchemeUnder(m_options.behaviour, std::move(scheme)), lent))
{
    m_conduct.Attach(*m_peer);
    m_peer->SetObserver(&lent.observer);
    Listen();
}

DhtPeerSession::~DhtPeerSession()
{
    Close();
}

std::unique_ptr<dht::Peer>
DhtPeerSession::MakePeer(std::unique_ptr<dht::CongestionControl> scheme, const Lent& lent)
{
    m_options.peer.longestFrame = m_options.tcp.sendBuffer;
    if (m_options.bootstrap)
    {
        return std::make_unique<dht::Peer>(m_options.peer,
                                           m_options.maintenance,
                                           std::move(scheme),
                                           m_conduct,
                                           lent.random,
                                           lent.maintenance);
    }
    return std::make_unique<dht::Peer>(m_options.peer,
                                       std::make_unique<SharedTable>(m_options.table),
                                       std::move(scheme),
                                       m_conduct,
                                       lent.random);
}

void
DhtPeerSession::Begin(std::function<void()> onJoined)
{
    m_onJoined = std::move(onJoined);
    if (m_options.bootstrap)
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
            return m_conduct.OnRequest(DhtPresent(), connection, request);
        },
        [this](dht::ConnectionId connection) { m_conduct.OnClosed(DhtPresent(), connection); });
    m_links = std::make_unique<DhtOutgoingLinks>(
        m_options.node,
        m_options.tcp,
        m_options.peer.hold,
        DhtOutgoingLinks::Listeners{
            [this](dht::LinkIndex link) { OnLinkWritable(link); },
            [this](dht::LinkIndex link) { m_peer->OnLinkFailed(DhtPresent(), link); },
            [this](dht::LinkIndex link) { m_peer->OnLinkSilent(DhtPresent(), link); }});
    m_datagrams = std::make_unique<DhtDatagramSocket>(
        m_options.node,
        port,
        m_options.tcp.sendBuffer,
        [this](dht::Datagram&& datagram, const dht::Endpoint& from) {
            Receive(std::move(datagram), from);
        },
        [this] { m_peer->OnDatagramsWritable(DhtPresent()); });
}

void
DhtPeerSession::SetApplication(dht::Application* application)
{
    m_peer->SetApplication(application);
}

void
DhtPeerSession::Respond(const dht::Request& request, dht::Payload answer)
{
    if (!IsOver())
    {
        m_peer->Respond(DhtPresent(), request, std::move(answer));
    }
}

void
DhtPeerSession::StartWorkload(std::unique_ptr<dht::Workload> workload)
{
    m_workload = std::move(workload);
    m_peer->Start(DhtPresent(), *m_workload);
}

void
DhtPeerSession::Issue(dht::RequestSource& source)
{
    if (!IsOver())
    {
        m_peer->Start(DhtPresent(), source);
    }
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
    m_wake.Cancel(); // the peer may have asked for another one as it stopped
    m_wakeAt = dht::kNever;
    m_join.Cancel();
    m_wireErrors = GetWireErrors();
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
    const dht::Maintenance* const maintenance = m_peer->GetMaintenance();
    if (!maintenance)
    {
        return 0;
    }
    const dht::MaintenanceCounters& counters = maintenance->GetCounters();
    return std::accumulate(counters.sent.begin(),
                           counters.sent.end(),
                           counters.bytes,
                           [](uint64_t sum, uint64_t sent) { return sum + sent * IP_AND_UDP; });
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
    m_wakeAt = dht::kNever;
    m_conduct.OnWake(DhtPresent());
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
DhtPeerSession::StateOfDatagrams(std::size_t size)
{
    return m_datagrams ? m_datagrams->StateFor(static_cast<uint32_t>(size)) : dht::LinkState::kDown;
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
    m_incoming->Resume(connection);
}

} // namespace ns3
