/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage.h"

#include "dht-constant-rpc-window.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// When an RPC over a link has timed out at the latest. What is under way over a link that yields
/// may wait for long, and is lost only with the link; but nobody tells that a peer has vanished
/// that had acknowledged the question.
constexpr Time kLinkTimeout = FromSeconds(5);

/// RPCs over links that repair ever has under way; links say how many of them at once.
constexpr std::size_t kLinkRpcs = kMostRepairs * kMostNeeded;

/// @param parts A storage's. @param vivaldi Where it is. @return What it asks others over links;
/// null if there are none.
std::unique_ptr<RpcEndpoint>
MakeLinkRpcs(const StorageParts& parts, Vivaldi& vivaldi)
{
    if (!parts.links)
    {
        return nullptr;
    }
    RpcOptions options;
    options.timer.settling = 0;
    options.timer.margin = kLinkTimeout;
    options.timer.longest = kLinkTimeout;
    return std::make_unique<RpcEndpoint>(options,
                                         std::make_unique<ConstantRpcWindow>(kLinkRpcs),
                                         parts.ring.Self().endpoint,
                                         vivaldi,
                                         parts.random);
}

/// @param message A message. @return Whether it may come over a link: all else goes by datagrams.
bool
IsAboutFragments(const StorageMessage& message)
{
    return BodyOf<FetchBody>(message) || BodyOf<FragmentBody>(message) ||
           BodyOf<StoreBody>(message) || BodyOf<StoredBody>(message);
}

/// @param rpcs RPCs. @return Whether the identities of their counters hold.
bool
RpcIdentitiesHold(const RpcEndpoint& rpcs)
{
    const RpcCounters& r = rpcs.Counts();
    return r.issued == r.answered + r.timedOut + r.cancelled + rpcs.Outstanding() &&
           r.sent == r.inTime + r.timeouts + r.abandoned + rpcs.InFlight();
}

} // namespace

Storage::Storage(const StorageParts& parts)
    : m_options(parts.options),
      m_store(parts.store),
      m_vivaldi(parts.vivaldi, parts.random),
      m_rpcs(parts.rpcs, parts.ring.Self().endpoint, m_vivaldi, parts.random),
      m_linkRpcs(MakeLinkRpcs(parts, m_vivaldi)),
      m_context{m_options,
                parts.ring,
                parts.host,
                parts.nearness,
                parts.random,
                m_vivaldi,
                m_rpcs,
                {parts.wantsTokens, parts.random},
                {},
                {},
                nullptr,
                parts.ring.Self().endpoint,
                parts.links,
                m_linkRpcs.get()},
      m_server(m_context, parts.store),
      m_locator(m_context),
      m_lookup(m_context, m_locator),
      m_gets(m_context, m_lookup, m_server),
      m_puts(m_context, m_lookup, m_server),
      m_probes(m_context),
      m_repair(m_context, parts.store, m_server, m_lookup)
{
}

void
Storage::SetObserver(StorageObserver* observer)
{
    m_context.observer = observer;
}

std::uint64_t
Storage::Get(Time now, const Key& key)
{
    const std::uint64_t id = m_gets.Begin(now, key);
    UpdateWake(now);
    return id;
}

void
Storage::Locate(Time now, const Key& key)
{
    m_gets.Locate(now, key);
    UpdateWake(now);
}

std::uint64_t
Storage::Check(Time now, const Key& key)
{
    const std::uint64_t id = m_gets.BeginCheck(now, key);
    UpdateWake(now);
    return id;
}

std::uint64_t
Storage::Check(Time now, const Key& key, const std::vector<Endpoint>& holders)
{
    const std::uint64_t id = m_gets.BeginCheckOf(now, key, holders);
    UpdateWake(now);
    return id;
}

std::uint64_t
Storage::Put(Time now, Bytes block)
{
    const std::uint64_t id = m_puts.Begin(now, std::move(block));
    UpdateWake(now);
    return id;
}

std::uint64_t
Storage::Renew(Time now, Bytes block)
{
    const std::uint64_t id = m_puts.BeginRenewal(now, std::move(block));
    UpdateWake(now);
    return id;
}

void
Storage::Probe(Time now)
{
    m_probes.Probe(now);
    UpdateWake(now);
}

void
Storage::HandOver(Time now, Time end)
{
    m_repair.HandOver(now, end);
    UpdateWake(now);
}

bool
Storage::IsHandingOver() const
{
    return m_repair.IsHandingOver();
}

void
Storage::OnLinkSilent(Time now, const Endpoint& peer)
{
    if (m_linkRpcs)
    {
        m_linkRpcs->OnSilent(now, peer);
        UpdateWake(now);
    }
}

