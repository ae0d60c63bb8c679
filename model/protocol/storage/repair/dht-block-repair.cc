/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-repair.h"

#include "dht-holder-spread.h"
#include "dht-put-goal.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

namespace
{

/// Keys that a holder may say it has and that are not here, beyond as many as are here.
constexpr std::size_t kMostClaims = 8192;

/// @param context Knows who is near. @param peers Some. @return The same peers, the nearest first.
std::vector<Endpoint>
NearestFirst(const StorageContext& context, const std::vector<Endpoint>& peers)
{
    RingNodes nodes;
    for (const Endpoint& peer : peers)
    {
        nodes.push_back({peer, {}});
    }
    return EndpointsOf(context.NearestFirst(nodes));
}

} // namespace

BlockRepair::BlockRepair(const MovingParts& parts, BlockGets& gets)
    : m_context(parts.context),
      m_store(parts.store),
      m_lookup(parts.lookup),
      m_comparisons(parts.comparisons),
      m_gets(gets),
      m_puts(parts.puts),
      m_share(parts.share)
{
}

// ---- Comparing

std::vector<Endpoint>
BlockRepair::Followers() const
{
    std::vector<Endpoint> followers{m_context.self};
    for (const RingNode& node : m_context.ring.Successors())
    {
        followers.push_back(node.endpoint);
    }
    for (const Endpoint& peer : m_behind)
    {
        // it may have come nearer since
        if (std::find(followers.begin(), followers.end(), peer) == followers.end())
        {
            followers.push_back(peer);
        }
    }
    return followers;
}

std::vector<Endpoint>
BlockRepair::OtherHolders() const
{
    std::vector<Endpoint> holders = HoldersAmong(Followers(), m_context.options).first;
    holders.erase(holders.begin()); // the first follower always is one
    return holders;
}

Time
BlockRepair::Pause() const
{
    const auto turns = std::max<std::size_t>(1, OtherHolders().size());
    return RoundOf(m_context.options) / static_cast<Time::rep>(turns);
}

void
BlockRepair::Turn(Time now)
{
    const auto predecessor = m_context.ring.Predecessor();
    if (m_isComparing || !predecessor)
    {
        return;
    }
    m_behind.clear();
    const std::vector<Endpoint> known = Followers();
    m_isComparing = true;
    if (m_context.ring.IsWhole() || HoldersAmong(known, m_context.options).isSettled)
    {
        Compare(now);
        return;
    }
    std::vector<LocatedPeer> peers(known.size());
    std::transform(known.begin(), known.end(), peers.begin(), [](const Endpoint& peer) {
        return LocatedPeer{peer, {}};
    });
    m_lookup.GoOn(now, *this, 0, peers);
}

void
BlockRepair::OnLocateEnded(Time now,
                           std::uint64_t /* tag */,
                           const std::vector<LocatedPeer>& peers,
                           const LocateReport& /* report */)
{
    m_behind = EndpointsOfPeers(peers);
    Compare(now);
}

void
BlockRepair::Compare(Time now)
{
    m_isComparing = false;
    const auto predecessor = m_context.ring.Predecessor();
    if (!predecessor || m_context.isLeaving)
    {
        return;
    }
    const std::vector<Endpoint> holders = OtherHolders();
    if (m_context.links)
    {
        TellOfLeavers(now);
    }
    m_census.SetHolders(holders, {predecessor->id, m_context.ring.Self().id});
    for (auto given = m_given.begin(); given != m_given.end();)
    {
        const bool isHolder =
            std::find(holders.begin(), holders.end(), given->first) != holders.end();
        given = isHolder ? std::next(given) : m_given.erase(given);
    }
    if (const auto next = m_census.TakeNext())
    {
        m_isComparing = true;
        m_comparisons.Begin(now, *this, *next, m_census.RangesFor(*next), Pause());
    }
}

