/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-spread.h"

#include <algorithm>
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

void
AnswerWaits::Begin(double now, std::vector<std::uint64_t> answered)
{
    m_since.assign(answered.size(), now);
    m_longest.assign(answered.size(), 0);
    m_answered = std::move(answered);
}

void
AnswerWaits::Look(double now, const std::vector<std::uint64_t>& answered)
{
    for (std::size_t peer = 0; peer < m_answered.size(); ++peer)
    {
        m_longest[peer] = std::max(m_longest[peer], now - m_since[peer]);
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
    const auto longest = std::max_element(m_longest.begin(), m_longest.end());
    if (longest != m_longest.end())
    {
        spread.longestWait = *longest;
        spread.longestPeer = static_cast<std::size_t>(longest - m_longest.begin());
    }
}

void
AnswerWaits::Add(const AnswerWaits& other)
{
    m_longest.insert(m_longest.end(), other.m_longest.begin(), other.m_longest.end());
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
