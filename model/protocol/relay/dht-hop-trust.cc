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
}

void
HopTrust::OnAnswered(LinkIndex link)
{
    Record& record = GrownAt(m_records, link);
    record.answered = std::min(record.answered + 1, record.given);
}

bool
HopTrust::Trusts(LinkIndex link) const
{
    if (link >= m_records.size())
    {
        return true;
    }
    double best = 0;
    for (const Record& record : m_records)
    {
        best = std::max(best, record.given < kFewest ? 0 : PartOf(record));
    }
    return PartOf(m_records[link]) >= kLeastPart * best;
}

double
HopTrust::PartOf(const Record& record)
{
    return record.given < kFewest ? 1 : static_cast<double>(record.answered) / record.given;
}

} // namespace dht
