/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-peer.h"

#include "dht-present-time.h"

#include "ns3/abort.h"

#include <utility>

namespace ns3
{

namespace
{

/// Any port: endpoints only tell peers apart.
constexpr uint16_t PORT = 1;

/// @param options Of all peers. @param number A peer. @return Its own options.
dht::PeerOptions
OptionsOf(const MessageLevelOptions& options, uint32_t number)
{
    dht::PeerOptions own = options.peer;
    own.self = MessageLevelPeer::AddressOf(number);
    return own;
}

/// @param options Of all peers. @param parts Of a peer. @return How many relay queues it has.
dht::QueueIndex
QueuesOf(const MessageLevelOptions& options, const MessageLevelPeer::Parts& parts)
{
    const auto discipline = options.peer.discipline.value_or(parts.scheme->Relay().discipline);
    return discipline == dht::QueueDiscipline::kShared ? 1 : parts.routing->LinkCount();
}

/// @param options Of all peers. @param parts Of a peer. @return Whether its links are streams.
bool
HasStreams(const MessageLevelOptions& options, const MessageLevelPeer::Parts& parts)
{
    return options.areStreams || parts.scheme->Relay().overflow == dht::Overflow::kBlock;
}

/// @param options Of all peers. @param random Draws when the workload starts. @return Its options.
dht::WorkloadOptions
WorkloadOf(const MessageLevelOptions& options, dht::Random& random)
{
    dht::WorkloadOptions own = options.workload;
    own.start += dht::FromSeconds(dht::ToSeconds(options.startSpread) * random.Uniform());
    return own;
}

} // namespace

double
MessageLevelOptions::CostOf(const dht::Datagram& datagram) const
{
    if (const auto* const ack = std::get_if<dht::OverlayAck>(&datagram))
    {
        return load.delivered + load.datagramByte * static_cast<double>(ack->extras->payload.size);
    }
    if (std::holds_alternative<dht::Request>(datagram))
    {
        return load.lookup;
    }
    return load.Datagram(dht::FrameSize(datagram));
}

MessageLevelPeer::MessageLevelPeer(const MessageLevelOptions& options,
                                   MessageCarrier& carrier,
                                   uint32_t number,
                                   const Capacity& capacity,
                                   Parts parts,
                                   const Streams& streams)
    : m_options(options),
      m_carrier(carrier),
      m_number(number),
      m_queues(QueuesOf(options, parts)),
      m_uplink(capacity.up),
      m_downlink(capacity.down),
      // where segments cost no header, nothing is gained by holding
      m_hold(options.areStreams && options.peer.hold > 0
                 ? std::make_unique<Hold>(
                       Hold{dht::HeldLinks(options.peer.Batch()),
                            options.holdRate > 0
                                ? std::optional<dht::UplinkPacer>(options.holdRate * capacity.up)
                                : std::nullopt})
                 : nullptr),
      m_streams(
          HasStreams(options, parts)
              ? std::make_unique<MessageLevelStreams>(options.stream, parts.routing->LinkCount())
              : nullptr),
      m_reader(dht::IsOfReading(parts.behaviour)
                   ? std::make_unique<dht::HostileReader>(parts.behaviour)
                   : nullptr),
      m_gaps(streams.seed, streams.first),
      m_keys(streams.seed, streams.first + 1),
      m_random(streams.seed, streams.first + 2),
      m_workload(options.workloadKind->Make(WorkloadOf(options, m_gaps), m_gaps, m_keys)),
      m_peer(OptionsOf(options, number),
             std::move(parts.routing),
             std::move(parts.scheme),
             *this,
             m_random)
{
}

dht::Endpoint
MessageLevelPeer::AddressOf(uint32_t peer)
{
    return dht::Endpoint::Ipv4(peer, PORT);
}

void
MessageLevelPeer::Start(dht::Observer& observer)
{
    m_now = DhtPresent();
    m_peer.SetObserver(&observer);
    m_peer.Start(m_now, *m_workload);
    Finish();
}

void
MessageLevelPeer::SetApplication(dht::Application* application)
{
    m_peer.SetApplication(application);
}

void
MessageLevelPeer::Respond(const dht::Request& request, dht::Payload answer)
{
    m_now = DhtPresent();
    m_peer.Respond(m_now, request, std::move(answer));
    Finish();
}

// ---- what arrives

MessageServer&
MessageLevelPeer::Downlink()
{
    return m_downlink;
}

void
MessageLevelPeer::OnRequest(uint32_t from, dht::Request& request)
{
    m_now = DhtPresent();
    Charge(m_options.load.incoming);
    const bool isTaken = Take(from, request);
    NS_ABORT_MSG_IF(!isTaken, "a request waits where links are no streams");
}

bool
MessageLevelPeer::Take(dht::ConnectionId connection, dht::Request& request)
{
    return (m_reader && m_reader->Keeps(m_now, m_peer, request)) ||
           m_peer.OnRequest(m_now, connection, request);
}

void
MessageLevelPeer::Finish()
{
    if (m_streams)
    {
        ReadStreams();
        Transmit();
    }
}

void
MessageLevelPeer::OnDatagram(uint32_t from, dht::Datagram&& datagram)
{
    m_now = DhtPresent();
    // none is of no use here: all peers are of this kind
    m_peer.OnDatagram(m_now, AddressOf(from), std::move(datagram));
    Finish();
}

void
MessageLevelPeer::OnTimer(int timer)
{
    m_now = DhtPresent();
    switch (timer)
    {
    case WAKE:
        Wake();
        break;
    case UPLINK:
        RefillUplink();
        break;
    case IDLE:
        // one that was set for a later time comes when the earlier one is long due
        m_hold->idleAt = m_hold->idleAt <= m_now ? dht::kNever : m_hold->idleAt;
        break;
    default:
        AcknowledgeIfDue(static_cast<dht::ConnectionId>(timer - ACK));
    }
    Finish();
}

void
MessageLevelPeer::Wake()
{
    m_timerAt = dht::kNever;
    if (!m_laterTimers.empty())
    {
        m_timerAt = m_laterTimers.back();
        m_laterTimers.pop_back();
    }
    if (m_now >= m_wakeAt)
    {
        m_peer.OnWake(m_now);
    }
    else
    {
        WakeAt(m_wakeAt);
    }
}

void
MessageLevelPeer::RefillUplink()
{
    m_isUplinkFull = false;
    for (dht::QueueIndex i = 0; i < m_queues && !m_isUplinkFull; ++i)
    {
        // a link's number is that of its queue, or the queue is everybody's
        m_turn = (m_turn + 1) % m_queues;
        m_peer.OnWritable(m_now, m_turn);
    }
    if (!m_isUplinkFull)
    {
        m_peer.OnDatagramsWritable(m_now);
    }
}

// ---- what the core asks for

dht::Time
MessageLevelPeer::Charge(double requests)
{
    return m_uplink.Serve(m_now, requests);
}

bool
MessageLevelPeer::IsUplinkFull()
{
    const dht::Time cost = m_uplink.Cost();
    const uint32_t most = m_options.uplinkBuffer;
    if (!m_isUplinkFull && most > 0 && m_uplink.Backlog(m_now) > cost * (most - 1))
    {
        m_isUplinkFull = true;
        m_carrier.SetTimer(m_number, m_uplink.FreeAt() - cost * (most / 2), UPLINK);
    }
    return m_isUplinkFull;
}

dht::LinkState
MessageLevelPeer::StateOf(dht::LinkIndex link, const dht::Request& /* request */)
{
    return !IsUplinkFull() && (!m_streams || TakesRequest(m_streams->Sender(link)))
               ? dht::LinkState::kReady
               : dht::LinkState::kBusy;
}

void
MessageLevelPeer::Send(dht::LinkIndex link, const dht::Request& request)
{
    if (m_streams)
    {
        m_streams->Write(link, request);
        if (!m_options.areStreams)
        {
            Transmit(); // so that the uplink knows of it
        }
        return;
    }
    m_carrier.CarryRequest(m_number, link, Charge(1), request);
}

std::size_t
MessageLevelPeer::Backlog(dht::LinkIndex link) const
{
    if (!m_streams)
    {
        return 0;
    }
    const MessageSender& stream = m_streams->Sender(link);
    return stream.Unsent() + stream.Unacknowledged();
}

dht::Time
MessageLevelPeer::UplinkIdleAt() const
{
    return IdleAt();
}

dht::Endpoint
MessageLevelPeer::EndpointOf(dht::LinkIndex link)
{
    return AddressOf(m_carrier.Neighbour(m_number, link));
}

dht::LinkState
MessageLevelPeer::StateOfDatagrams(std::size_t /* size */)
{
    return IsUplinkFull() ? dht::LinkState::kBusy : dht::LinkState::kReady;
}

void
MessageLevelPeer::SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram)
{
    const double cost = m_options.CostOf(datagram);
    const dht::Time departure = Charge(cost);
    if (auto* const pacer = Pacer())
    {
        pacer->OnDatagram(m_now, cost);
    }
    m_carrier.CarryDatagram(m_number, to.Ipv4Address(), departure, datagram);
}

void
MessageLevelPeer::WakeAt(dht::Time time)
{
    m_wakeAt = time;
    // a timer that is due earlier looks again
    if (time < m_timerAt)
    {
        if (m_timerAt < dht::kNever)
        {
            m_laterTimers.push_back(m_timerAt);
        }
        m_timerAt = time;
        m_carrier.SetTimer(m_number, time, WAKE);
    }
}

void
MessageLevelPeer::Resume(dht::ConnectionId connection)
{
    m_streams->Resume(connection);
}

// ---- what others look at

const dht::Peer&
MessageLevelPeer::GetPeer() const
{
    return m_peer;
}

uint64_t
MessageLevelPeer::GetMade()
{
    return m_workload->Made(DhtPresent());
}

uint64_t
MessageLevelPeer::GetKept() const
{
    return m_reader ? m_reader->Kept() : 0;
}

} // namespace ns3