void
BlockRepair::TellOfLeavers(Time now) const
{
    // not only the holders: one who is no more of them as another has joined is still there; and so
    // may be who lies behind all that this peer knows
    const RingNodes known = m_context.ring.Successors();
    const Key self = m_context.ring.Self().id;
    for (const Endpoint& peer : m_census.Holders())
    {
        const bool isMissing = std::none_of(known.begin(), known.end(), [&](const RingNode& node) {
            return node.endpoint == peer;
        });
        if (isMissing && !known.empty() &&
            IsFarther(self, m_context.ring.IdOf(peer), known.back().id))
        {
            m_context.linkRpcs->OnSilent(now, peer);
        }
    }
}

void
BlockRepair::OnCompared(Time now, const Endpoint& peer, const KeyDifference& difference)
{
    m_isComparing = false;
    const auto given = m_given.find(peer);
    if (given != m_given.end())
    {
        const bool hasLost = std::any_of(difference.missing.begin(),
                                         difference.missing.end(),
                                         [&](const Key& key) { return given->second.count(key); });
        if (hasLost)
        {
            Distrust(now, peer); // it has taken them
            m_given.erase(given);
        }
        else if (difference.hasAnswered && difference.rest.empty())
        {
            Trust(now, peer); // it has kept them
            m_given.erase(given);
        }
    }
    // who is of no help is not asked for what it alone says that it has
    const bool isTrusted = !m_distrusted.IsWaiting(now, peer);
    m_census.OnCompared(peer, difference, isTrusted ? m_store.Count() + kMostClaims : 0);
    Plan(now);
}

void
BlockRepair::Distrust(Time now, const Endpoint& peer)
{
    m_context.counters.distrusted += m_distrusted.IsWaiting(now, peer) ? 0 : 1;
    m_distrusted.Fail(now, peer, RoundOf(m_context.options));
}

void
BlockRepair::Trust(Time now, const Endpoint& peer)
{
    if (!m_distrusted.IsWaiting(now, peer))
    {
        m_distrusted.Forget(peer);
    }
}

// ---- What there is to do

BlockRepair::Job
BlockRepair::JobFor(Time now, const Key& key) const
{
    Job job;
    const bool isHere = !m_store.Keys(key, key + Key(1), 1).empty();
    const Endpoint& self = m_context.self;
    if (isHere)
    {
        job.sources.push_back(self);
    }
    else if (!m_distrusted.IsWaiting(now, self)) // else there is no room
    {
        job.targets.push_back(self);
    }
    for (const Endpoint& peer : m_census.Holders())
    {
        const bool isTrusted = !m_distrusted.IsWaiting(now, peer);
        if (m_census.Holds(peer, key, isHere))
        {
            // what it says alone, and is not here, is believed once it was right
            if (isHere || isTrusted)
            {
                job.sources.push_back(peer);
            }
        }
        else if (isTrusted && !m_census.IsSilent(peer))
        {
            job.targets.push_back(peer);
        }
    }
    return job;
}

bool
BlockRepair::AreTooFew(const std::vector<Endpoint>& sources) const
{
    std::vector<Endpoint> all = m_census.Holders();
    all.push_back(m_context.self);
    const std::size_t below = std::min<std::size_t>(m_context.options.repairBelow, all.size());
    if (sources.size() < below)
    {
        return true;
    }
    // the same share of the hosts that may fail may be missing as of the fragments
    const std::size_t needed = PutGoal::Of(m_context.options, kMostBlockBytes, all.size()).needed;
    const std::size_t spare = HostsToSpare(all, needed);
    const std::size_t most = all.size() - std::min(all.size(), needed);
    const std::size_t least = below - std::min(below, needed);
    return most > 0 && HostsToSpare(sources, needed) * most < spare * least;
}

void
BlockRepair::Plan(Time now)
{
    m_todo.clear();
    for (const Key& key : m_census.Lacking())
    {
        if (m_jobs.count(key) > 0 || m_hopeless.IsWaiting(now, key))
        {
            continue;
        }
        const Job job = JobFor(now, key);
        if (AreTooFew(job.sources) && !job.sources.empty() && !job.targets.empty())
        {
            m_todo.push_back({key, job.sources.size()});
        }
    }
    if (m_context.links)
    {
        // what hurries all of them is done first
        std::stable_sort(m_todo.begin(), m_todo.end(), [](const Todo& one, const Todo& other) {
            return one.left < other.left;
        });
    }
}

