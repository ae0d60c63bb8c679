/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-application.h"

#include "ns3/abort.h"
#include "ns3/dht-wire-format.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <functional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DhtPeerApplication");

namespace
{

dht::Time
Present()
{
    return dht::Time(Simulator::Now().GetNanoSeconds());
}

/// @param sum Counts to add to. @param more What to add.
void
Add(dht::WireErrorCounts& sum, const dht::WireErrorCounts& more)
{
    std::transform(sum.begin(), sum.end(), more.begin(), sum.begin(), std::plus<>());
}

} // namespace

DhtPeerApplication::DhtPeerApplication()
    : m_crossLoad([this](bool paused) { SetPaused(paused); })
{
}

DhtPeerApplication::~DhtPeerApplication() = default;

void
DhtPeerApplication::SetOverlay(Ipv4Address address,
                               const dht::Key& id,
                               std::unique_ptr<dht::RoutingTable> routing,
                               std::vector<Ipv4Address> neighbours)
{
    NS_ABORT_MSG_IF(neighbours.size() != routing->LinkCount(),
                    "a routing table of " << routing->LinkCount() << " links needs as many "
                                          << "neighbours, not " << neighbours.size());
    m_address = address;
    m_id = id;
    m_routing = std::move(routing);
    m_neighbours = std::move(neighbours);
}

int64_t
DhtPeerApplication::AssignStreams(int64_t stream)
{
    m_gaps.SetStream(stream);
    m_keys.SetStream(stream + 1);
    m_random.SetStream(stream + 2);
    m_crossLoad.SetStream(stream + 3);
    return 5;
}

const dht::Peer*
DhtPeerApplication::GetPeer() const
{
    return m_peer.get();
}

Ipv4Address
DhtPeerApplication::GetAddress() const
{
    return m_address;
}

const std::vector<Ipv4Address>&
DhtPeerApplication::GetNeighbours() const
{
    return m_neighbours;
}

Address
DhtPeerApplication::GetLinkAddress(uint32_t link) const
{
    return link < m_links.size() ? m_links[link]->GetLocal() : Address();
}

std::optional<dht::ConnectionId>
DhtPeerApplication::FindConnection(const Address& from) const
{
    const auto found = std::find_if(m_incoming.begin(), m_incoming.end(), [&](const auto& entry) {
        return entry.second->GetNeighbour() == from;
    });
    return found == m_incoming.end() ? std::nullopt : std::optional(found->first);
}

uint64_t
DhtPeerApplication::GetMade() const
{
    return m_workload ? m_workload->Made(Present()) : m_made;
}

bool
DhtPeerApplication::IsExhausted() const
{
    return m_stopped || (m_workload && m_workload->IsExhausted(Present()) && !m_peer->IsWaiting());
}

dht::WireErrorCounts
DhtPeerApplication::GetWireErrors() const
{
    dht::WireErrorCounts errors = m_wireErrors;
    if (m_datagrams)
    {
        Add(errors, m_datagrams->GetErrors());
    }
    for (const auto& [id, connection] : m_incoming)
    {
        Add(errors, connection->GetErrors());
    }
    return errors;
}

void
DhtPeerApplication::DoDispose()
{
    StopApplication();
    m_peer.reset();
    m_scheme = nullptr;
    Application::DoDispose();
}

DhtTcpOptions
DhtPeerApplication::GetTcpOptions() const
{
    return {m_segmentSize, m_sendBuffer, m_receiveBuffer};
}

