/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-ring.h"

#include "dht-greedy-scheme.h"
#include "dht-prefetch.h"
#include "dht-present-time.h"
#include "pooled-event.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ns3
{

namespace
{

/// Random streams of one peer.
constexpr uint64_t STREAMS = 3;
/// Of the choice of members that are named, far from those of peers, links and delays.
constexpr uint64_t CHOICES = uint64_t{1} << 42;
/// What comes later never happens: picoseconds in 64 bits end after 106 days.
constexpr dht::Time MOST = std::chrono::hours(24 * 100);

/// @param peer Takes a message. @param message The message, moved from.
void
Take(MessageLevelPeer& peer, MessageRequest& message)
{
    peer.OnRequest(message.from, message.stream, message.request);
}

/// @param peer Takes a segment. @param message The segment, moved from.
void
Take(MessageLevelPeer& peer, MessageSegment& message)
{
    peer.OnSegment(message.from, message.stream, std::move(message.requests), message.sent);
}

/// @param peer Takes an acknowledgement. @param message The acknowledgement.
void
Take(MessageLevelPeer& peer, const MessageSegmentAck& message)
{
    peer.OnSegmentAck(message.stream, message.ack);
}

/// @param peer Takes a datagram. @param message The datagram, moved from.
void
Take(MessageLevelPeer& peer, MessageDatagram& message)
{
    peer.OnDatagram(message.from, std::move(message.datagram));
}

/// @param peer Takes what is said of a link. @param signal Is what it is told.
void
Take(MessageLevelPeer& peer, const MessageSignal& signal)
{
    peer.OnSignal(signal);
}

/// @param options Of all peers. @param segment What comes in. @return What it costs a downlink.
double
CostOf(const MessageLevelOptions& options, const MessageSegment& segment)
{
    return options.stream.SegmentCost(segment.requests.Size());
}

/// @param options Of all peers. @return What an acknowledgement costs a downlink.
double
CostOf(const MessageLevelOptions& options, const MessageSegmentAck& /* ack */)
{
    return options.stream.header;
}

/// @param options Of all peers. @param message What comes in. @return What it costs a downlink.
double
CostOf(const MessageLevelOptions& options, const MessageDatagram& message)
{
    return options.CostOf(message.datagram);
}

/// @param options Of all peers. @param signal What comes in. @return What it costs a downlink.
double
CostOf(const MessageLevelOptions& options, const MessageSignal& signal)
{
    return signal.kind == MessageSignal::Kind::SILENCE ? 0 : options.stream.header;
}

/// @return What a request costs a downlink.
double
CostOf(const MessageLevelOptions& /* options */, const MessageRequest& /* request */)
{
    return 1;
}

/// So many peers, of a KiB and more each, are about as many as caches have room for.
constexpr uint32_t SMALL_RING = 4096;

/// Have what a peer needs brought into the cache. @param peer The peer. @param left Steps that are
/// left after this one.
void
ExpectPeer(const MessageLevelPeer& peer, std::size_t left)
{
    // the first time, the peer is not in the cache yet: to look at it would be to wait for it
    switch (left)
    {
    case 0:
        if (!peer.GetLives())
        {
            peer.GetPeer().PrefetchContents();
        }
        break;
    case 1:
        if (!peer.GetLives())
        {
            peer.GetPeer().PrefetchPointed();
        }
        break;
    default:
        dht::Prefetch(&peer, sizeof(peer));
    }
}

/// A timer is due.
class PeerTimer final : public PooledEvent<PeerTimer>
{
  public:
    PeerTimer(MessageLevelPeer& peer, int timer)
        : m_peer(peer),
          m_timer(timer)
    {
    }

    void Expect(std::size_t left) const override
    {
        ExpectPeer(m_peer, left);
    }

  private:
    void Notify() override
    {
        m_peer.OnTimer(m_timer);
    }

    MessageLevelPeer& m_peer; //!< Whose it is.
    int m_timer;              //!< The timer's number in that peer.
};

} // namespace

MessageLevelRing::MessageLevelRing(Plan plan, PeerRange range, RemotePeers* remote)
    : ExpectedEventOwner(range.end - range.first > SMALL_RING),
      m_plan(std::move(plan)),
      m_joining{m_plan.maintenance,
                [this] { return m_plan.scheme->Make(); },
                [this] { return NameMembers(); }},
      m_choices(m_plan.seed, CHOICES),
      m_range(range),
      m_remote(remote),
      m_ticks(NanoSeconds(1).GetTimeStep()),
      m_step(int64_t{m_plan.overlay ? m_plan.overlay->Size() : range.end} + 1),
      m_peers(range.end - range.first)
{
    NS_ABORT_MSG_IF(!m_plan.overlay && (m_remote || m_range.first > 0),
                    "peers that join are simulated by one process");
}

bool
MessageLevelRing::Make(uint32_t most)
{
    const uint32_t left = m_range.end - m_range.first - m_made;
    for (uint32_t i = 0; i < std::min(most, left); ++i)
    {
        MakeAt(m_range.first + m_made, m_peers[m_made]);
        ++m_made;
    }
    return left <= most;
}

void
MessageLevelRing::MakeAt(uint32_t peer, std::optional<MessageLevelPeer>& place)
{
    MessageCarrier& carrier = *this; // nobody else may see it as one
    if (!m_plan.overlay)
    {
        place.emplace(m_plan.options, m_joining, carrier, peer, m_plan.capacity(peer), m_plan.seed);
        return;
    }
    const dht::Behaviour behaviour =
        m_plan.behaviour ? m_plan.behaviour(peer) : dht::Behaviour::kHonest;
    place.emplace(m_plan.options,
                  carrier,
                  peer,
                  m_plan.capacity(peer),
                  MessageLevelPeer::Parts{m_plan.overlay->MakeTable(peer),
                                          dht::SchemeUnder(behaviour, m_plan.scheme->Make()),
                                          behaviour},
                  MessageLevelPeer::Streams{m_plan.seed, 1 + STREAMS * peer});
}

void
MessageLevelRing::Start(dht::Observer& observer)
{
    for (uint32_t place = 0; place < m_made; ++place)
    {
        m_peers[place]->Start(observer);
    }
}

const dht::MessageLevelOverlay&
MessageLevelRing::GetOverlay() const
{
    return *m_plan.overlay;
}

std::size_t
MessageLevelRing::Size() const
{
    return m_made;
}

MessageLevelPeer&
MessageLevelRing::Get(std::size_t place)
{
    return *m_peers[place];
}

uint32_t
MessageLevelRing::Neighbour(uint32_t peer, dht::LinkIndex link) const
{
    return m_plan.overlay->Neighbour(peer, link);
}

Time
MessageLevelRing::InstantOf(dht::Time time, uint32_t order) const
{
    const int64_t ticks =
        std::max(std::min(time, MOST).count() * m_ticks, Simulator::Now().GetTimeStep());
    return TimeStep((ticks + m_step - 1) / m_step * m_step + order);
}

/// A message arrives: where there is a downlink, at its end first. (MakeEvent() would take two
/// allocations.)
template <typename Message>
class MessageLevelRing::Arrival final : public PooledEvent<Arrival<Message>>
{
  public:
    Arrival(const MessageLevelRing& ring, MessageLevelPeer& peer, Message message)
        : m_ring(ring),
          m_peer(peer),
          m_message(std::move(message))
    {
    }

    void Expect(std::size_t left) const override
    {
        ExpectPeer(m_peer, left);
    }

  private:
    void Notify() override
    {
        MessageServer& downlink = m_peer.Downlink();
        if (downlink.Cost() == dht::Time(0) || std::exchange(m_isThrough, true))
        {
            Take(m_peer, m_message);
            return;
        }
        const dht::Time passed =
            downlink.Serve(DhtPresent(), CostOf(m_ring.m_plan.options, m_message));
        Simulator::Schedule(m_ring.InstantOf(passed, 0) - Simulator::Now(), Ptr<EventImpl>(this));
    }

    const MessageLevelRing& m_ring; //!< The ring.
    MessageLevelPeer& m_peer;       //!< The destination.
    Message m_message;              //!< The message in flight.
    bool m_isThrough{false};        //!< Whether it is in the downlink.
};

template <typename Message>
void
MessageLevelRing::ScheduleArrival(Time arrival, uint32_t to, Message message)
{
    MessageLevelPeer& peer = At(to);
    Simulator::ScheduleWithContext(to,
                                   arrival - Simulator::Now(),
                                   new Arrival<Message>(*this, peer, std::move(message)));
}

template <typename Message>
void
MessageLevelRing::Carry(uint32_t from, uint32_t to, dht::Time departure, Message message)
{
    const Time arrival = InstantOf(departure + m_plan.delay->Get(from, to), from + 1);
    if (to >= m_range.first && to < m_range.end)
    {
        ScheduleArrival(arrival, to, std::move(message));
    }
    else
    {
        m_remote->Send(arrival, to, std::move(message));
    }
}

void
MessageLevelRing::CarryRequest(uint32_t from,
                               const MessageWay& way,
                               dht::Time departure,
                               const dht::Request& request)
{
    Carry(from, way.to, departure, MessageRequest{from, way.stream, request});
}

void
MessageLevelRing::CarrySegment(uint32_t from,
                               const MessageWay& way,
                               dht::Time departure,
                               MessageRequests requests)
{
    Carry(from,
          way.to,
          departure,
          MessageSegment{from, way.stream, std::move(requests), DhtPresent()});
}

void
MessageLevelRing::CarrySegmentAck(uint32_t from,
                                  const MessageWay& way,
                                  dht::Time departure,
                                  const MessageAck& ack)
{
    Carry(from, way.to, departure, MessageSegmentAck{way.stream, ack});
}

void
MessageLevelRing::CarryDatagram(uint32_t from,
                                uint32_t to,
                                dht::Time departure,
                                const dht::Datagram& datagram)
{
    Carry(from, to, departure, MessageDatagram{from, datagram});
}

void
MessageLevelRing::CarrySignal(uint32_t to, dht::Time departure, const MessageSignal& signal)
{
    const Time arrival = InstantOf(departure + m_plan.delay->Get(signal.from, to), signal.from + 1);
    ScheduleArrival(arrival, to, signal);
}

void
MessageLevelRing::SetTimer(uint32_t peer, dht::Time time, int timer)
{
    Simulator::ScheduleWithContext(peer,
                                   InstantOf(time, 0) - Simulator::Now(),
                                   new PeerTimer(At(peer), timer));
}

void
MessageLevelRing::Receive(Time arrival, uint32_t to, const RemotePeers::Message& message)
{
    std::visit([&](const auto& content) { ScheduleArrival(arrival, to, content); }, message);
}

} // namespace ns3
