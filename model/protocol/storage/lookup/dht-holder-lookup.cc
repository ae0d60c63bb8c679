/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-holder-lookup.h"

#include "dht-holder-spread.h"

#include <algorithm>
#include <utility>

namespace dht
{

HolderLookup::HolderLookup(StorageContext& context, Locator& locator)
    : m_context(context),
      m_locator(locator)
{
}

void
HolderLookup::BeginShort(Time now,
                         LocateClient& client,
                         std::uint64_t tag,
                         const Key& key,
                         std::uint8_t wanted)
{
    m_locator.Begin(now, client, tag, key, wanted);
}

void
HolderLookup::Begin(Time now,
                    LocateClient& client,
                    std::uint64_t tag,
                    const Key& key,
                    std::uint8_t wanted)
{
    const std::uint64_t number = m_nextNumber++;
    Work& work = m_works[number];
    work.client = &client;
    work.tag = tag;
    m_locator.Begin(now, *this, number, key, wanted);
}

void
HolderLookup::GoOn(Time now,
                   LocateClient& client,
                   std::uint64_t tag,
                   const std::vector<LocatedPeer>& known)
{
    const std::uint64_t number = m_nextNumber++;
    Work& work = m_works[number];
    work.client = &client;
    work.tag = tag;
    work.peers = known;
    const Key last = m_context.ring.IdOf(known.back().endpoint);
    m_locator.Begin(now, *this, number, last, kOnlyResponsible);
}

void
HolderLookup::Add(Work& work, const std::vector<LocatedPeer>& peers) const
{
    std::vector<LocatedPeer>& known = work.peers;
    const std::size_t before = known.size();
    for (const LocatedPeer& peer : peers)
    {
        const bool isKnown = std::any_of(known.begin(), known.end(), [&](const LocatedPeer& other) {
            return other.endpoint == peer.endpoint;
        });
        if (isKnown)
        {
            work.isAround = true; // what follows on it is known, too
            break;
        }
        known.push_back(peer);
    }
    work.isAround = work.isAround || known.size() == before;
}

void
HolderLookup::OnLocateEnded(Time now,
                            std::uint64_t number,
                            const std::vector<LocatedPeer>& peers,
                            const LocateReport& report)
{
    Work& work = m_works.at(number);
    if (work.peers.empty())
    {
        work.report = report;
    }
    else
    {
        // what the first one has found is no less right
        work.report.took += report.took;
        work.report.complete = report.complete;
    }
    Add(work, peers);
    const bool isSettled = HoldersAmong(work.peers, m_context.options).isSettled;
    if (report.complete && !isSettled && !work.isAround)
    {
        const Key last = m_context.ring.IdOf(work.peers.back().endpoint);
        m_locator.Begin(now, *this, number, last, kOnlyResponsible);
        return;
    }
    Work ended = std::move(m_works.at(number));
    m_works.erase(number);
    ended.report.peers = ended.peers.size();
    ended.client->OnLocateEnded(now, ended.tag, ended.peers, ended.report);
}

} // namespace dht