void
BlockRepair::Go(Time now)
{
    while (!m_todo.empty() && m_jobs.size() < kMostRepairs)
    {
        const Key key = m_todo.front().key;
        Job job = JobFor(now, key);
        const bool isWanted = !job.sources.empty() && !job.targets.empty();
        job.share = isWanted ? m_share.Take(kMostNeeded) : 0;
        if (isWanted && job.share == 0)
        {
            return;
        }
        m_todo.pop_front();
        if (!isWanted)
        {
            continue; // what it was to be had from is no help any more
        }
        const std::vector<Endpoint> sources = NearestFirst(m_context, job.sources);
        m_jobs[key] = std::move(job);
        ++m_context.counters.rebuilds;
        m_gets.BeginFrom(now, key, *this, sources, m_jobs[key].share);
    }
}

// ---- A block

void
BlockRepair::OnGetEnded(Time now, const FetchReport& report)
{
    Job& job = m_jobs.at(report.key);
    if (report.ok)
    {
        // who has a wrong one is to have a right one
        job.targets.insert(job.targets.end(), report.liars.begin(), report.liars.end());
    }
    for (const Endpoint& peer : report.ok ? report.senders : std::vector<Endpoint>{})
    {
        if (std::find(report.liars.begin(), report.liars.end(), peer) == report.liars.end())
        {
            Trust(now, peer);
        }
    }
    // what ends soon is not worth it
    const bool isWanted = report.ok && report.left > RoundOf(m_context.options) + kOnTheirWay;
    if (isWanted && !job.targets.empty())
    {
        m_puts.BeginAt(now,
                       *this,
                       {report.key,
                        report.block,
                        report.needed,
                        std::nullopt,
                        report.left - kOnTheirWay,
                        job.targets,
                        job.share});
        return;
    }
    if (report.found == 0)
    {
        const Endpoint& self = m_context.self;
        for (const Endpoint& peer : job.sources)
        {
            if (!(peer == self))
            {
                Distrust(now, peer);
            }
        }
    }
    End(now, report.key, false);
}

void
BlockRepair::OnHeld(Time now, const Key& key, const Endpoint& holder, StoredStatus status)
{
    const bool isMade = status == StoredStatus::kStored;
    const Endpoint& self = m_context.self;
    m_context.counters.fragmentsMade += isMade ? 1 : 0;
    Job& job = m_jobs.at(key);
    job.isMade = job.isMade || isMade;
    if (!isMade && status != StoredStatus::kHad)
    {
        Distrust(now, holder);
    }
    else if (holder == self)
    {
        Trust(now, self);
        m_census.OnHere(key);
    }
    else
    {
        m_census.OnThere(holder, key);
        m_given[holder].insert(key); // it is trusted once it is seen to have kept it
    }
}

void
BlockRepair::OnPutEnded(Time now, const PutReport& report)
{
    End(now, report.key, report.holders > 0);
}

void
BlockRepair::End(Time now, const Key& key, bool isOver)
{
    const Job& job = m_jobs.at(key);
    ++(job.isMade ? m_context.counters.rebuilt : m_context.counters.rebuildsFailed);
    m_share.Give(job.share);
    m_jobs.erase(key);
    if (isOver)
    {
        m_hopeless.Forget(key);
    }
    else
    {
        m_hopeless.Fail(now, key, RoundOf(m_context.options));
    }
}

std::optional<std::size_t>
BlockRepair::Fewest() const
{
    std::optional<std::size_t> fewest;
    const auto count = [&fewest](std::size_t left) {
        fewest = std::min(fewest.value_or(left), left);
    };
    for (const Todo& todo : m_todo)
    {
        count(todo.left);
    }
    for (const auto& [key, job] : m_jobs)
    {
        count(job.sources.size());
    }
    return fewest;
}

std::size_t
BlockRepair::UnderWay() const
{
    return m_jobs.size();
}

} // namespace dht
