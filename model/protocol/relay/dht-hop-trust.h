/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOP_TRUST_H
#define DHT_HOP_TRUST_H

#include "dht-routing-table.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Which neighbours bring answers.
 */

namespace dht
{

/**
 * What a peer knows of its neighbours from what became of its own requests. A neighbour that loses
 * what it gets empties its queue fast, and seems free: it is told from an honest one only by the
 * answers that are missing.
 *
 * A neighbour is trusted if the part of what it was given that it has brought answers to is three
 * quarters of the best neighbour's, or more. What it was given counts less and less as more is
 * given, so that it may win back trust by the requests that have no other way.
 */
class HopTrust
{
  public:
    /// An own request goes to a neighbour. @param link The neighbour.
    void OnGiven(LinkIndex link);

    /// An own request was answered. @param link The neighbour it was given to.
    void OnAnswered(LinkIndex link);

    /// @param link A neighbour. @return Whether requests may go there as well as elsewhere.
    bool Trusts(LinkIndex link) const;

  private:
    /// What a neighbour was given, and what came of it.
    struct Record
    {
        std::uint32_t given{0};    ///< Requests.
        std::uint32_t answered{0}; ///< Those of them that were answered.
    };

    /// @param record A neighbour's. @return The part that was answered; all if too few were given.
    static double PartOf(const Record& record);

    /// Look for the best neighbour's part: when a record changes, as trust is asked for more often.
    void FindBest();

    std::vector<Record> m_records; ///< By link.
    double m_best{0};              ///< The part of the best neighbour that can be told.
};

} // namespace dht

#endif // DHT_HOP_TRUST_H
