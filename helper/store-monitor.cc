/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-monitor.h"

#include "dht-summary.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

StoreMonitor::StoreMonitor(std::ostream* series, std::function<void()> onEnd)
    : m_series(series),
      m_onEnd(std::move(onEnd))
{
    if (m_series)
    {
        *m_series << "time_s,key,ok,lookup_s,fetch_s,hops,asked,found\n";
    }
}

void
StoreMonitor::Begin()
{
    m_isMeasured = true;
}

void
StoreMonitor::TakeLookups()
{
    m_takesLookups = true;
}

uint64_t
StoreMonitor::GetComplete() const
{
    return m_total.Count();
}

uint64_t
StoreMonitor::GetEnded() const
{
    return m_ended;
}

std::vector<dht::Key>
StoreMonitor::GetBlocks() const
{
    auto blocks = m_blocks;
    std::sort(blocks.begin(), blocks.end());
    return blocks;
}

void
StoreMonitor::OnPut(dht::Time /* now */, const dht::PutReport& report)
{
    ++m_ended;
    m_putsFailed += report.ok ? 0 : 1;
    m_holders += report.holders;
    m_put.Add(dht::ToSeconds(report.took));
    m_blocks.push_back(report.key);
    m_onEnd();
}

void
StoreMonitor::OnLocated(dht::Time now, const dht::LocateReport& report)
{
    if (m_takesLookups)
    {
        dht::FetchReport get;
        get.key = report.key;
        get.ok = report.complete;
        get.hops = report.hops;
        get.lookup = report.took;
        OnFetched(now, get);
    }
}

void
StoreMonitor::OnFetched(dht::Time now, const dht::FetchReport& report)
{
    ++m_ended;
    if (m_isMeasured)
    {
        const double lookup = dht::ToSeconds(report.lookup);
        const double fetch = dht::ToSeconds(report.fetch);
        if (report.ok)
        {
            m_lookup.Add(lookup);
            m_fetch.Add(fetch);
            m_total.Add(lookup + fetch);
            m_asked += report.asked;
            m_hops += report.hops;
        }
        m_failed += report.ok ? 0 : 1;
        if (m_series)
        {
            *m_series << dht::ToSeconds(now) << "," << dht::KeyToHex(report.key) << "," << report.ok
                      << "," << lookup << "," << fetch << "," << unsigned{report.hops} << ","
                      << report.asked << "," << report.found << "\n";
        }
    }
    m_onEnd();
}

nlohmann::ordered_json
StoreMonitor::ResultsToJson() const
{
    const uint64_t complete = m_total.Count();
    const auto perGet = [&](uint64_t sum) {
        return static_cast<double>(sum) / static_cast<double>(std::max<uint64_t>(complete, 1));
    };
    const double gets = static_cast<double>(std::max<uint64_t>(complete + m_failed, 1));
    return {{"gets", complete + m_failed},
            {"success_percent", 100.0 * static_cast<double>(complete) / gets},
            {"lookup_s", dht::DelaysToJson(m_lookup.Results())},
            {"fetch_s", dht::DelaysToJson(m_fetch.Results())},
            {"total_s", dht::DelaysToJson(m_total.Results())},
            {"hops_mean", perGet(m_hops)},
            {"asked_mean", perGet(m_asked)},
            {"puts", m_put.Count()},
            {"puts_failed", m_putsFailed},
            {"holders_mean",
             static_cast<double>(m_holders) /
                 static_cast<double>(std::max<uint64_t>(m_put.Count(), 1))},
            {"put_s", dht::DelaysToJson(m_put.Results())}};
}

} // namespace ns3
