/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-eviction.h"

#include "dht-endpoint-site.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace dht
{

namespace
{

/// A connection, as far as it matters here.
struct Holder
{
    ConnectionId id{0};      ///< Its number.
    Endpoint host{};         ///< Where it comes from.
    Time since{kNever};      ///< When it first delivered a request; kNever if it has not.
    Time idleSince{0};       ///< When it last did, or was opened.
    std::size_t rank{0};     ///< How many of its host come before it.
    bool isKnown{false};     ///< Whether its place is that of a peer in the tables.
    bool isProtected{false}; ///< Whether newcomers do not push it out.

    /// @return Whether it has ever delivered a request.
    bool HasDelivered() const
    {
        return since != kNever;
    }
};

using ConnectionHolders = std::vector<Holder>;

/// @param host A host. @param counts Hosts and numbers. @return Its number.
std::size_t
CountOf(const Endpoint& host, const KnownHosts& counts)
{
    const auto found = counts.find(host);
    return found == counts.end() ? 0 : found->second;
}

/// @param all All connections. @param counts Is set to how many each host has. @param known Who is
/// in the tables. @return The hosts, those that have delivered for the longest time first.
ConnectionHolders
Rank(const IncomingConnections& all, KnownHosts& counts, const KnownHosts& known)
{
    ConnectionHolders holders;
    for (const auto& [id, connection] : all)
    {
        holders.push_back({id,
                           connection->Host(),
                           connection->DeliversSince().value_or(kNever),
                           connection->IdleSince()});
    }
    std::sort(holders.begin(), holders.end(), [](const Holder& a, const Holder& b) {
        return std::tie(a.since, a.id) < std::tie(b.since, b.id);
    });
    for (Holder& holder : holders)
    {
        holder.rank = counts[holder.host]++;
        holder.isKnown = holder.rank < CountOf(holder.host, known);
        holder.isProtected = holder.isKnown;
    }
    return holders;
}

/// Protect those that were there first. @param holders All, as Rank() leaves them. @param places
/// How many places there are.
void
Protect(ConnectionHolders& holders, std::size_t places)
{
    std::size_t ofDelivering = 3 * places / 4;
    std::size_t ofSilent = places / 8;
    std::stable_sort(holders.begin(), holders.end(), [](const Holder& a, const Holder& b) {
        return a.rank < b.rank;
    });
    for (Holder& holder : holders)
    {
        std::size_t& share = holder.HasDelivered() ? ofDelivering : ofSilent;
        if (share > 0)
        {
            holder.isProtected = true;
            --share;
        }
    }
}

/// @param holders All holders of connections. @param isCandidate Which of them are meant. @return
/// Which of these has been idle for the longest time; nothing if there are none.
template <typename IsCandidate>
std::optional<ConnectionId>
LongestIdle(const ConnectionHolders& holders, IsCandidate isCandidate)
{
    const Holder* found = nullptr;
    for (const Holder& holder : holders)
    {
        if (isCandidate(holder) && (!found || std::tie(holder.idleSince, holder.id) <
                                                  std::tie(found->idleSince, found->id)))
        {
            found = &holder;
        }
    }
    return found ? std::optional(found->id) : std::nullopt;
}

} // namespace

Admission
Admit(const IncomingConnections& all,
      const Endpoint& newcomer,
      const ConnectionPlaces& places,
      const KnownHosts& known)
{
    KnownHosts counts;
    ConnectionHolders holders = Rank(all, counts, known);
    const std::size_t ofNewcomer = CountOf(newcomer, counts);
    std::optional<ConnectionId> victim;
    if (ofNewcomer >= places.perHost)
    {
        victim = LongestIdle(holders, [&](const Holder& holder) {
            return holder.host == newcomer && !holder.HasDelivered();
        });
        return {victim.has_value(), victim};
    }
    const auto isNear = [&](const Holder& holder) {
        return NetworkOf(holder.host) == NetworkOf(newcomer);
    };
    if (IsRouted(newcomer) &&
        static_cast<std::size_t>(std::count_if(holders.begin(), holders.end(), isNear)) >=
            places.perNetwork)
    {
        victim = LongestIdle(holders, [&](const Holder& holder) {
            return isNear(holder) && !holder.HasDelivered() && !holder.isKnown;
        });
        return {victim.has_value(), victim};
    }
    if (all.size() < places.total)
    {
        return {true, std::nullopt};
    }
    Protect(holders, places.total);
    victim = LongestIdle(holders, [](const Holder& holder) {
        return !holder.isProtected && !holder.HasDelivered();
    });
    if (!victim)
    {
        victim = LongestIdle(holders, [&](const Holder& holder) {
            return !holder.isProtected && CountOf(holder.host, counts) > ofNewcomer;
        });
    }
    if (!victim && ofNewcomer < CountOf(newcomer, known))
    {
        victim = LongestIdle(holders, [](const Holder& holder) { return !holder.isKnown; });
    }
    return {victim.has_value(), victim};
}

std::optional<ConnectionId>
Dispensable(const IncomingConnections& all, const KnownHosts& known)
{
    KnownHosts counts;
    const ConnectionHolders holders = Rank(all, counts, known);
    const auto silent = LongestIdle(holders, [](const Holder& holder) {
        return !holder.isKnown && !holder.HasDelivered();
    });
    return silent ? silent
                  : LongestIdle(holders, [](const Holder& holder) { return !holder.isKnown; });
}

std::vector<ConnectionId>
StalledAmong(const IncomingConnections& all, Time now, Time limit)
{
    std::vector<ConnectionId> stalled;
    for (const auto& [id, connection] : all)
    {
        const auto since = connection->HalfFrameSince();
        if (since && now - *since >= limit)
        {
            stalled.push_back(id);
        }
    }
    return stalled;
}

} // namespace dht
