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
 * The spread of answers over peers and over time: a mean hides a peer that starves.
 */

namespace dht
{

/// The spread of a ring's answers over its peers.
struct PeerSpread
{
    double least{0}; ///< The lowest rate of a peer, in answered requests/s.
    double p5{0};    ///< The 5th percentile of the rates.
    double most{0};  ///< The highest rate of a peer.
    /// Jain's fairness index of the rates: (sum)^2 / (n sum of squares), from 1/n to 1; 1 if all
    /// are 0 (R. Jain, D. Chiu, W. Hawe: A quantitative measure of fairness, 1984).
    double jain{1};
    double longestWait{0};      ///< The longest time that a peer had no answer, in seconds.
    std::size_t longestPeer{0}; ///< The peer of the longest wait.

    /// Set all but the waits. @param rates The peers' rates, in answered requests/s; at least one.
    void SetRates(std::vector<double> rates);
};

/// The longest time that each peer of a ring had no answer, sampled periodically.
class AnswerWaits
{
  public:
    /// Begin anew. @param now The present, in seconds. @param answered By peer: its answered
    /// requests so far.
    void Begin(double now, std::vector<std::uint64_t> answered);
    /// Take a sample. @param now The present, in seconds. @param answered By peer: its answered
    /// requests so far.
    void Look(double now, const std::vector<std::uint64_t>& answered);
    /// @param [out] spread Gets the waits.
    void Report(PeerSpread& spread) const;

    /// @param other The waits of further peers, whose numbers come after these.
    void Add(const AnswerWaits& other);
    /// @param to Takes this object, for Read().
    void Write(RawWriter& to) const;
    /// @param from The bytes of Write().
    void Read(RawReader& from);

  private:
    std::vector<std::uint64_t> m_answered; ///< By peer: answered requests at the last sample.
    std::vector<double> m_since;   ///< By peer: when that number was seen first, in seconds.
    std::vector<double> m_longest; ///< By peer: longest wait, in seconds.
};

} // namespace dht

#endif // DHT_PEER_SPREAD_H
