/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_BARE_STORAGE_H
#define DHT_CC_TEST_BARE_STORAGE_H

#include "datagram-tap.h"
#include "dht-datagram.h"
#include "dht-memory-block-store.h"
#include "dht-storage-tap.h"
#include "dht-storage.h"

#include <algorithm>
#include <functional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What a storage did in some host, done again in none.
 */

namespace dht
{
namespace test
{

/// What went into a storage, in order, and what came out.
struct StorageTrace
{
    /// At this time, this was called.
    struct Call
    {
        Time time{0};                        ///< The present, as the call says.
        std::function<void(Storage&)> enter; ///< Calls an entry point.
    };

    std::vector<Call> calls;               ///< What went in.
    std::vector<ns3::TappedDatagram> sent; ///< What came out.
};

/// Writes down what a host tells.
class TraceTap : public StorageTap
{
  public:
    /// @param now The present. @param enter An entry point, which the host's user calls itself.
    void Note(Time now, std::function<void(Storage&)> enter)
    {
        m_now = now;
        trace.calls.push_back({now, std::move(enter)});
    }

    void OnWake(Time now) override
    {
        Note(now, [now](Storage& storage) { storage.OnWake(now); });
    }

    void OnMessage(Time now, const Endpoint& from, const StorageMessage& message) override
    {
        Note(now, [=](Storage& storage) { storage.OnMessage(now, from, message); });
    }

    void OnSent(const Endpoint& to, const StorageMessage& message) override
    {
        trace.sent.emplace_back(m_now,
                                to.Ipv4Address(),
                                to.port,
                                EncodeDatagram(Datagram(message)));
    }

    StorageTrace trace; ///< What was noted.

  private:
    Time m_now{0}; ///< Of the last call.
};

/// The bare protocol, and no more of a host than it needs.
class BareStorage : private StorageHost
{
  public:
    /// What it is like.
    struct Plan
    {
        RingInfo& ring;            ///< The ring; must outlive it.
        Random& random;            ///< Draws what it drew in the host; likewise.
        bool wantsTokens{false};   ///< As of its parts.
        bool isWokenByTrace{true}; ///< Whether wakes are in the trace; else it wakes when it asked.
        Time toItsHost{0};         ///< What messages to its own address take.
    };

    /// @param plan What it is like.
    explicit BareStorage(const Plan& plan)
        : m_plan(plan),
          m_store({uint64_t{1} << 30, StorageOptions{}.lifetime}),
          m_storage({{}, {}, {}, plan.ring, *this, m_store, plan.random, nullptr, plan.wantsTokens})
    {
    }

    /// Do what was done. @param trace What went in. @param end Until when. @return What came out.
    std::vector<ns3::TappedDatagram> Replay(const StorageTrace& trace, Time end)
    {
        if (!m_plan.isWokenByTrace)
        {
            Wake(Time(0));
        }
        for (const StorageTrace::Call& call : trace.calls)
        {
            WakeUntil(call.time);
            m_now = call.time;
            call.enter(m_storage);
        }
        WakeUntil(end);
        std::stable_sort(m_sent.begin(), m_sent.end(), [](const auto& a, const auto& b) {
            return std::get<Time>(a) < std::get<Time>(b);
        });
        return m_sent;
    }

  private:
    void WakeUntil(Time time)
    {
        while (!m_plan.isWokenByTrace && m_wakeAt < time)
        {
            Wake(std::max(m_wakeAt, m_now));
        }
    }

    void Wake(Time time)
    {
        m_now = time;
        m_wakeAt = kNever;
        m_storage.OnWake(time);
    }

    void SendStorage(const Endpoint& to, const StorageMessage& message) override
    {
        const bool isHere = to.Ipv4Address() == m_plan.ring.Self().endpoint.Ipv4Address();
        m_sent.emplace_back(m_now + (isHere ? m_plan.toItsHost : Time(0)),
                            to.Ipv4Address(),
                            to.port,
                            EncodeDatagram(Datagram(message)));
    }

    void WakeStorageAt(Time time) override
    {
        m_wakeAt = time;
    }

    Plan m_plan;                             ///< What it is like.
    MemoryBlockStore m_store;                ///< What it holds.
    Time m_now{0};                           ///< The present.
    Time m_wakeAt{kNever};                   ///< When it wants to be woken.
    std::vector<ns3::TappedDatagram> m_sent; ///< What came out.
    Storage m_storage;                       ///< The protocol.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_BARE_STORAGE_H
