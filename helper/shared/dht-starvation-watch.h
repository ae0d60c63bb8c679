/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STARVATION_WATCH_H
#define DHT_STARVATION_WATCH_H

#include "dht-ring-statistics.h"
#include "dht-time.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * Recognises peers that starve.
 */

namespace dht
{

/// Looks now and then at each peer: one that has requests to be answered, and has had no answer for
/// kStarvation, starves.
class StarvationWatch
{
  public:
    /// How long a peer has no answer before it starves.
    static constexpr Time kStarvation = std::chrono::seconds(5);

    /// What has become of a peer since it was looked at last.
    enum class Change
    {
        kNone,   ///< Nothing.
        kBegins, ///< It starves.
        kEnds,   ///< It does no more.
    };

    /// @param peers How many.
    explicit StarvationWatch(std::size_t peers);

    /// Look at a peer. @param now The present. @param number The peer's number. @param peer What
    /// the peer holds and has done. @return What has become of it.
    Change Look(Time now, std::size_t number, const PeerState& peer);

    /// @param number A peer. @return Whether it starves.
    bool Starves(std::size_t number) const;

    /// @param number A peer. @return Since when it has had no answer.
    Time Since(std::size_t number) const;

  private:
    /// What is remembered of a peer.
    struct Memory
    {
        std::uint64_t answered{0}; ///< So far.
        Time since{0};             ///< When that was first seen.
        bool starves{false};       ///< Whether that was long ago.
    };

    std::vector<Memory> m_peers; ///< By number.
};

} // namespace dht

#endif // DHT_STARVATION_WATCH_H
