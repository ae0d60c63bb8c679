/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recorder.h"

#include "dht-endpoint-name.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace dht
{

namespace
{

/// @param id A request's. @return What a recording has of it: a double holds that.
std::uint64_t
ShortId(std::uint64_t id)
{
    return id & ((std::uint64_t{1} << 48) - 1);
}

/// @param count How many values. @param valueOf Each, by its number. @return A list of all values.
template <typename ValueOf>
nlohmann::ordered_json
ListToJson(std::size_t count, ValueOf valueOf)
{
    auto values = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < count; ++i)
    {
        values.push_back(valueOf(i));
    }
    return values;
}

} // namespace

Recorder::Recorder(Plan plan)
    : m_plan(std::move(plan)),
      m_columns(m_plan.without),
      m_writer(MakeWriterPlan(m_plan)),
      m_numbers(NumbersOf(m_plan.ring)),
      m_peers(m_plan.ring.endpoints.size()),
      m_starvation(m_peers.size()),
      m_values(m_columns.Count() + m_plan.more.columns.size())
{
    m_plan.ring = {};
}

Recorder::Numbers
Recorder::NumbersOf(const RecordedRing& ring)
{
    Numbers numbers;
    for (std::size_t i = 0; i < ring.endpoints.size(); ++i)
    {
        numbers.emplace(ring.endpoints[i], i);
    }
    return numbers;
}

RecordingWriter::Plan
Recorder::MakeWriterPlan(const Plan& plan)
{
    std::vector<RecordedColumn> columns = PeerColumns(plan.without).Get();
    columns.insert(columns.end(), plan.more.columns.begin(), plan.more.columns.end());
    const nlohmann::ordered_json details{
        {"drop_reasons",
         ListToJson(static_cast<std::size_t>(DropReason::kCount),
                    [](std::size_t i) { return ToString(static_cast<DropReason>(i)); })},
        {"message_kinds", {"request", "routed_ack", "lookup"}},
        {"requests_one_in", plan.options.oneIn},
        {"starvation_ns", StarvationWatch::kStarvation.count()}};
    RecordingWriter::Plan writer{plan.options, plan.about, columns, details, PeersToJson(plan)};
    writer.options.queues = plan.options.queues && plan.queues;
    return writer;
}

nlohmann::ordered_json
Recorder::PeersToJson(const Plan& plan)
{
    const RecordedRing& ring = plan.ring;
    const std::size_t count = ring.endpoints.size();
    nlohmann::ordered_json peers{
        {"count", count},
        {"ids", ListToJson(count, [&](std::size_t i) { return KeyToHex(ring.ids[i]); })},
        {"endpoints", ListToJson(count, [&](std::size_t i) { return NameOf(ring.endpoints[i]); })}};
    if (std::any_of(ring.links.begin(), ring.links.end(), [](LinkIndex links) {
            return links > 0;
        }))
    {
        const Numbers numbers = NumbersOf(ring);
        peers["neighbours"] = ListToJson(count, [&](std::size_t peer) {
            return ListToJson(ring.links[peer], [&](std::size_t link) {
                return numbers.at(plan.linkEnd(peer, static_cast<LinkIndex>(link)));
            });
        });
    }
    return peers;
}

void
Recorder::Sample(Time now)
{
    m_writer.BeginSample(now);
    std::size_t number = 0;
    m_plan.look([&](const PeerState& peer) { Look(now, number++, peer); });
    m_writer.EndSample();
}

RecordedQueues::Lengths
Recorder::QueuesOf(std::size_t peer)
{
    m_lengths.clear();
    m_plan.queues(peer, m_lengths);
    RecordedQueues::Lengths lengths;
    for (std::size_t link = 0; link < m_lengths.size(); ++link)
    {
        if (m_lengths[link] > 0)
        {
            lengths[NumberAt(peer, static_cast<LinkIndex>(link))] += m_lengths[link];
        }
    }
    return lengths;
}

void
Recorder::Look(Time now, std::size_t number, const PeerState& peer)
{
    Memory& memory = m_peers[number];
    m_columns.Fill(peer, memory.delays, m_values);
    if (m_plan.more.look)
    {
        m_plan.more.look(number, m_values.data() + m_columns.Count());
    }
    m_writer.AddPeer(m_values);
    const bool isAway = peer.presence == Presence::kAway;
    if (m_plan.options.queues && m_plan.queues)
    {
        m_writer.AddQueues(number, isAway ? RecordedQueues::Lengths() : QueuesOf(number));
    }
    if (isAway && memory.presence != Presence::kAway && !memory.left)
    {
        m_writer.AddEvent(now, RecordedEvent::kCrash, number);
    }
    if (!isAway && memory.presence == Presence::kAway)
    {
        memory.left = false; // it is back, if without a place yet, and may crash
    }
    memory.presence = peer.presence;
    switch (m_starvation.Look(now, number, peer))
    {
    case StarvationWatch::Change::kBegins:
        m_writer.AddEvent(now,
                          RecordedEvent::kStarvation,
                          number,
                          {static_cast<std::uint64_t>(m_starvation.Since(number).count())});
        break;
    case StarvationWatch::Change::kEnds:
        m_writer.AddEvent(now, RecordedEvent::kStarvationEnd, number);
        break;
    case StarvationWatch::Change::kNone:
        break;
    }
}

