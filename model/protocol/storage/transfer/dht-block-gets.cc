/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-gets.h"

#include "dht-holder-spread.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// The id of no get.
constexpr std::uint64_t kNoGet = 0;

/// @param peers Peers. @param random Draws. @return The same peers, in any order.
std::vector<LocatedPeer>
Shuffled(std::vector<LocatedPeer> peers, Random& random)
{
    for (std::size_t i = peers.size(); i > 1; --i)
    {
        std::swap(peers[i - 1], peers[DrawBelow(random, i)]);
    }
    return peers;
}

/// @param times At least one. @return One that half of them, or more, do not exceed, and half of
/// them, or more, reach: few who lie do not move it beyond what others say.
Time
Median(std::vector<Time> times)
{
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

} // namespace

BlockGets::BlockGets(StorageContext& context, HolderLookup& lookup, BlockServer& server)
    : m_context(context),
      m_lookup(lookup),
      m_server(server)
{
}

std::uint64_t
BlockGets::Begin(Time now, const Key& key)
{
    return Start(now, key, false);
}

void
BlockGets::Locate(Time now, const Key& key)
{
    m_lookup.BeginShort(now, *this, kNoGet, key, Wanted());
}

std::uint8_t
BlockGets::Wanted() const
{
    const StorageOptions& options = m_context.options;
    return options.end == LocateEnd::kResponsible ? kOnlyResponsible : options.wanted;
}

std::uint64_t
BlockGets::BeginCheck(Time now, const Key& key)
{
    return Start(now, key, true);
}

std::uint64_t
BlockGets::Start(Time now, const Key& key, bool isCheck)
{
    const std::uint64_t id = m_nextId++;
    Get& get = m_gets.try_emplace(id, key).first->second;
    get.report.id = id;
    get.isCheck = isCheck;
    ++m_context.counters.gets;
    if (isCheck)
    {
        m_lookup.Begin(now, *this, id, key, m_context.options.fragments);
    }
    else
    {
        m_lookup.BeginShort(now, *this, id, key, Wanted());
    }
    return id;
}

BlockGets::Get&
BlockGets::StartKnown(Time now, const Key& key)
{
    const std::uint64_t id = m_nextId++;
    Get& get = m_gets.try_emplace(id, key).first->second;
    get.report.id = id;
    get.isLocating = false;
    get.isLast = true;
    get.located = now;
    return get;
}

std::uint64_t
BlockGets::BeginCheckOf(Time now, const Key& key, const std::vector<Endpoint>& holders)
{
    Get& get = StartKnown(now, key);
    const std::uint64_t id = get.report.id;
    get.isCheck = true;
    ++m_context.counters.gets;
    for (const Endpoint& holder : holders)
    {
        Add(now, get, holder);
    }
    AskMore(now, id);
    return id;
}

std::uint64_t
BlockGets::BeginFrom(Time now,
                     const Key& key,
                     GetClient& client,
                     const std::vector<Endpoint>& holders,
                     std::size_t most)
{
    Get& get = StartKnown(now, key);
    const std::uint64_t id = get.report.id;
    get.client = &client;
    get.most = most;
    for (const Endpoint& holder : holders)
    {
        Add(now, get, holder);
    }
    AskMore(now, id);
    return id;
}

void
BlockGets::Add(Time now, Get& get, const Endpoint& holder)
{
    if (get.isCheck)
    {
        get.report.holders.push_back({holder, false, false, Time(0)});
    }
    if (holder == m_context.self)
    {
        Take(now, get, holder, m_server.Find(now, get.report.key));
        return;
    }
    get.holders.push_back(m_context.TargetOf(holder));
}

void
BlockGets::OnLocateEnded(Time now,
                         std::uint64_t tag,
                         const std::vector<LocatedPeer>& peers,
                         const LocateReport& report)
{
    const auto found = m_gets.find(tag);
    if (found == m_gets.end())
    {
        return; // a fragment that came late has ended it, or there was none
    }
    Get& get = found->second;
    get.isLocating = false;
    get.located = now;
    get.report.lookup += report.took;
    get.report.hops = report.hops;
    // others hold fragments only instead of some that had no room, or since before some have come
    std::vector<LocatedPeer> order =
        get.isLast ? peers : HoldersAmong(peers, m_context.options).first;
    order = m_context.options.choice == HolderChoice::kRandom
                ? Shuffled(std::move(order), m_context.random)
                : m_context.NearestFirst(std::move(order));
    for (const LocatedPeer& peer : order)
    {
        if (get.known.insert(peer.endpoint).second)
        {
            Add(now, get, peer.endpoint);
        }
    }
    AskMore(now, tag);
}

bool
BlockGets::IsEnough(const Get& get) const
{
    return !get.isCheck && get.assembler.GetState() != BlockAssembler::State::kNeedMore;
}

std::size_t
BlockGets::StillNeeded(const Get& get) const
{
    if (get.isCheck)
    {
        return m_context.options.fragments;
    }
    if (get.report.found > 0)
    {
        return get.assembler.MoreNeeded();
    }
    return m_context.options.needed > 0 ? m_context.options.needed : kMostNeeded;
}

RpcTarget
BlockGets::TakeHolder(Get& get)
{
    RpcTarget holder = std::move(get.holders.front());
    get.holders.erase(get.holders.begin());
    ++get.report.asked;
    return holder;
}