std::unique_ptr<dht::Peer>
DhtPeerApplication::MakePeer()
{
    NS_ABORT_MSG_IF(!m_routing,
                    "DhtPeerApplication::SetOverlay() has to be called before it starts");
    dht::PeerOptions options;
    options.self = dht::Endpoint::Ipv4(m_address.Get(), m_port);
    options.routing =
        m_routingMode == ITERATIVE ? dht::RoutingMode::kIterative : dht::RoutingMode::kRecursive;
    options.pauses =
        m_pauses == FORWARDING ? dht::PauseScope::kForwarding : dht::PauseScope::kRelaying;
    options.queueCapacity = m_queueCapacity;
    options.hopLimit = m_hopLimit;
    options.maximumOutstanding = m_maxOutstanding;
    options.requestLifetime = dht::Time(m_requestLifetime.GetNanoSeconds());
    options.processing = {dht::Time(m_processingTime.GetNanoSeconds()),
                          m_processingTimes == ALL_ALIKE ? dht::ProcessingTimes::kConstant
                                                         : dht::ProcessingTimes::kExponential};
    if (m_ackRoute == OVERLAY)
    {
        dht::KeyToBytes(m_id, options.replyTo.emplace().data());
    }
    if (m_queueDiscipline != SCHEME)
    {
        options.discipline = m_queueDiscipline == SHARED ? dht::QueueDiscipline::kShared
                                                         : dht::QueueDiscipline::kPerNeighbour;
    }
    const Ptr<DhtScheme> scheme = m_scheme ? m_scheme : DhtScheme::Create("none");
    return std::make_unique<dht::Peer>(options,
                                       std::move(m_routing),
                                       scheme->Make(),
                                       static_cast<dht::Host&>(*this),
                                       m_random);
}

uint32_t
DhtPeerApplication::GetHeaderSize() const
{
    dht::Request request;
    // lookups are always answered straight
    if (m_ackRoute == OVERLAY && m_routingMode == RECURSIVE)
    {
        request.replyTo.emplace();
    }
    return static_cast<uint32_t>(dht::HeaderSize(request));
}

std::unique_ptr<dht::Workload>
DhtPeerApplication::MakeWorkload()
{
    const uint32_t header = GetHeaderSize();
    NS_ABORT_MSG_IF(m_messageSize < header || m_messageSize > m_sendBuffer,
                    "MessageSize is " << m_messageSize << " bytes: allowed are " << header << " to "
                                      << m_sendBuffer << ", the size of the send buffer");
    dht::WorkloadOptions options;
    options.load = m_load;
    options.arrivals = m_arrivals == POISSON ? dht::Arrivals::kPoisson : dht::Arrivals::kConstant;
    if (m_requests > 0)
    {
        options.requests = m_requests;
    }
    options.start = Present();
    options.payloadSize = m_messageSize - header;
    return std::make_unique<dht::Workload>(options, m_gaps, m_keys);
}

void
DhtPeerApplication::StartApplication()
{
    NS_ABORT_MSG_IF(m_receiveBuffer < 2 * m_segmentSize,
                    "ReceiveBuffer is " << m_receiveBuffer << " bytes: TCP needs two segments, "
                                        << 2 * m_segmentSize);
    m_peer = MakePeer();
    m_peer->SetObserver(this);
    Listen();
    if (m_routingMode == RECURSIVE)
    {
        Connect();
    }
    m_crossLoad.Start(m_crossLoadShare, m_meanPause);
    m_start = Simulator::Schedule(m_workloadDelay, &DhtPeerApplication::StartWorkload, this);
}

void
DhtPeerApplication::StopApplication()
{
    m_start.Cancel();
    m_crossLoad.Stop();
    if (m_peer && !m_stopped)
    {
        m_made = GetMade();
        m_peer->Stop(Present());
        m_workload.reset();
        m_stopped = true;
    }
    m_wake.Cancel(); // the peer may have asked for another one as it stopped
    m_wireErrors = GetWireErrors();
    m_incoming.clear();
    m_links.clear();
    m_datagrams.reset();
    if (m_listener)
    {
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeNullCallback<void, Ptr<Socket>, const Address&>());
        m_listener->Close();
        m_listener = nullptr;
    }
}

void
DhtPeerApplication::Listen()
{
    const InetSocketAddress here(Ipv4Address::GetAny(), m_port);
    m_listener = Socket::CreateSocket(GetNode(), TcpSocketFactory::GetTypeId());
    GetTcpOptions().Apply(m_listener);
    NS_ABORT_MSG_IF(m_listener->Bind(here) != 0,
                    "port " << m_port << " of node " << GetNode()->GetId() << " is in use");
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&DhtPeerApplication::Accept, this));
    m_listener->Listen();
    m_datagrams = std::make_unique<DhtDatagramSocket>(
        GetNode(),
        m_port,
        m_sendBuffer,
        [this](dht::Datagram& datagram) { Receive(datagram); },
        [this] { m_peer->OnLookupsWritable(Present()); });
}

