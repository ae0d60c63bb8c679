/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-peer.h"

#include "dht-node.h"
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
    return discipline == dht::QueueDiscipline::kShared ? 1 : parts.membership->LinkCount();
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

MessageLevelPeer::Ready::Ready(const MessageLevelOptions& options,
                               uint32_t number,
                               Parts parts,
                               dht::Host& host,
                               const Streams& streams)
    : gaps(streams.seed, streams.first),
      keys(streams.seed, streams.first + 1),
      random(streams.seed, streams.first + 2),
      workload(options.workloadKind->Make(WorkloadOf(options, gaps), gaps, keys)),
      peer(OptionsOf(options, number),
           std::move(parts.membership),
           std::move(parts.scheme),
           host,
           random)
{
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
      m_hold(MakeHold(options, capacity)),
      m_streams(
          HasStreams(options, parts.scheme->Relay())
              ? std::make_unique<MessageLevelStreams>(options.stream, parts.membership->LinkCount())
              : nullptr),
      m_reader(dht::IsOfReading(parts.behaviour)
                   ? std::make_unique<dht::HostileReader>(parts.behaviour)
                   : nullptr),
      m_ready(std::in_place,
              options,
              number,
              std::move(parts),
              static_cast<dht::Host&>(*this),
              streams)
{
}

MessageLevelPeer::MessageLevelPeer(const MessageLevelOptions& options,
                                   const MessageLevelJoining& joining,
                                   MessageCarrier& carrier,
                                   uint32_t number,
                                   const Capacity& capacity,
                                   uint64_t seed)
    : m_options(options),
      m_carrier(carrier),
      m_number(number),
      m_queues(0),
      m_lives(std::make_unique<MessageLevelLives>(joining, number, seed)),
      m_uplink(capacity.up),
      m_downlink(capacity.down),
      m_hold(MakeHold(options, capacity))
{
}

std::unique_ptr<MessageLevelPeer::Hold>
MessageLevelPeer::MakeHold(const MessageLevelOptions& options, const Capacity& capacity)
{
    // where segments cost no header, nothing is gained by holding
    if (!options.areStreams || options.peer.hold == 0)
    {
        return nullptr;
    }
    return std::make_unique<Hold>(
        Hold{dht::HeldLinks(options.peer.Batch()),
             options.holdRate > 0 ? std::optional<dht::UplinkPacer>(options.holdRate * capacity.up)
                                  : std::nullopt});
}

dht::Endpoint
MessageLevelPeer::AddressOf(uint32_t peer)
{
    return dht::Endpoint::Ipv4(peer, PORT);
}

bool
MessageLevelPeer::HasStreams(const MessageLevelOptions& options, const dht::RelayPolicy& policy)
{
    return options.areStreams || policy.overflow == dht::Overflow::kBlock;
}

void
MessageLevelPeer::Start(dht::Observer& observer)
{
    if (auto* const lives = Lives())
    {
        lives->SetObserver(observer);
        return;
    }
    m_now = DhtPresent();
    m_ready->peer.SetObserver(&observer);
    m_ready->peer.Start(m_now, *m_ready->workload);
    Finish();
}

void
MessageLevelPeer::SetApplication(dht::Application* application)
{
    ThePeer().SetApplication(application);
}

void
MessageLevelPeer::Respond(const dht::Request& request, dht::Payload answer)
{
    m_now = DhtPresent();
    ThePeer().Respond(m_now, request, std::move(answer));
    Finish();
}

dht::Peer&
MessageLevelPeer::ThePeer()
{
    return m_lives ? m_lives->GetNode().GetPeer() : m_ready->peer;
}

MessageLevelLives*
MessageLevelPeer::Lives()
{
    return m_lives.get();
}

const MessageLevelLives*
MessageLevelPeer::GetLives() const
{
    return m_lives.get();
}

bool
MessageLevelPeer::IsThere() const
{
    const MessageLevelLives* const lives = GetLives();
    return !lives || lives->IsUp();
}

// ---- what arrives

MessageServer&
MessageLevelPeer::Downlink()
{
    return m_downlink;
}

void
MessageLevelPeer::OnRequest(uint32_t from, uint32_t stream, dht::Request& request)
{
    m_now = DhtPresent();
    const auto connection = Lives() ? FindConnection(from, stream) : from;
    if (!connection)
    {
        return;
    }
    Charge(m_options.load.incoming);
    const bool isTaken = Take(*connection, request);
    NS_ABORT_MSG_IF(!isTaken, "a request waits where links are no streams");
}

bool
MessageLevelPeer::Take(dht::ConnectionId connection, dht::Request& request)
{
    if (auto* const lives = Lives())
    {
        return lives->GetNode().OnRequest(m_now, connection, request);
    }
    dht::Peer& peer = m_ready->peer;
    return (m_reader && m_reader->Keeps(m_now, peer, request)) ||
           peer.OnRequest(m_now, connection, request);
}

void
MessageLevelPeer::Finish()
{
    if (m_streams && IsThere())
    {
        ReadStreams();
        Transmit();
    }
}

void
MessageLevelPeer::OnDatagram(uint32_t from, dht::Datagram&& datagram)
{
    if (!IsThere())
    {
        return;
    }
    m_now = DhtPresent();
    // none is of no use here: all peers are of this kind
    if (auto* const lives = Lives())
    {
        lives->GetNode().OnDatagram(m_now, MessageLevelLives::AddressOf(from), std::move(datagram));
    }
    else
    {
        m_ready->peer.OnDatagram(m_now, AddressOf(from), std::move(datagram));
    }
    Finish();
}

void
MessageLevelPeer::OnTimer(int timer)
{
    m_now = DhtPresent();
    if (!IsThere() && (timer == LEFT || timer == JOIN || timer >= ACK))
    {
        return; // of a life that is over
    }
    switch (timer)
    {
    case LEFT:
        if (m_now >= Lives()->GetTimers().left)
        {
            EndLife(MessageLevelLives::End::LEAVE);
        }
        break;
    case JOIN:
        if (m_now >= Lives()->GetTimers().join)
        {
            Lives()->GetTimers().join = dht::kNever;
            Lives()->Join(m_now);
        }
        break;
    case LINKS:
        SeeToLinks();
        break;
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
        auto* const lives = Lives();
        lives ? lives->GetNode().OnWake(m_now) : ThePeer().OnWake(m_now);
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
    if (!IsThere())
    {
        return;
    }
    const auto* const lives = Lives();
    // a link's number is that of its queue, or the queue is everybody's
    const auto turns =
        lives ? static_cast<dht::QueueIndex>(lives->GetLinks().GetLinks().size()) : m_queues;
    for (dht::QueueIndex i = 0; i < turns && !m_isUplinkFull; ++i)
    {
        m_turn = (m_turn + 1) % turns;
        if (!lives || TakesRequest(m_turn))
        {
            ThePeer().OnWritable(m_now, m_turn);
        }
    }
    if (!m_isUplinkFull)
    {
        ThePeer().OnDatagramsWritable(m_now);
    }
}

// ---- what others look at

const dht::Peer&
MessageLevelPeer::GetPeer() const
{
    const MessageLevelLives* const lives = GetLives();
    return lives ? *lives->GetPeer() : m_ready->peer;
}

uint64_t
MessageLevelPeer::GetMade() const
{
    const MessageLevelLives* const lives = GetLives();
    return lives ? lives->GetTotals(DhtPresent()).made : m_ready->workload->Made(DhtPresent());
}

uint64_t
MessageLevelPeer::GetKept() const
{
    return m_reader ? m_reader->Kept() : 0;
}

} // namespace ns3
