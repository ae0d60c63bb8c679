/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_SPREAD_H
#define DHT_PEER_SPREAD_H

#include "dht-raw-bytes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * How evenly answers are spread over peers and over time: a mean hides a peer that starves.
 */

namespace dht
{

/// How a ring's answers are spread over its peers.
struct PeerSpread
{
    double least{0}; ///< The lowest rate of a peer, in answered requests/s.
    double p5{0};    ///< What one peer of twenty does not reach.
    double most{0};  ///< The highest rate.
    /// Jain's fairness index of the rates: (sum)^2 / (n sum of squares), from 1/n to 1; 1 if all
    /// are 0 (R. Jain, D. Chiu, W. Hawe: A quantitative measure of fairness, 1984).
    double jain{1};
    double longestWait{0};      ///< The longest time that a peer had no answer, in seconds.
    std::size_t longestPeer{0}; ///< The peer that had none.

    /// @param rates Of the peers, in answered requests/s; at least one. Sets all but the waits.
    void SetRates(std::vector<double> rates);
};

/// The longest time that each peer of a ring had no answer, as seen by looking now and then.
class AnswerWaits
{
  public:
    /// Forget all. @param now The present, in seconds. @param answered What each peer has had
    /// answered so far.
    void Begin(double now, std::vector<std::uint64_t> answered);
    /// Look again. @param now The present, in seconds. @param answered What each peer has had
    /// answered so far.
    void Look(double now, const std::vector<std::uint64_t>& answered);
    /// @param [out] spread Its waits are set.
    void Report(PeerSpread& spread) const;

    /// @param other Of more peers, which come after these.
    void Add(const AnswerWaits& other);
    /// @param to Where to write it, for Read().
    void Write(RawWriter& to) const;
    /// @param from What Write() wrote.
    void Read(RawReader& from);

  private:
    std::vector<std::uint64_t> m_answered; ///< By peer, when it was looked last.
    std::vector<double> m_since;           ///< By peer: when that was seen first, in seconds.
    std::vector<double> m_longest;         ///< By peer, in seconds.
};

} // namespace dht

#endif // DHT_PEER_SPREAD_H