WireError
Storage::OnMessage(Time now,
                   const Endpoint& from,
                   const StorageMessage& message,
                   StorageCarrier carrier)
{
    if (!m_context.MayBePeer(from) ||
        (carrier == StorageCarrier::kLink && !IsAboutFragments(message)))
    {
        return WireError::kField;
    }
    m_context.book.Learn(from, message.coordinate);
    const bool isAnswer = BodyOf<AcceptedBody>(message) || BodyOf<LocatedBody>(message) ||
                          BodyOf<FragmentBody>(message) || BodyOf<StoredBody>(message) ||
                          BodyOf<SyncedBody>(message);
    WireError error = WireError::kNone;
    if (isAnswer)
    {
        OnAnswer(now, from, message, carrier);
    }
    else if (!m_context.ring.HasPlace())
    {
        ++m_context.counters.useless;
    }
    else
    {
        error = OnQuestion(now, from, message, carrier);
    }
    UpdateWake(now);
    return error;
}

WireError
Storage::OnQuestion(Time now,
                    const Endpoint& from,
                    const StorageMessage& message,
                    StorageCarrier carrier)
{
    if (const auto* const locate = BodyOf<LocateBody>(message))
    {
        // only who asks for itself wants to know whom this very peer knows
        if (!m_context.MayBePeer(locate->origin) ||
            (locate->wanted == 0 && !Locator::IsDirect(from, message, *locate)))
        {
            return WireError::kField;
        }
        m_locator.OnLocate(now, from, message, *locate);
    }
    else if (const auto* const fetch = BodyOf<FetchBody>(message))
    {
        m_server.OnFetch(now, from, message, *fetch, carrier);
    }
    else if (const auto* const store = BodyOf<StoreBody>(message))
    {
        m_server.OnStore(now, from, message, *store, carrier);
    }
    else if (const auto* const sync = BodyOf<SyncBody>(message))
    {
        m_repair.OnSync(now, from, message, *sync);
    }
    return WireError::kNone;
}

void
Storage::OnAnswer(Time now,
                  const Endpoint& from,
                  const StorageMessage& message,
                  StorageCarrier carrier)
{
    const LocatedBody* located = BodyOf<LocatedBody>(message);
    LocatedBody usable;
    if (located && !std::all_of(located->peers.begin(),
                                located->peers.end(),
                                [this](const auto& peer) { return m_context.IsUsable(peer); }))
    {
        usable = {located->complete, m_context.Usable(located->peers)};
        located = &usable;
    }
    if (located && m_locator.OnLocated(now, message, *located))
    {
        return;
    }
    RpcEndpoint& rpcs = carrier == StorageCarrier::kLink ? *m_linkRpcs : m_rpcs;
    const auto rpc = rpcs.OnAnswer(now, from, message.id, message.attempt, message.coordinate);
    if (!rpc)
    {
        ++m_context.counters.useless;
        return;
    }
    m_context.tokens.Learn(now, from, message);
    if (rpc->caller == &m_gets)
    {
        m_gets.OnAnswer(now, from, message, *rpc);
    }
    else if (rpc->caller == &m_puts)
    {
        m_puts.OnAnswer(now, from, message, *rpc);
    }
    else if (rpc->caller == &m_probes)
    {
        m_probes.OnRpcAnswered(located);
    }
    else if (!m_repair.OnAnswer(now, from, message, *rpc))
    {
        m_locator.OnRpcAnswered(now, from, *rpc, located);
    }
}

void
Storage::Expect(const Endpoint& from) const
{
    m_context.book.Expect(from);
    m_rpcs.Expect();
    m_locator.Expect();
    m_context.ring.Expect();
}

void
Storage::OnWake(Time now)
{
    m_rpcs.OnWake(now);
    if (m_linkRpcs)
    {
        m_linkRpcs->OnWake(now);
    }
    m_locator.OnWake(now);
    m_probes.OnWake(now);
    m_store.Expire(now);
    m_repair.OnWake(now);
    UpdateWake(now);
}

void
Storage::UpdateWake(Time now)
{
    m_probes.Begin(now);
    m_repair.Begin(now);
    Time next = std::min(m_rpcs.NextWake(), m_locator.NextWake());
    next = std::min(next, m_linkRpcs ? m_linkRpcs->NextWake() : kNever);
    next = std::min(next, m_probes.NextWake());
    next = std::min(next, m_repair.NextWake());
    m_context.host.WakeStorageAt(std::min(next, m_store.NextExpiry()));
}

const StorageCounters&
Storage::Counters() const
{
    return m_context.counters;
}

const RpcEndpoint&
Storage::Rpcs() const
{
    return m_rpcs;
}

const RpcEndpoint*
Storage::LinkRpcs() const
{
    return m_linkRpcs.get();
}

const Vivaldi&
Storage::Coordinates() const
{
    return m_vivaldi;
}

std::size_t
Storage::UnderWay() const
{
    return m_gets.UnderWay() + m_puts.UnderWay();
}

bool
Storage::IdentitiesHold() const
{
    const StorageCounters& s = m_context.counters;
    return s.gets == s.complete + s.failed + m_gets.UnderWay() &&
           s.puts == s.putsOk + s.putsFailed + m_puts.UnderWay() && m_repair.IdentitiesHold() &&
           RpcIdentitiesHold(m_rpcs) && (!m_linkRpcs || RpcIdentitiesHold(*m_linkRpcs));
}

} // namespace dht
