/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_LONE_STORAGE_H
#define DHT_CC_LONE_STORAGE_H

#include "dht-block-code.h"
#include "dht-memory-block-store.h"
#include "dht-memory-timer.h"
#include "dht-storage.h"
#include "memory-ring.h"
#include "random-block.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * The storage of one peer, to which a test answers for all others.
 */

namespace dht::test
{

/// Ids are ports, so that anybody may be anywhere.
constexpr std::uint32_t kHere = 30000;
/// Between one peer and the next.
constexpr std::uint32_t kStep = 100;

/// @param id An id. @return Whose it is: each is on a host of its own.
inline Endpoint
AtId(std::uint32_t id)
{
    return Endpoint::Ipv4(id, static_cast<std::uint16_t>(id));
}

/// A place between a predecessor and 16 successors that are as far from each other.
class EvenPlace : public RingInfo
{
  public:
    RingNode Self() const override
    {
        return {AtId(kHere), Key(kHere)};
    }

    bool HasPlace() const override
    {
        return true;
    }

    RingNodes Successors() const override
    {
        RingNodes nodes;
        for (std::uint32_t i = 1; i <= 16; ++i)
        {
            nodes.push_back({AtId(kHere + i * kStep), Key(kHere + i * kStep)});
        }
        return nodes;
    }

    std::optional<RingNode> Predecessor() const override
    {
        return RingNode{AtId(kHere - kStep), Key(kHere - kStep)};
    }

    bool IsWhole() const override
    {
        return false;
    }

    RingNodes Towards(const Key& /* key */, std::size_t /* most */) const override
    {
        return {Successors().back()};
    }

    Key IdOf(const Endpoint& endpoint) const override
    {
        return Key(endpoint.port);
    }
};

/// A storage on its own, whose lookups are answered by a test.
class LoneStorage : public testing::Test, private StorageHost
{
  protected:
    /// Keep a fragment. @param id Its block's key.
    void Keep(std::uint32_t id)
    {
        kept.Put(events.Now(), Key(id), AnyFragment(std::chrono::hours(9)));
    }

    /// Sweep once or twice. @param time How long that takes.
    void Run(Time time)
    {
        storage.OnWake(events.Now());
        events.RunUntil(events.Now() + time);
    }

    /// The storage says something. @param to The receiver's endpoint. @param message The message.
    void SendStorage(const Endpoint& to, const StorageMessage& message) override
    {
        if (BodyOf<SyncBody>(message))
        {
            compared.insert(to.port);
        }
        if (const auto* const store = BodyOf<StoreBody>(message))
        {
            offered[to.port].insert(store->key);
        }
        if (const auto* const stored = BodyOf<StoredBody>(message))
        {
            told = stored->status;
        }
        const auto* const locate = BodyOf<LocateBody>(message);
        if (!locate)
        {
            if (const auto body = says ? says(to.port, message) : std::nullopt)
            {
                Reply(to, message, *body);
            }
            return;
        }
        lookedUp.insert(locate->key);
        ++lookups;
        Reply(to, message, AcceptedBody{});
        StorageMessage located;
        located.id = locate->lookup;
        LocatedBody body{true, {}};
        for (const std::uint32_t id : followers)
        {
            body.peers.push_back({AtId(id), {}});
        }
        if (contradicted.count(locate->key) > 0)
        {
            body.peers.back().endpoint = AtId(kHere - kStep / 2);
        }
        located.body.Write() = body;
        Arrive(to, located);
    }

    /// Somebody answers. @param from The peer's endpoint. @param question The message that it got.
    /// @param body The answer.
    void Reply(const Endpoint& from, const StorageMessage& question, const StorageBody& body)
    {
        StorageMessage answer;
        answer.id = question.id;
        answer.attempt = question.attempt;
        answer.body.Write() = body;
        Arrive(from, answer);
    }

    /// Something is under way to the storage. @param from The sender's endpoint. @param message The
    /// message.
    void Arrive(const Endpoint& from, const StorageMessage& message)
    {
        events.At(events.Now() + FromSeconds(0.01),
                  [this, from, message] { storage.OnMessage(events.Now(), from, message); });
    }

    /// Everybody lacks everything, and takes it. @param message A question. @return The answer.
    static std::optional<StorageBody> TakesAll(const StorageMessage& message)
    {
        if (BodyOf<SyncBody>(message))
        {
            return SyncedBody{SyncStatus::kKeys, {}, {}};
        }
        return StoredBody{StoredStatus::kStored};
    }

    /// The peer leaves, and has an hour. @param time How long that is watched.
    void Leave(Time time)
    {
        storage.HandOver(events.Now(), events.Now() + std::chrono::hours(1));
        events.RunUntil(events.Now() + time);
    }

    /// What a peer answers to a question other than a lookup; empty: nothing.
    std::function<std::optional<StorageBody>(std::uint32_t peer, const StorageMessage& message)>
        says;
    std::map<std::uint32_t, std::set<Key>> offered; ///< To peers, by id.
    std::optional<StoredStatus> told;               ///< To who wanted to store last.

    std::vector<std::uint32_t> followers; ///< What a lookup finds.
    std::set<Key> contradicted;           ///< Keys of which something is said that cannot be.
    std::set<Key> lookedUp;               ///< Keys.
    std::size_t lookups{0};               ///< How many there were.
    std::set<std::uint32_t> compared;     ///< Peers that were asked what they hold, by id.
    EventQueue events;                    ///< The clock.
    MersenneRandom random{1};             ///< For ids.
    EvenPlace ring;                       ///< Its place.
    MemoryBlockStore kept{{}};            ///< What it holds.
    Storage storage{{Repairing(), {}, {}, ring, *this, kept, random}}; ///< The storage.

  private:
    void WakeStorageAt(Time time) override
    {
        m_timer.Set(time);
    }

    /// @return An interval of a minute.
    static StorageOptions Repairing()
    {
        StorageOptions options;
        options.repairInterval = std::chrono::minutes(1);
        return options;
    }

    MemoryTimer m_timer{
        {[this] { return events.Now(); },
         [this](Time time, std::function<void()> action) { events.At(time, std::move(action)); }},
        [this](Time now) { storage.OnWake(now); }}; ///< When it is called.
};

/// @param key A key. @return Sixteen who follow it closely.
inline std::vector<std::uint32_t>
CloseFollowers(std::uint32_t key)
{
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 1; i <= 16; ++i)
    {
        ids.push_back(key + 10 * i);
    }
    return ids;
}

} // namespace dht::test

#endif // DHT_CC_LONE_STORAGE_H
