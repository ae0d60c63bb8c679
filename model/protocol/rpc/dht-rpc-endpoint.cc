/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-endpoint.h"

#include "dht-endpoint-site.h"
#include "dht-spare-room.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// Transmissions of an RPC, as the attempt on the wire has one byte.
constexpr std::size_t kMostTransmissions = std::numeric_limits<std::uint8_t>::max();

/// @param id An RPC's id. @param record The RPC's state. @return Its last transmission.
Rpc
LastOf(std::uint64_t id, const RpcRecord& record)
{
    return {id,
            record.tag,
            static_cast<std::uint8_t>(record.transmissions.size()),
            record.transmissions.back().to};
}

/// @param record An RPC. @return Whether an answer to it may still come.
bool
MayBeAnswered(const RpcRecord& record)
{
    return std::any_of(record.transmissions.begin(),
                       record.transmissions.end(),
                       [](const RpcTransmission& transmission) {
                           return transmission.fate != RpcFate::kAnswered;
                       });
}

} // namespace

RpcEndpoint::RpcEndpoint(const RpcOptions& options,
                         const Endpoint& self,
                         Vivaldi& vivaldi,
                         Random& random)
    : m_options(options),
      m_self(self),
      m_vivaldi(vivaldi),
      m_random(random),
      m_window(options.window),
      m_predictor(options.timer),
      m_queue(options.order, random)
{
}

std::uint64_t
RpcEndpoint::Issue(Time now, RpcCaller& caller, const RpcTarget& target, std::uint64_t tag)
{
    ExpectOther(target);
    std::uint64_t id = DrawBits(m_random);
    while (m_records.count(id) != 0)
    {
        ++id;
    }
    RpcRecord& record = AddRecord(id);
    record.caller = &caller;
    record.tag = tag;
    record.target = target;
    ++m_counters.issued;
    m_queue.Add(id);
    SendWaiting(now);
    return id;
}

RpcRecord&
RpcEndpoint::AddRecord(std::uint64_t id)
{
    if (m_spare.empty())
    {
        return m_records[id];
    }
    m_spare.key() = id;
    m_spare.mapped() = {};
    return m_records.insert(std::move(m_spare)).position->second;
}

void
RpcEndpoint::ExpectOther(const RpcTarget& target) const
{
    if (target.endpoint == m_self)
    {
        throw std::invalid_argument("a peer needs no RPC to ask itself");
    }
}

bool
RpcEndpoint::Cancel(Time now, std::uint64_t id)
{
    const bool isOutstanding = m_records.count(id) != 0;
    Cancel(now, RpcIds{id});
    return isOutstanding;
}

void
RpcEndpoint::Cancel(Time now, const RpcIds& ids)
{
    for (const std::uint64_t id : ids)
    {
        const auto rpc = m_records.find(id);
        if (rpc != m_records.end())
        {
            ++m_counters.cancelled;
            End(now, rpc, false);
        }
    }
    SendWaiting(now);
}

void
RpcEndpoint::Cancel(Time now, RpcCaller& caller)
{
    m_past.Forget(caller);
    for (auto rpc = m_records.begin(); rpc != m_records.end();)
    {
        const auto next = std::next(rpc);
        if (rpc->second.caller == &caller)
        {
            ++m_counters.cancelled;
            End(now, rpc, false);
        }
        rpc = next;
    }
    SendWaiting(now);
}

// ---- Sending

void
RpcEndpoint::SendWaiting(Time now)
{
    while (m_queue.Size() > 0 && m_window.HasRoom())
    {
        Send(now, m_queue.Take());
    }
}

void
RpcEndpoint::Send(Time now, std::uint64_t id)
{
    RpcRecord& record = m_records.at(id);
    const auto predicted = Predict(record.target);
    record.transmissions.push_back({record.target.endpoint, now, predicted, RpcFate::kInFlight});
    record.deadline = Later(now, TimeoutOf(record, predicted));
    record.isInWindow = true;
    record.order = m_counters.sent++;
    m_deadlines.emplace(std::pair(record.deadline, record.order), id);
    m_window.Enter(now);
    record.caller->SendRpc(LastOf(id, record));
}

std::optional<Time>
RpcEndpoint::Predict(const RpcTarget& target) const
{
    if (!target.coordinate)
    {
        return std::nullopt;
    }
    return m_vivaldi.Predict(*target.coordinate);
}

Time
RpcEndpoint::TimeoutOf(const RpcRecord& record, std::optional<Time> predicted) const
{
    const bool isOwnHost = HostOf(record.target.endpoint) == HostOf(m_self);
    Time timeout = m_predictor.Timeout(predicted, isOwnHost);
    const Time longest = std::max(timeout, m_options.longestTimeout);
    for (unsigned repeat = 0; repeat < record.repeats && timeout < longest; ++repeat)
    {
        timeout = std::min(2 * timeout, longest);
    }
    return timeout;
}

// ---- Timeouts

Time
RpcEndpoint::NextWake() const
{
    return m_deadlines.empty() ? kNever : m_deadlines.begin()->first.first;
}

void
RpcEndpoint::OnWake(Time now)
{
    while (NextWake() <= now)
    {
        OnTimeout(now, m_deadlines.begin()->second);
    }
    SendWaiting(now);
}

