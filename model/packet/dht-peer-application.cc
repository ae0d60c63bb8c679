/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-application.h"

#include "dht-endpoint-name.h"
#include "dht-present-time.h"
#include "dht-storage.h"
#include "dht-wire-format.h"

#include "ns3/abort.h"
#include "ns3/ipv4.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// How long a peer that leaves goes on relaying: by then its neighbours have heard of it, and what
/// was on its way to it has arrived.
const Time LINGER = Seconds(1);

/// The attribute that a peer takes while it is up.
const std::string LOAD = "Load";

} // namespace

DhtPeerApplication::DhtPeerApplication()
    : m_crossLoad([this](bool paused) { m_session->SetPaused(paused); })
{
    m_observers.Add(*this);
}

DhtPeerApplication::~DhtPeerApplication() = default;

void
DhtPeerApplication::SetOverlay(Ipv4Address address,
                               const dht::Key& id,
                               dht::MembershipMaker place,
                               std::vector<dht::Endpoint> neighbours)
{
    m_address = address;
    m_id = id;
    m_place = std::move(place);
    m_neighbours = std::move(neighbours);
}

void
DhtPeerApplication::SetRing(Ipv4Address address, DhtPeerSession::Bootstrap bootstrap)
{
    m_address = address;
    m_id = dht::IdOf(GetEndpoint());
    m_bootstrap = std::move(bootstrap);
}

int64_t
DhtPeerApplication::AssignStreams(int64_t stream)
{
    m_gaps.SetStream(stream);
    m_keys.SetStream(stream + 1);
    m_random.SetStream(stream + 2);
    m_crossLoad.SetStream(stream + 3);
    if (!m_bootstrap)
    {
        return 5;
    }
    m_maintenanceRandom.SetStream(stream + 5);
    return 6;
}

int64_t
DhtPeerApplication::AssignTransportStream(int64_t stream)
{
    m_transportStream = stream;
    return m_links.carrier == dht::LinkCarrier::kDtl ? 1 : 0;
}

dht::Random*
DhtPeerApplication::GetTransportRandom()
{
    if (m_links.carrier == dht::LinkCarrier::kDtl && !m_transportRandom)
    {
        m_transportRandom = std::make_unique<DhtStreamRandom>();
        m_transportRandom->SetStream(m_transportStream);
    }
    return m_transportRandom.get();
}

void
DhtPeerApplication::DoDispose()
{
    // the node's devices may be gone already: nothing must be sent any more
    EndSession(&DhtPeerSession::Abort);
    m_session.reset();
    m_scheme = nullptr;
    m_kind = nullptr;
    Application::DoDispose();
}

void
DhtPeerApplication::StartApplication()
{
    NS_ABORT_MSG_IF(m_receiveBuffer < 2 * m_segmentSize,
                    "ReceiveBuffer is " << m_receiveBuffer << " bytes: TCP needs two segments, "
                                        << 2 * m_segmentSize);
    m_running = true;
    if (!m_waits)
    {
        BeginSession();
    }
}

void
DhtPeerApplication::StopApplication()
{
    m_running = false;
    if (m_session)
    {
        m_session->Leave();
    }
    EndSession(&DhtPeerSession::Close);
}

void
DhtPeerApplication::WaitForReturn()
{
    m_waits = true;
}

void
DhtPeerApplication::Return()
{
    m_waits = false;
    const bool leaves = !m_end.IsExpired();
    if (leaves)
    {
        EndSession(&DhtPeerSession::Close);
    }
    if (m_running && !IsUp())
    {
        BeginSession();
    }
}

void
DhtPeerApplication::Leave()
{
    if (!IsUp() || !m_end.IsExpired())
    {
        return;
    }
    m_start.Cancel();
    m_session->Leave();
    m_end = Simulator::Schedule(m_session->GetMembership().IsDynamic() ? LINGER : Time(0),
                                &DhtPeerApplication::EndSession,
                                this,
                                &DhtPeerSession::Close);
}

void
DhtPeerApplication::Crash()
{
    if (IsUp())
    {
        EndSession(&DhtPeerSession::Abort);
        SetInterface(false);
    }
}

void
DhtPeerApplication::BeginSession()
{
    if (m_session)
    {
        m_past += DhtPeerTotals::Of(*m_session);
    }
    m_session.reset(); // which may have the port still
    ++m_sessions;
    SetInterface(true);
    const Ptr<DhtScheme> scheme = m_scheme ? m_scheme : DhtScheme::Create("none");
    m_begun = Simulator::Now();
    m_session = std::make_unique<DhtPeerSession>(GetSessionOptions(),
                                                 scheme->Make(),
                                                 DhtPeerSession::Lent{m_random,
                                                                      m_maintenanceRandom,
                                                                      m_observers,
                                                                      GetTransportRandom(),
                                                                      m_store.get(),
                                                                      this});
    m_session->SetApplication(m_upcalls);
    m_session->Begin([this] { OnJoined(); });
    m_crossLoad.Start(m_crossLoadShare, m_meanPause);
}

void
DhtPeerApplication::SetUpcalls(dht::Application* application)
{
    m_upcalls = application;
    if (m_session)
    {
        m_session->SetApplication(application);
    }
}

