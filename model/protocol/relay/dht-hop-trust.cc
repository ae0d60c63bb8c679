/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hop-trust.h"

#include "dht-grown.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Of the best neighbour's part, below which one is not trusted: more than a neighbour brings that
/// loses every other request, and less than an honest one whose answers are on their way.
constexpr double kLeastPart = 0.75;
/// Requests from which a part can be told.
constexpr std::uint32_t kFewest = 32;
/// Requests after which the older ones count half.
constexpr std::uint32_t kMost = 128;

} // namespace

void
HopTrust::OnGiven(LinkIndex link)
{
    Record& record = GrownAt(m_records, link);
    if (++record.given > kMost)
    {
        record = {record.given / 2, record.answered / 2};
    }
    FindBest();
}

void
HopTrust::OnAnswered(LinkIndex link)
{
    Record& record = GrownAt(m_records, link);
    record.answered = std::min(record.answered + 1, record.given);
    FindBest();
}

bool
HopTrust::Trusts(LinkIndex link) const
{
    return link >= m_records.size() || PartOf(m_records[link]) >= kLeastPart * m_best;
}

void
HopTrust::FindBest()
{
    m_best = 0;
    for (const Record& record : m_records)
    {
        m_best = std::max(m_best, record.given < kFewest ? 0 : PartOf(record));
    }
}

double
HopTrust::PartOf(const Record& record)
{
    return record.given < kFewest ? 1 : static_cast<double>(record.answered) / record.given;
}

} // namespace dht
