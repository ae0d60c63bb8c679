/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-spread.h"

#include <algorithm>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <utility>

namespace dht
{

void
PeerSpread::SetRates(std::vector<double> rates)
{
    std::sort(rates.begin(), rates.end());
    least = rates.front();
    p5 = rates[rates.size() / 20];
    most = rates.back();
    double sum = 0;
    double squares = 0;
    for (const double rate : rates)
    {
        sum += rate;
        squares += rate * rate;
    }
    jain = squares > 0 ? sum * sum / (static_cast<double>(rates.size()) * squares) : 1;
}

double
PeerSpread::StarvesAfter(double p99, double rate)
{
    return rate > 0 ? std::max(kStarvingDelays * p99, kStarvingGaps / rate) : 0;
}

void
WarnOfStarving(std::ostream& out, const std::string& program, const PeerSpread& peers)
{
    if (peers.starving.empty())
    {
        return;
    }
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << program << ": starved: ";
    const std::size_t named = std::min(peers.starving.size(), PeerSpread::kMostNamed);
    for (std::size_t i = 0; i < named; ++i)
    {
        const AnswerWait& wait = peers.starving[i];
        text << (i > 0 ? ", " : "") << "peer " << wait.peer << " had no answer for " << wait.length
             << " s from " << wait.from << " s on";
    }
    if (peers.starving.size() > named)
    {
        text << ", and " << peers.starving.size() - named << " more";
    }
    out << text.str() << std::endl;
}

void
AnswerWaits::Begin(double now, std::vector<std::uint64_t> answered)
{
    m_since.assign(answered.size(), now);
    m_longest.resize(answered.size());
    for (std::size_t peer = 0; peer < answered.size(); ++peer)
    {
        m_longest[peer] = {peer, now, 0};
    }
    m_answered = std::move(answered);
}

void
AnswerWaits::Look(double now, const std::vector<std::uint64_t>& answered)
{
    for (std::size_t peer = 0; peer < m_answered.size(); ++peer)
    {
        const double length = now - m_since[peer];
        if (length > m_longest[peer].length)
        {
            m_longest[peer] = {peer, m_since[peer], length};
        }
        if (answered[peer] != m_answered[peer])
        {
            m_answered[peer] = answered[peer];
            m_since[peer] = now;
        }
    }
}

void
AnswerWaits::Report(PeerSpread& spread) const
{
    const auto isShorter = [](const auto& a, const auto& b) { return a.length < b.length; };
    const auto longest = std::max_element(m_longest.begin(), m_longest.end(), isShorter);
    if (longest == m_longest.end())
    {
        return;
    }
    spread.longestWait = longest->length;
    spread.longestPeer = longest->peer;
    if (spread.starvesAfter > 0)
    {
        std::copy_if(m_longest.begin(),
                     m_longest.end(),
                     std::back_inserter(spread.starving),
                     [&](const auto& wait) { return wait.length > spread.starvesAfter; });
    }
    // of equal waits, that of the first peer comes first
    std::stable_sort(spread.starving.rbegin(), spread.starving.rend(), isShorter);
}

void
AnswerWaits::Add(const AnswerWaits& other)
{
    for (AnswerWait wait : other.m_longest)
    {
        wait.peer = m_longest.size();
        m_longest.push_back(wait);
    }
}

void
AnswerWaits::Write(RawWriter& to) const
{
    to.Put(m_longest);
}

void
AnswerWaits::Read(RawReader& from)
{
    from.Get(m_longest);
}

} // namespace dht
