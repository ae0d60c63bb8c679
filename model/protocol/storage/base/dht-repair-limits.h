/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_LIMITS_H
#define DHT_REPAIR_LIMITS_H

#include "dht-rpc-endpoint.h"
#include "dht-storage-host.h"
#include "dht-storage-options.h"
#include "dht-time.h"

#include <algorithm>
#include <cstddef>
#include <map>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What keeps repair from taking all of a peer's time.
 */

namespace dht
{

/// Blocks that each part of repair works at, at a time (DHash++ of April 2004).
constexpr std::size_t kMostRepairs = 15;

/// Fragments that are made or moved are kept so much shorter than those they come from, which is
/// longer than they are on their way: repair never makes a block live longer.
constexpr Time kOnTheirWay = std::chrono::seconds(5);

/// @param options How a store repairs. @return In what time each holder of the own arc is compared
/// once: never less than a second.
inline Time
RoundOf(const StorageOptions& options)
{
    return std::max<Time>(options.repairInterval, std::chrono::seconds(1));
}

/// Fragments that repair may fetch or send at once: a quarter of a peer's window, or what links
/// allow.
class RepairShare
{
  public:
    /// @param rpcs What the peer asks others. @param links What carries them; null: datagrams do.
    /// Both must outlive this object.
    RepairShare(const RpcEndpoint& rpcs, const RepairLinks* links)
        : m_rpcs(rpcs),
          m_links(links)
    {
    }

    /// @param most RPCs that are wanted. @return How many of them may be under way, maybe none;
    /// they have to be given back.
    std::size_t Take(std::size_t most)
    {
        const std::size_t all =
            m_links ? m_links->MostAtOnce() : std::max<std::size_t>(1, m_rpcs.Window().Limit() / 4);
        const std::size_t taken = std::min(most, all - std::min(all, m_taken));
        m_taken += taken;
        return taken;
    }

    /// @param count RPCs that are not under way any more.
    void Give(std::size_t count)
    {
        m_taken -= count;
    }

  private:
    const RpcEndpoint& m_rpcs;  ///< Whose window.
    const RepairLinks* m_links; ///< Or what allows them.
    std::size_t m_taken{0};     ///< RPCs that may be under way.
};

/// Whom, or what, to leave alone for a while, as nothing came of it: for one interval, then two,
/// four and so on up to 64.
/// @tparam Thing What is left alone, such as a peer. @tparam Less Its order.
template <typename Thing, typename Less = std::less<Thing>>
class Patience
{
  public:
    /// Things that are remembered at the most.
    static constexpr std::size_t kMost = 4096;

    /// Nothing came of it; what is left alone already stays so no longer. @param now The present.
    /// @param thing What to leave alone. @param interval How long to wait at first.
    void Fail(Time now, const Thing& thing, Time interval)
    {
        constexpr unsigned mostDoublings = 6;
        if (IsWaiting(now, thing))
        {
            return; // what was begun before is no new reason
        }
        if (m_entries.size() >= kMost)
        {
            m_entries.clear(); // somebody makes them up
        }
        Entry& entry = m_entries[thing];
        entry.until = Later(now, interval * (Time::rep{1} << entry.failures));
        entry.failures = std::min(entry.failures + 1, mostDoublings);
    }

    /// Something came of it. @param thing What to leave alone no longer.
    void Forget(const Thing& thing)
    {
        m_entries.erase(thing);
    }

    /// @param now The present. @param thing What may be left alone. @return Whether to leave it
    /// alone.
    bool IsWaiting(Time now, const Thing& thing) const
    {
        const auto found = m_entries.find(thing);
        return found != m_entries.end() && now < found->second.until;
    }

  private:
    /// What is known of it.
    struct Entry
    {
        Time until{0};        ///< When to try again.
        unsigned failures{0}; ///< So far.
    };

    std::map<Thing, Entry, Less> m_entries; ///< All.
};

} // namespace dht

#endif // DHT_REPAIR_LIMITS_H
