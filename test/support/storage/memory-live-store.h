/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MEMORY_LIVE_STORE_H
#define DHT_CC_TEST_MEMORY_LIVE_STORE_H

#include "dht-maintenance.h"
#include "dht-memory-block-store.h"
#include "dht-memory-extension.h"
#include "dht-memory-timer.h"
#include "dht-storage.h"

#include <functional>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-cc-tests
 * The store of a peer of a live ring in memory.
 */

namespace dht
{
namespace test
{

/// What stores of a live ring are like.
struct LiveStoreOptions
{
    StorageOptions storage{}; ///< How blocks are found, fetched and stored.
    StoreLimits limits{};     ///< How much a peer keeps.
    bool wantsTokens{true};   ///< As in StorageParts.
};

/// A storage that finds its ring in maintenance, and the host that runs it.
class LiveStore : public MemoryExtension, private StorageHost, private StorageObserver
{
  public:
    /// What it needs of the peer that it belongs to.
    struct Way
    {
        std::function<void(const Endpoint&, const StorageMessage&)> send; ///< Sends.
        std::function<void(Time, std::function<void()>)> at;              ///< Calls later.
        std::function<Time()> now;                                        ///< The present.
    };

    /// @param options What it is like. @param ring Its place. @param random For ids. @param way
    /// The rest.
    LiveStore(const LiveStoreOptions& options,
              std::unique_ptr<RingInfo> ring,
              Random& random,
              Way way)
        : m_way(std::move(way)),
          m_ring(std::move(ring)),
          m_store(options.limits),
          m_storage({options.storage,
                     {},
                     {},
                     *m_ring,
                     *this,
                     m_store,
                     random,
                     nullptr,
                     options.wantsTokens}),
          m_timer({m_way.now, m_way.at}, [this](Time now) { m_storage.OnWake(now); })
    {
        m_storage.SetObserver(this);
    }

    /// @return The storage.
    Storage& Get()
    {
        return m_storage;
    }

    /// @return What it knows of the ring.
    const RingInfo& Ring() const
    {
        return *m_ring;
    }

    /// @return What it keeps.
    BlockStore& Kept()
    {
        return m_store;
    }

    // dht::MemoryExtension
    bool OnDatagram(Time now, const Endpoint& from, const Datagram& datagram) override
    {
        const auto* const message = std::get_if<StorageMessage>(&datagram);
        if (message)
        {
            m_storage.OnMessage(now, from, *message);
        }
        return message != nullptr;
    }

    bool IdentitiesHold() const override
    {
        return m_storage.IdentitiesHold();
    }

    std::optional<FetchReport> fetched; ///< The last get that has ended.
    std::optional<PutReport> put;       ///< The last put that has ended.

  private:
    void SendStorage(const Endpoint& to, const StorageMessage& message) override
    {
        m_way.send(to, message);
    }

    void WakeStorageAt(Time time) override
    {
        m_timer.Set(time);
    }

    void OnFetched(Time /* now */, const FetchReport& report) override
    {
        fetched = report;
    }

    void OnPut(Time /* now */, const PutReport& report) override
    {
        put = report;
    }

    Way m_way;                        ///< To the others.
    std::unique_ptr<RingInfo> m_ring; ///< What it knows of the ring.
    MemoryBlockStore m_store;         ///< What it keeps.
    Storage m_storage;                ///< The storage.
    MemoryTimer m_timer;              ///< When it wants to be called.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MEMORY_LIVE_STORE_H
