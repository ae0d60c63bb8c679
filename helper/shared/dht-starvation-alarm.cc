/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-starvation-alarm.h"

#include <algorithm>
#include <iomanip>
#include <optional>
#include <sstream>
#include <utility>

namespace dht
{

StarvationAlarm::StarvationAlarm(std::ostream& out, std::string program, std::size_t peers)
    : m_out(out),
      m_program(std::move(program)),
      m_isAlone(peers == 1),
      m_watch(peers)
{
}

void
StarvationAlarm::Look(Time now, const RingStatistics::Look& look, const Limit& limit)
{
    std::optional<Time> known;
    std::size_t number = 0;
    look([&](const PeerState& peer) {
        m_watch.Look(now, number, peer);
        if (m_watch.Starves(number) && !m_named.count(number))
        {
            known = known ? *known : std::max(StarvationWatch::kStarvation, limit());
            if (now - m_watch.Since(number) > *known)
            {
                Name(now, number);
            }
        }
        ++number;
    });
}

void
StarvationAlarm::Name(Time now, std::size_t number)
{
    if (m_named.size() >= PeerSpread::kMostNamed)
    {
        return;
    }
    m_named.insert(number);
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << m_program << ": at " << ToSeconds(now)
         << " s: " << (m_isAlone ? "this peer" : "peer " + std::to_string(number))
         << " starves: it has had no answer since " << ToSeconds(m_watch.Since(number)) << " s";
    m_out << text.str() << std::endl; // at once, as the run goes on
}

} // namespace dht