void
RpcEndpoint::OnTimeout(Time now, std::uint64_t id)
{
    RpcRecord& record = m_records.at(id);
    // whoever is out of the window has been judged with the one that took it out
    if (record.isInWindow && !record.hasTimedOut)
    {
        m_window.OnTimeout(now, record.transmissions.back().sent);
    }
    record.hasTimedOut = true;
    ++record.repeats;
    ++m_counters.timeouts;
    Land(now, record, RpcFate::kTimedOut);
    LeaveWindow(now, record.target.endpoint);
    if (record.repeats < m_options.transmissions &&
        record.transmissions.size() < kMostTransmissions)
    {
        m_queue.AddAgain(id);
    }
    else
    {
        AskCaller(now, id);
    }
}

void
RpcEndpoint::LeaveWindow(Time now, const Endpoint& to)
{
    for (const auto& [deadline, id] : m_deadlines)
    {
        RpcRecord& record = m_records.at(id);
        if (record.isInWindow && record.target.endpoint == to)
        {
            record.isInWindow = false;
            m_window.Leave(now);
        }
    }
}

void
RpcEndpoint::AskCaller(Time now, std::uint64_t id)
{
    const RpcRecord& asked = m_records.at(id);
    const auto instead = asked.caller->OnRpcTimeout(now, LastOf(id, asked));
    const auto rpc = m_records.find(id);
    if (rpc == m_records.end())
    {
        return; // cancelled
    }
    RpcRecord& record = rpc->second;
    if (instead && record.transmissions.size() < kMostTransmissions)
    {
        ExpectOther(*instead);
        record.target = *instead;
        record.repeats = 0;
        m_queue.AddAgain(id);
        return;
    }
    ++m_counters.timedOut;
    End(now, rpc, true);
}

void
RpcEndpoint::Land(Time now, RpcRecord& record, RpcFate fate)
{
    m_deadlines.erase({record.deadline, record.order});
    GiveBackSpare(m_deadlines);
    record.deadline = kNever;
    record.transmissions.back().fate = fate;
    if (record.isInWindow)
    {
        record.isInWindow = false;
        m_window.Leave(now);
    }
}

void
RpcEndpoint::End(Time now, Records::iterator rpc, bool isWanted)
{
    auto& [id, record] = *rpc;
    if (record.IsInFlight())
    {
        ++m_counters.abandoned;
        Land(now, record, RpcFate::kAbandoned);
    }
    else
    {
        m_queue.Remove(id);
    }
    if (MayBeAnswered(record))
    {
        record.caller = isWanted ? record.caller : nullptr;
        m_past.Add(now, id, std::move(record));
    }
    m_spare = m_records.extract(rpc);
}

// ---- Answers

std::optional<RpcAnswer>
RpcEndpoint::OnAnswer(Time now,
                      const Endpoint& from,
                      std::uint64_t id,
                      std::uint8_t attempt,
                      const WireCoordinate& coordinate)
{
    const auto rpc = m_records.find(id);
    if (rpc == m_records.end())
    {
        return OnLateAnswer(now, from, id, attempt, coordinate);
    }
    RpcRecord& record = rpc->second;
    RpcTransmission* const transmission = record.FindTransmission(from, attempt);
    if (!transmission)
    {
        ++m_counters.unexpected;
        return std::nullopt;
    }
    // what has left the window for its silent target moves it neither way
    if (!record.IsInFlight() || record.isInWindow)
    {
        m_window.OnReply();
    }
    const RpcAnswer answer{record.caller, record.tag, now - transmission->sent, true};
    if (transmission->fate == RpcFate::kInFlight)
    {
        ++m_counters.inTime;
        Land(now, record, RpcFate::kAnswered);
    }
    Learn(now, *transmission, coordinate);
    ++m_counters.answered;
    End(now, rpc, true);
    SendWaiting(now);
    return answer;
}

std::optional<RpcAnswer>
RpcEndpoint::OnLateAnswer(Time now,
                          const Endpoint& from,
                          std::uint64_t id,
                          std::uint8_t attempt,
                          const WireCoordinate& coordinate)
{
    RpcRecord* const record = m_past.Find(now, id);
    RpcTransmission* const transmission =
        record ? record->FindTransmission(from, attempt) : nullptr;
    if (!transmission)
    {
        ++m_counters.unexpected;
        return std::nullopt;
    }
    const RpcAnswer answer{record->caller, record->tag, now - transmission->sent, false};
    Learn(now, *transmission, coordinate);
    return answer.caller ? std::optional(answer) : std::nullopt;
}

void
RpcEndpoint::Learn(Time now, RpcTransmission& transmission, const WireCoordinate& coordinate)
{
    m_counters.spurious += transmission.fate == RpcFate::kTimedOut ? 1 : 0;
    m_counters.late += transmission.fate == RpcFate::kAbandoned ? 1 : 0;
    transmission.fate = RpcFate::kAnswered;
    const Time rtt = now - transmission.sent;
    // who was asked without knowing where it is shows how far off predictions are with this answer
    m_predictor.OnSample(rtt, transmission.predicted.value_or(m_vivaldi.Predict(coordinate)));
    m_vivaldi.OnSample(rtt, coordinate);
}

// ---- What there is

std::size_t
RpcEndpoint::Outstanding() const
{
    return m_records.size();
}

std::size_t
RpcEndpoint::Waiting() const
{
    return m_queue.Size();
}

std::size_t
RpcEndpoint::InFlight() const
{
    return m_deadlines.size();
}

const StpWindow&
RpcEndpoint::Window() const
{
    return m_window;
}

const RttPredictor&
RpcEndpoint::Predictor() const
{
    return m_predictor;
}

const RpcCounters&
RpcEndpoint::Counts() const
{
    return m_counters;
}

} // namespace dht
