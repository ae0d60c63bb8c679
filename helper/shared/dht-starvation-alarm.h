/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STARVATION_ALARM_H
#define DHT_STARVATION_ALARM_H

#include "dht-ring-statistics.h"
#include "dht-starvation-watch.h"

#include <functional>
#include <ostream>
#include <set>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * Names peers that starve, while the run goes on.
 */

namespace dht
{

/// Writes a line as soon as a peer starves: it has requests to be answered, and has had no answer
/// for longer than the ring's delays explain. A few peers are named, each once.
class StarvationAlarm
{
  public:
    /// Tells after how long without an answer a peer starves by now; kNever if that is not known.
    using Limit = std::function<Time()>;

    /// @param out Gets the lines; must outlive this object. @param program Whose warnings they are.
    /// @param peers Number of peers.
    StarvationAlarm(std::ostream& out, std::string program, std::size_t peers);

    /// Look at all peers. @param now The present. @param look Shows them. @param limit Is asked
    /// only if a peer has had no answer for StarvationWatch::kStarvation, which is the least limit.
    void Look(Time now, const RingStatistics::Look& look, const Limit& limit);

  private:
    /// Name a peer. @param now The present. @param number Its number.
    void Name(Time now, std::size_t number);

    std::ostream& m_out;           ///< Gets the lines.
    std::string m_program;         ///< Whose warnings they are.
    bool m_isAlone;                ///< Whether there is one peer only, which needs no number.
    StarvationWatch m_watch;       ///< Recognises who may starve.
    std::set<std::size_t> m_named; ///< Peers that were named.
};

} // namespace dht

#endif // DHT_STARVATION_ALARM_H
