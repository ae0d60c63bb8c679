/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-endpoint.h"

#include "dht-endpoint-site.h"
#include "dht-prefetch.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dht
{

RpcEndpoint::RpcEndpoint(const RpcOptions& options,
                         const Endpoint& self,
                         Vivaldi& vivaldi,
                         Random& random)
    : RpcEndpoint(options, options.MakeWindow(), self, vivaldi, random)
{
}

RpcEndpoint::RpcEndpoint(const RpcOptions& options,
                         std::unique_ptr<RpcWindow> window,
                         const Endpoint& self,
                         Vivaldi& vivaldi,
                         Random& random)
    : m_options(options),
      m_self(self),
      m_vivaldi(vivaldi),
      m_random(random),
      m_window(std::move(window)),
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
    if (m_queue.Size() == 0 && m_options.order == RpcOrder::kFirst && m_window->HasRoom())
    {
        Send(now, id); // as nearly all are
        return id;
    }
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
    while (m_queue.Size() > 0 && m_window->HasRoom())
    {
        Send(now, m_queue.Take());
    }
}

void
RpcEndpoint::Send(Time now, std::uint64_t id)
{
    RpcRecord& record = m_records.at(id);
    const auto predicted = Predict(record.target);
    record.transmissions.push_back({record.target.endpoint, now, predicted});
    record.deadline = Later(now, TimeoutOf(record, predicted));
    record.isInWindow = true;
    record.order = m_counters.sent++;
    m_deadlines.emplace(std::pair(record.deadline, record.order), id);
    m_window->Enter(now);
    record.caller->SendRpc(record.Last(id));
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

Time
RpcEndpoint::NextWake() const
{
    return m_deadlines.empty() ? kNever : m_deadlines.begin()->first.first;
}

void
RpcEndpoint::Expect() const
{
    Prefetch(m_window.get(), sizeof(StpWindow)); // most peers have this one
    if (!m_deadlines.empty())
    {
        Prefetch(&*m_deadlines.begin(), sizeof(Deadlines::value_type));
    }
    ExpectNext(m_records, m_spare);
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

const RpcWindow&
RpcEndpoint::Window() const
{
    return *m_window;
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