void
BlockGets::AskMore(Time now, std::uint64_t id)
{
    Get& get = m_gets.at(id);
    if (IsEnough(get))
    {
        End(now, id);
        return;
    }
    if (get.isLocating)
    {
        return;
    }
    const std::size_t most = std::min(get.most, StillNeeded(get));
    while (get.rpcs.size() - get.late.size() < most && !get.holders.empty())
    {
        get.rpcs.insert(PathOf(get).rpcs.Issue(now, *this, TakeHolder(get), id));
    }
    if (get.rpcs.empty())
    {
        OnExhausted(now, id);
    }
}

void
BlockGets::OnExhausted(Time now, std::uint64_t id)
{
    Get& get = m_gets.at(id);
    if (get.isLast || get.isCheck)
    {
        End(now, id);
        return;
    }
    get.isLast = true;
    get.isLocating = true;
    get.report.fetch += now - get.located;
    get.located = now;
    m_lookup.Begin(now, *this, id, get.report.key, kOnlyResponsible);
}

FragmentPath
BlockGets::PathOf(const Get& get) const
{
    return m_context.PathOf(get.client != nullptr);
}

void
BlockGets::SendRpc(const Rpc& rpc)
{
    const Get& get = m_gets.at(rpc.tag);
    m_context.AskOn(PathOf(get), rpc, StorageContext::QuestionOf(rpc, FetchBody{get.report.key}));
}

std::optional<RpcTarget>
BlockGets::OnRpcTimeout(Time now, const Rpc& rpc)
{
    Get& get = m_gets.at(rpc.tag);
    // a user's get is late: somebody else is asked at once
    if ((get.isCheck || get.client) && rpc.attempt < PathOf(get).Attempts())
    {
        return m_context.TargetOf(rpc.to); // a datagram was lost, maybe
    }
    const bool wasLate = get.late.erase(rpc.id) > 0;
    if (!wasLate && !get.holders.empty())
    {
        return TakeHolder(get);
    }
    get.rpcs.erase(rpc.id);
    if (get.rpcs.empty())
    {
        OnExhausted(now, rpc.tag);
    }
    return std::nullopt;
}

std::optional<RpcTarget>
BlockGets::OnRpcLate(Time now, const Rpc& rpc)
{
    m_gets.at(rpc.tag).late.insert(rpc.id);
    AskMore(now, rpc.tag);
    return std::nullopt;
}

void
BlockGets::OnAnswer(Time now,
                    const Endpoint& from,
                    const StorageMessage& message,
                    const RpcAnswer& rpc)
{
    const auto* const body = BodyOf<FragmentBody>(message);
    const Fragment none = BlockServer::None();
    const Fragment& fragment = body ? body->fragment : none;
    const auto found = m_gets.find(rpc.tag);
    if (found == m_gets.end())
    {
        ++m_context.counters.useless;
        return;
    }
    if (rpc.isLast)
    {
        found->second.rpcs.erase(message.id);
        found->second.late.erase(message.id);
    }
    const bool wantsToken = fragment.status == FragmentStatus::kTokenWanted;
    if (wantsToken && rpc.isLast && found->second.retold.insert(from).second)
    {
        auto& holders = found->second.holders;
        holders.insert(holders.begin(), m_context.TargetOf(from)); // its answer had one
    }
    Take(now - rpc.rtt, found->second, from, fragment);
    AskMore(now, rpc.tag);
}

void
BlockGets::Take(Time sent, Get& get, const Endpoint& from, const Fragment& fragment)
{
    Note(get, from, fragment);
    if (fragment.status != FragmentStatus::kHeld)
    {
        return;
    }
    ++get.report.found;
    get.report.senders.push_back(from);
    get.ends.push_back(Later(sent, fragment.left));
    get.assembler.Add(from, fragment);
}

void
BlockGets::Note(Get& get, const Endpoint& from, const Fragment& fragment) const
{
    for (HolderReport& holder : get.report.holders)
    {
        if (holder.endpoint == from && fragment.status != FragmentStatus::kTokenWanted)
        {
            holder.hasAnswered = true;
            holder.holds = fragment.status == FragmentStatus::kHeld;
            holder.left = fragment.left;
        }
    }
}

void
BlockGets::End(Time now, std::uint64_t id)
{
    auto node = m_gets.extract(id);
    Get& get = node.mapped();
    PathOf(get).rpcs.Cancel(now, get.rpcs);
    (get.isLocating ? get.report.lookup : get.report.fetch) += now - get.located;
    get.report.ok = get.assembler.GetState() == BlockAssembler::State::kDone;
    get.report.isGivenUp = get.assembler.GetState() == BlockAssembler::State::kGivenUp;
    get.report.needed = get.assembler.Needed();
    get.report.liars = get.assembler.Liars();
    for (HolderReport& holder : get.report.holders)
    {
        const auto& liars = get.report.liars;
        holder.isWrong = std::find(liars.begin(), liars.end(), holder.endpoint) != liars.end();
    }
    if (get.report.ok)
    {
        get.report.block = get.assembler.TakeBlock();
        get.report.left = Median(std::move(get.ends)) - now;
    }
    if (get.client)
    {
        get.client->OnGetEnded(now, get.report);
        return;
    }
    ++(get.report.ok ? m_context.counters.complete : m_context.counters.failed);
    if (m_context.observer)
    {
        m_context.observer->OnFetched(now, get.report);
    }
}

std::size_t
BlockGets::UnderWay() const
{
    return m_gets.size();
}

} // namespace dht
