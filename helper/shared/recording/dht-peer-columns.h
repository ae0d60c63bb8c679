/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_COLUMNS_H
#define DHT_PEER_COLUMNS_H

#include "dht-recorded-samples.h"
#include "dht-ring-statistics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * What a recording has of a peer that looks up keys.
 */

namespace dht
{

/// A level is recorded in steps of this.
constexpr double kLevelStep = 0.001;

/// @param level What a scheme regulates. @return The same level, in steps; 0 for what is less.
std::uint64_t LevelSteps(double level);

/// The columns of such peers, or some of them.
class PeerColumns
{
  public:
    /// @param without Names of columns that have no meaning there.
    explicit PeerColumns(const std::vector<std::string>& without);

    /// @return The columns.
    std::vector<RecordedColumn> Get() const;
    /// @return How many they are.
    std::size_t Count() const;

    /// @param peer What a peer holds and has done. @param delays Of its answered requests, summed.
    /// @param [out] values Takes its values; those behind Count() stay.
    void Fill(const PeerState& peer, Time delays, std::vector<std::uint64_t>& values) const;

  private:
    std::vector<std::size_t> m_kept; ///< Which of all columns.
};

} // namespace dht

#endif // DHT_PEER_COLUMNS_H
