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
#include <ostream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * The spread of answers over peers and over time: a mean hides a peer that starves.
 */

namespace dht
{

/// A peer that had no answer for a while.
struct AnswerWait
{
    std::size_t peer{0}; ///< Its number, from 0.
    double from{0};      ///< Since when, in seconds.
    double length{0};    ///< For how long, in seconds.
};

/// The spread of a ring's answers over its peers.
struct PeerSpread
{
    /// A peer starves that has no answer for this many times the ring's 99th percentile of delays.
    static constexpr double kStarvingDelays = 5;
    /// And for this many times the mean time between two answers to a peer: with few requests, a
    /// peer has no answer for long because it has asked nothing. Of arrivals at random, one gap of
    /// e^20 is as long.
    static constexpr double kStarvingGaps = 20;
    /// Starving peers that a warning names at the most.
    static constexpr std::size_t kMostNamed = 5;

    double least{0}; ///< The lowest rate of a peer, in answered requests/s.
    double p5{0};    ///< The 5th percentile of the rates.
    double most{0};  ///< The highest rate of a peer.
    /// Jain's fairness index of the rates: (sum)^2 / (n sum of squares), from 1/n to 1; 1 if all
    /// are 0 (R. Jain, D. Chiu, W. Hawe: A quantitative measure of fairness, 1984).
    double jain{1};
    double longestWait{0};      ///< The longest time that a peer had no answer, in seconds.
    std::size_t longestPeer{0}; ///< The peer of the longest wait.
    double starvesAfter{0};     ///< A longer wait, in seconds, is starvation; 0: none is.
    std::vector<AnswerWait>
        starving; ///< The longest wait of each peer that starved, longest first.

    /// Set all but the waits. @param rates The peers' rates, in answered requests/s; at least one.
    void SetRates(std::vector<double> rates);

    /// @param p99 99th percentile of the ring's delays, in seconds. @param rate Mean of the peers,
    /// in answered requests/s. @return After how long without an answer a peer starves, in seconds;
    /// 0 if nothing is answered at all: then no single peer is worse off.
    static double StarvesAfter(double p99, double rate);
};

/// Name the peers that starved, in a line; nothing if none did. @param out The stream to write to.
/// @param program Whose warning it is. @param peers What was seen.
void WarnOfStarving(std::ostream& out, const std::string& program, const PeerSpread& peers);

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
    /// @param [in,out] spread Its waits are set: who starves is whose wait is longer than
    /// PeerSpread::starvesAfter.
    void Report(PeerSpread& spread) const;

    /// @param other The waits of further peers, whose numbers come after these.
    void Add(const AnswerWaits& other);
    /// @param to Takes this object, for Read().
    void Write(RawWriter& to) const;
    /// @param from The bytes of Write().
    void Read(RawReader& from);

  private:
    std::vector<std::uint64_t> m_answered; ///< By peer: answered requests at the last sample.
    std::vector<double> m_since;       ///< By peer: when that number was seen first, in seconds.
    std::vector<AnswerWait> m_longest; ///< By peer: longest wait.
};

} // namespace dht

#endif // DHT_PEER_SPREAD_H
