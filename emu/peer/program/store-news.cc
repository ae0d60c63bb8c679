/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-news.h"

#include "dht-option-values.h"
#include "dht-storage.h"
#include "spread-text.h"
#include "transfer-progress.h"

#include <utility>

namespace dht
{

StoreNews::StoreNews(const RealPeer& peer, Reporter& status)
    : m_peer(peer),
      m_status(status)
{
}

void
StoreNews::Say(const std::string& directory)
{
    const PeerDisk* const disk = m_peer.GetDisk();
    if (!disk)
    {
        return;
    }
    for (const std::vector<std::string>& news = disk->News(); m_said < news.size(); ++m_said)
    {
        m_status.Say(LogLevel::kWarning, news[m_said]);
    }
    const BlockStore& kept = disk->Kept();
    const std::string room = BytesToText(static_cast<double>(kept.Bytes())) + " of " +
                             BytesToText(static_cast<double>(disk->Limits().bytes));
    if (!std::exchange(m_saidFirst, true))
    {
        m_status.Say(LogLevel::kInfo,
                     "storing in " + directory + ": " + Counted(kept.Count(), "fragment") + ", " +
                         room);
    }
    else if (kept.Counters().full > 0 && !std::exchange(m_saidFull, true))
    {
        m_status.Say(
            LogLevel::kWarning,
            "the store is full, at " + room +
                ": other peers hold what comes; --store-limit gives it more room, if the disk "
                "has any");
    }
}

void
StoreNews::SayHandOver(Time most)
{
    const Storage* const storage = m_peer.GetStorage();
    if (storage && storage->IsHandingOver())
    {
        m_status.Say(LogLevel::kInfo,
                     "handing " + Counted(m_peer.GetDisk()->Kept().Count(), "fragment") +
                         " to other peers, for " + DurationToText(most) +
                         " at most; one more signal ends that at once");
    }
}

} // namespace dht
