/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-storage.h"

#include <utility>

namespace dht
{

PeerStorage::PeerStorage(boost::asio::io_context& context,
                         const PeerClock& clock,
                         DatagramPort& datagrams,
                         std::unique_ptr<RingInfo> ring,
                         const PeerStoreOptions& options,
                         Random& random,
                         RepairLinks* links)
    : m_clock(&clock),
      m_store(options.directory, options.limits),
      m_origin(m_store.Opened() - clock.Now()),
      m_datagrams(&datagrams),
      m_limits(options.limits),
      m_handOver(options.handOver),
      m_ring(std::move(ring)),
      m_wake(context, clock, [this] { OnWake(); }),
      m_mend(context, clock, [this] { Mend(); }),
      m_storage({options.storage,
                 options.rpcs,
                 options.vivaldi,
                 *m_ring,
                 *this,
                 m_store,
                 random,
                 nullptr,
                 true,
                 links})
{
    WakeStorageAt(Now()); // what goes by the clock begins, even if nothing is ever heard
    Mend();
}

WireError
PeerStorage::OnMessage(const Endpoint& from, const StorageMessage& message, StorageCarrier carrier)
{
    const Time now = Now();
    if (m_tap && carrier == StorageCarrier::kDatagram)
    {
        m_tap->OnMessage(now, from, message);
    }
    return m_storage.OnMessage(now, from, message, carrier);
}

void
PeerStorage::OnLinkSilent(const Endpoint& peer)
{
    m_storage.OnLinkSilent(Now(), peer);
}

void
PeerStorage::HandOver()
{
    const Time now = Now();
    m_storage.HandOver(now, now + m_handOver);
}

void
PeerStorage::Stop()
{
    m_wake.Stop();
    m_mend.Stop();
    m_store.Note(Now());
}

void
PeerStorage::Mend()
{
    m_mend.SetAt(m_store.Mend(Now()) - m_origin);
}

const std::vector<std::string>&
PeerStorage::News() const
{
    return m_store.News();
}

void
PeerStorage::SetTap(StorageTap* tap)
{
    m_tap = tap;
}

const Storage&
PeerStorage::GetStorage() const
{
    return m_storage;
}

const BlockStore&
PeerStorage::Kept() const
{
    return m_store;
}

const StoreLimits&
PeerStorage::Limits() const
{
    return m_limits;
}

void
PeerStorage::SendStorage(const Endpoint& to, const StorageMessage& message)
{
    if (m_tap)
    {
        m_tap->OnSent(to, message);
    }
    m_datagrams->Send(to, message);
}

void
PeerStorage::WakeStorageAt(Time time)
{
    m_wake.SetAt(time == kNever ? kNever : time - m_origin);
}

void
PeerStorage::OnWake()
{
    const Time now = Now();
    if (m_tap)
    {
        m_tap->OnWake(now);
    }
    m_storage.OnWake(now);
}

Time
PeerStorage::Now() const
{
    return m_origin + m_clock->Now();
}

} // namespace dht