void
Recorder::AddLockUp(Time now, Time since, const std::vector<std::size_t>& circle)
{
    for (std::size_t i = 0; i < circle.size(); ++i)
    {
        m_writer.AddEvent(
            now,
            RecordedEvent::kLockUp,
            circle[i],
            {circle[(i + 1) % circle.size()] + 1, static_cast<std::uint64_t>(since.count())});
    }
}

void
Recorder::AddEnd(const EventContext& at, RecordedEvent kind, bool ok, Time took)
{
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(took);
    Add(at, kind, {ok ? 1U : 0U, static_cast<std::uint64_t>(microseconds.count())});
}

void
Recorder::Close(Time now, const nlohmann::ordered_json& counters)
{
    Sample(now);
    m_writer.Close(now, counters);
}

std::uint64_t
Recorder::NumberOf(const Endpoint& endpoint) const
{
    const auto found = m_numbers.find(endpoint);
    return found == m_numbers.end() ? 0 : found->second + 1;
}

std::uint64_t
Recorder::NumberAt(std::size_t peer, LinkIndex link) const
{
    return NumberOf(m_plan.linkEnd(peer, link));
}

bool
Recorder::IsFollowed(std::uint64_t id) const
{
    const std::uint64_t oneIn = m_plan.options.oneIn;
    return oneIn > 0 && (id * 0x9e3779b97f4a7c15 >> 32) % oneIn == 0;
}

void
Recorder::Add(const EventContext& at,
              RecordedEvent kind,
              std::initializer_list<std::uint64_t> fields)
{
    m_writer.AddEvent(at.now, kind, m_numbers.at(at.peer), fields);
}

void
Recorder::OnIssued(const EventContext& at, const Request& request)
{
    if (IsFollowed(request.id))
    {
        Add(at, RecordedEvent::kRequestIssued, {ShortId(request.id)});
    }
}

void
Recorder::OnForwarded(const EventContext& at, LinkIndex link, const Request& request)
{
    if (IsFollowed(request.id))
    {
        Add(at,
            RecordedEvent::kRequestForwarded,
            {ShortId(request.id),
             static_cast<std::uint64_t>(request.kind),
             NumberAt(m_numbers.at(at.peer), link)});
    }
}

void
Recorder::OnDelivered(const EventContext& at, const Request& request)
{
    if (IsFollowed(request.id))
    {
        Add(at,
            RecordedEvent::kRequestDelivered,
            {ShortId(request.id), static_cast<std::uint64_t>(request.kind)});
    }
}

void
Recorder::OnAnswered(const EventContext& at, const Answer& answer)
{
    m_peers[m_numbers.at(at.peer)].delays += answer.delay;
    if (IsFollowed(answer.id))
    {
        Add(at, RecordedEvent::kRequestAnswered, {ShortId(answer.id), answer.hops});
    }
}

void
Recorder::OnDropped(const EventContext& at, const DropEvent& drop)
{
    const auto reason = static_cast<std::uint64_t>(drop.reason);
    Add(at, RecordedEvent::kDrop, {reason, NumberAt(m_numbers.at(at.peer), drop.link)});
    if (IsFollowed(drop.request.id))
    {
        Add(at,
            RecordedEvent::kRequestDropped,
            {ShortId(drop.request.id), static_cast<std::uint64_t>(drop.request.kind), reason});
    }
}

void
Recorder::OnMarked(const EventContext& at, QueueIndex /* queue */, const Request& /* request */)
{
    Add(at, RecordedEvent::kMark);
}

void
Recorder::OnTimeout(const EventContext& at, std::uint64_t /* id */)
{
    Add(at, RecordedEvent::kTimeout);
}

void
Recorder::OnRetransmitted(const EventContext& at, const Request& request)
{
    Add(at, RecordedEvent::kRetransmission);
    if (IsFollowed(request.id))
    {
        Add(at, RecordedEvent::kRequestRetransmitted, {ShortId(request.id)});
    }
}

void
Recorder::OnGivenUp(const EventContext& at, std::uint64_t id)
{
    Add(at, RecordedEvent::kGivenUp);
    if (IsFollowed(id))
    {
        Add(at, RecordedEvent::kRequestGivenUp, {ShortId(id)});
    }
}

void
Recorder::OnPlace(const EventContext& at, const PlaceEvent& place)
{
    bool& left = m_peers[m_numbers.at(at.peer)].left;
    if (place.change == PlaceChange::kLinked || place.change == PlaceChange::kUnlinked)
    {
        const bool isLinked = place.change == PlaceChange::kLinked;
        Add(at,
            isLinked ? RecordedEvent::kLink : RecordedEvent::kUnlink,
            {place.other ? NumberOf(*place.other) : 0});
    }
    else if (place.change == PlaceChange::kJoined)
    {
        left = false;
        Add(at, RecordedEvent::kJoin);
    }
    else if (place.change == PlaceChange::kLeft)
    {
        left = true;
        Add(at, RecordedEvent::kLeave);
    }
}

} // namespace dht
