/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-endpoint.h"
#include "dht-spare-room.h"

#include <limits>
#include <utility>

/// What becomes of RPCs that were sent: answers and timeouts.

namespace dht
{

namespace
{

/// Transmissions of an RPC, as the attempt on the wire has one byte.
constexpr std::size_t kMostTransmissions = std::numeric_limits<std::uint8_t>::max();

} // namespace

void
RpcEndpoint::OnTimeout(Time now, std::uint64_t id)
{
    RpcRecord& record = m_records.at(id);
    // whoever is out of the window has been judged with the one that took it out
    if (record.isInWindow && !record.hasTimedOut)
    {
        m_window->OnTimeout(now, record.transmissions.back().sent);
    }
    record.hasTimedOut = true;
    ++record.repeats;
    ++m_counters.timeouts;
    record.transmissions.back().waited = now - record.transmissions.back().sent;
    m_counters.inVain += record.transmissions.back().waited;
    Land(now, record, RpcFate::kTimedOut);
    LeaveWindow(now, record.target.endpoint);
    const bool isRepeated = record.repeats < m_options.transmissions &&
                            record.transmissions.size() < kMostTransmissions;
    if (isRepeated && !m_options.hedges)
    {
        m_queue.AddAgain(id);
    }
    else
    {
        AskCaller(now, id, isRepeated);
    }
}

void
RpcEndpoint::OnSilent(Time now, const Endpoint& peer)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> asked; // and which transmission
    for (const auto& [deadline, id] : m_deadlines)
    {
        if (m_records.at(id).target.endpoint == peer)
        {
            asked.emplace_back(id, deadline.second);
        }
    }
    for (const auto& [id, order] : asked)
    {
        // the caller of one may cancel others
        const auto rpc = m_records.find(id);
        if (rpc != m_records.end() && rpc->second.IsInFlight() && rpc->second.order == order)
        {
            OnTimeout(now, id);
        }
    }
    SendWaiting(now);
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
            m_window->Leave(now);
        }
    }
}

void
RpcEndpoint::AskCaller(Time now, std::uint64_t id, bool isRepeated)
{
    const RpcRecord& asked = m_records.at(id);
    const Rpc last = asked.Last(id);
    const auto instead =
        isRepeated ? asked.caller->OnRpcLate(now, last) : asked.caller->OnRpcTimeout(now, last);
    const auto rpc = m_records.find(id);
    if (rpc == m_records.end())
    {
        return; // cancelled
    }
    RpcRecord& record = rpc->second;
    if (isRepeated)
    {
        ExpectOther(instead.value_or(record.target));
        record.target = instead.value_or(record.target);
        m_queue.Add(id); // those that were asked instead come first
        return;
    }
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
        m_window->Leave(now);
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
    if (record.MayBeAnswered())
    {
        record.caller = isWanted ? record.caller : nullptr;
        m_past.Add(now, id, std::move(record));
    }
    m_spare = m_records.extract(rpc);
}

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
        m_window->OnReply({now,
                           transmission->sent,
                           m_predictor.IsSettled() ? transmission->predicted : std::nullopt});
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
    m_counters.inVain -= transmission.waited;
    transmission.fate = RpcFate::kAnswered;
    const Time rtt = now - transmission.sent;
    m_counters.roundTrips += rtt;
    // who was asked without knowing where it is shows how far off predictions are with this answer
    const bool wasPredicted = transmission.predicted.has_value();
    m_predictor.OnSample(rtt,
                         wasPredicted ? *transmission.predicted : m_vivaldi.Predict(coordinate));
    if (m_window->TellsDistances() || !m_predictor.IsSettled())
    {
        m_vivaldi.OnSample(rtt, coordinate);
    }
}

} // namespace dht