void
DhtPeerApplication::Respond(const dht::Request& request, dht::Payload answer)
{
    if (m_session)
    {
        m_session->Respond(request, std::move(answer));
    }
}

void
DhtPeerApplication::SetSource(dht::RequestSource* source)
{
    m_source = source;
}

void
DhtPeerApplication::AddObserver(dht::Observer& observer)
{
    m_observers.Add(observer);
}

void
DhtPeerApplication::RemoveObserver(dht::Observer& observer)
{
    m_observers.Remove(observer);
}

void
DhtPeerApplication::Issue()
{
    if (m_session && m_source)
    {
        m_session->Issue(*m_source);
    }
}

void
DhtPeerApplication::OnJoined()
{
    const Time taken = Simulator::Now() - m_begun;
    TellJoined(taken);
    m_start = Simulator::Schedule(Max(m_workloadDelay - taken, Time(0)),
                                  &DhtPeerApplication::StartWorkload,
                                  this);
}

void
DhtPeerApplication::EndSession(void (DhtPeerSession::*end)())
{
    m_start.Cancel();
    m_end.Cancel();
    m_crossLoad.Stop();
    if (m_session)
    {
        (m_session.get()->*end)();
    }
}

void
DhtPeerApplication::SetInterface(bool up)
{
    const auto ipv4 = GetNode()->GetObject<Ipv4>();
    const int32_t interface = ipv4 ? ipv4->GetInterfaceForAddress(m_address) : -1;
    if (interface < 0 || ipv4->IsUp(interface) == up)
    {
        return;
    }
    if (up)
    {
        ipv4->SetUp(interface);
    }
    else
    {
        ipv4->SetDown(interface);
    }
}

void
DhtPeerApplication::StartWorkload()
{
    if (m_source)
    {
        m_session->Issue(*m_source);
        return;
    }
    m_session->StartWorkload(MakeWorkload());
}

DhtPeerSession::Options
DhtPeerApplication::GetSessionOptions() const
{
    NS_ABORT_MSG_IF(!m_place && !m_bootstrap,
                    "DhtPeerApplication::SetOverlay() or SetRing() has to be called before it "
                    "starts");
    DhtPeerSession::Options options;
    options.node = GetNode();
    options.tcp = {m_segmentSize,
                   m_sendBuffer,
                   m_receiveBuffer,
                   bool(m_bootstrap),
                   m_peersPerAddress,
                   m_nagle};
    options.links = m_links;
    options.transport = m_transport;
    options.polite = m_polite;
    options.variable = m_variable;
    options.peer = GetPeerOptions();
    options.behaviour = GetBehaviour();
    options.bootstrap = m_bootstrap;
    options.maintenance = m_maintenance;
    options.place = m_place;
    options.neighbours = m_neighbours;
    return options;
}

dht::PeerOptions
DhtPeerApplication::GetPeerOptions() const
{
    dht::PeerOptions options = m_peer;
    options.self = GetEndpoint();
    if (m_ackRoute == OVERLAY)
    {
        options.replyTo = m_id;
    }
    if (m_queueDiscipline != SCHEME)
    {
        options.discipline = m_queueDiscipline == SHARED ? dht::QueueDiscipline::kShared
                                                         : dht::QueueDiscipline::kPerNeighbour;
    }
    return options;
}

uint32_t
DhtPeerApplication::GetHeaderSize() const
{
    dht::Request request;
    // lookups are always answered straight
    if (m_ackRoute == OVERLAY && m_peer.routing == dht::RoutingMode::kRecursive)
    {
        request.extras.Write().replyTo.emplace();
    }
    return static_cast<uint32_t>(dht::HeaderSize(request));
}

DhtLateAttributes::Effect
DhtPeerApplication::GetEffect(const std::string& attribute) const
{
    if (m_sessions == 0 || attribute == LOAD || (m_running && !IsUp()))
    {
        return NOW;
    }
    return m_running ? NEXT_START : NEVER;
}

void
DhtPeerApplication::OnSet(const std::string& attribute)
{
    if (attribute == LOAD && m_session)
    {
        m_session->SetLoad(GetWorkloadOptions().load);
    }
}

dht::WorkloadOptions
DhtPeerApplication::GetWorkloadOptions() const
{
    return dht::WorkloadUnder(GetBehaviour(), m_workload);
}

std::unique_ptr<dht::Workload>
DhtPeerApplication::MakeWorkload()
{
    const uint32_t header = GetHeaderSize();
    NS_ABORT_MSG_IF(m_messageSize < header || m_messageSize > m_sendBuffer,
                    "MessageSize is " << m_messageSize << " bytes: allowed are " << header << " to "
                                      << m_sendBuffer << ", the size of the send buffer");
    dht::WorkloadOptions options = GetWorkloadOptions();
    options.start = DhtPresent();
    options.payloadSize = m_messageSize - header;
    const Ptr<DhtPeerWorkload> kind =
        m_kind ? m_kind : DhtPeerWorkload::Create(dht::WorkloadRegistry::kRandom);
    return kind->Make(options, m_gaps, m_keys);
}

} // namespace ns3
