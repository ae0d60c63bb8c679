/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-disk.h"

namespace dht
{

PeerDisk::PeerDisk(boost::asio::io_context& context,
                   const PeerClock& clock,
                   const PeerStoreOptions& options)
    : m_clock(clock),
      m_options(options),
      m_store(options.directory, options.limits),
      m_origin(m_store.Opened() - clock.Now()),
      m_mend(context, clock, [this] { Mend(); })
{
}

NodeStore
PeerDisk::MakeStore(Random& random, RepairLinks* links)
{
    return {m_options.storage,
            m_options.rpcs,
            m_options.vivaldi,
            m_store,
            random,
            nullptr,
            true,
            links,
            nullptr,
            m_origin};
}

void
PeerDisk::Mend()
{
    m_mend.SetAt(m_store.Mend(Now()) - m_origin);
}

void
PeerDisk::Stop()
{
    m_mend.Stop();
    m_store.Note(Now());
}

Time
PeerDisk::Now() const
{
    return m_origin + m_clock.Now();
}

const std::vector<std::string>&
PeerDisk::News() const
{
    return m_store.News();
}

const BlockStore&
PeerDisk::Kept() const
{
    return m_store;
}

const StoreLimits&
PeerDisk::Limits() const
{
    return m_options.limits;
}

} // namespace dht