void
DhtPeerApplication::Connect()
{
    for (dht::LinkIndex link = 0; link < m_neighbours.size(); ++link)
    {
        m_links.push_back(std::make_unique<DhtNeighbourLink>(
            GetNode(),
            InetSocketAddress(m_neighbours[link], m_port),
            GetTcpOptions(),
            [this, link] { m_peer->OnWritable(Present(), link); }));
        m_links.back()->Open();
    }
}

void
DhtPeerApplication::StartWorkload()
{
    m_workload = MakeWorkload();
    m_peer->Start(Present(), *m_workload);
}

void
DhtPeerApplication::SetPaused(bool paused)
{
    m_peer->SetPaused(Present(), paused);
    if (m_routingMode == ITERATIVE && m_pauses == RELAYING)
    {
        // answering lookups is what such a peer does for others
        m_datagrams->SetReading(!paused);
    }
}

void
DhtPeerApplication::Accept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_INFO("node " << GetNode()->GetId() << " accepts " << from);
    const dht::ConnectionId id = m_nextConnection++;
    m_incoming[id] = std::make_unique<DhtIncomingConnection>(
        socket,
        m_sendBuffer, // a longer frame could never be relayed
        [this, id](dht::Request& request) { return m_peer->OnRequest(Present(), id, request); },
        // the connection is still at work when it says so
        [this, id] { Simulator::ScheduleNow(&DhtPeerApplication::Remove, this, id); });
}

void
DhtPeerApplication::Remove(dht::ConnectionId connection)
{
    const auto found = m_incoming.find(connection);
    if (found == m_incoming.end())
    {
        return;
    }
    Add(m_wireErrors, found->second->GetErrors());
    m_incoming.erase(found);
    m_peer->OnClosed(Present(), connection);
}

void
DhtPeerApplication::Receive(dht::Datagram& datagram)
{
    if (auto* const ack = std::get_if<dht::OverlayAck>(&datagram))
    {
        m_peer->OnAck(Present(), *ack);
    }
    else if (auto* const lookup = std::get_if<dht::Request>(&datagram))
    {
        m_peer->OnLookup(Present(), std::move(*lookup));
    }
    else
    {
        // the ring is ready-made: nobody has reason to send maintenance
        ++m_wireErrors[static_cast<std::size_t>(dht::WireError::kType)];
    }
}

void
DhtPeerApplication::Wake()
{
    m_peer->OnWake(Present());
}

dht::LinkState
DhtPeerApplication::StateOf(dht::LinkIndex link, const dht::Request& request)
{
    if (m_links.empty())
    {
        return dht::LinkState::kDown; // in iterative routing
    }
    return m_links[link]->StateFor(dht::FrameSize(request));
}

void
DhtPeerApplication::Send(dht::LinkIndex link, const dht::Request& request)
{
    m_links[link]->Send(request);
}

dht::Endpoint
DhtPeerApplication::EndpointOf(dht::LinkIndex link)
{
    return dht::Endpoint::Ipv4(m_neighbours[link].Get(), m_port);
}

dht::LinkState
DhtPeerApplication::StateOfLookups(const dht::Request& lookup)
{
    return m_datagrams->StateFor(static_cast<uint32_t>(dht::FrameSize(lookup)));
}

void
DhtPeerApplication::SendLookup(const dht::Request& lookup)
{
    m_datagrams->Send(lookup);
}

void
DhtPeerApplication::SendAck(const dht::Endpoint& to, const dht::OverlayAck& ack)
{
    m_datagrams->Send(to, ack);
}

void
DhtPeerApplication::WakeAt(dht::Time time)
{
    if (time == dht::kNever)
    {
        return;
    }
    // a timer that fires too early only costs another one, moving it costs more
    const Time at = NanoSeconds(time.count());
    if (!m_wake.IsExpired() && TimeStep(m_wake.GetTs()) <= at)
    {
        return;
    }
    m_wake.Cancel();
    m_wake =
        Simulator::Schedule(Max(at - Simulator::Now(), Time(0)), &DhtPeerApplication::Wake, this);
}

void
DhtPeerApplication::Resume(dht::ConnectionId connection)
{
    m_incoming.at(connection)->Resume();
}

} // namespace ns3
