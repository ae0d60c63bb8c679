/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SYNC_SERVER_H
#define DHT_SYNC_SERVER_H

#include "dht-block-store.h"
#include "dht-storage-context.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Tells others what a peer holds.
 */

namespace dht
{

/// Answers those who compare what they hold with what is held here. Only who has shown to be where
/// it asks from is told more than that it is the same.
class SyncServer
{
  public:
    /// Keys that are looked at for one question; of more, who asks has to ask for parts.
    static constexpr std::size_t kMostKeys = 65536;
    /// Keys that are looked at in a second, and at once four times as many.
    static constexpr double kKeysPerSecond = 200000;
    /// Keys that are looked at in a second for those who may be anywhere, and at once as many;
    /// whoever comes then is asked to show where it is, so that forged questions keep nobody busy.
    static constexpr double kUnprovedKeysPerSecond = 20000;
    /// Keys that a question counts for, if there are not so many.
    static constexpr std::size_t kLeastCost = 64;

    /// @param context What all parts share; must outlive this object. @param store What is held;
    /// likewise.
    SyncServer(StorageContext& context, const BlockStore& store);

    /// Somebody compares. @param now The present. @param from The asking peer's endpoint. @param
    /// message The message.
    /// @param sync What it says.
    void OnSync(Time now,
                const Endpoint& from,
                const StorageMessage& message,
                const SyncBody& sync);

  private:
    /// @param now The present. @param sync A question. @param isProved Whether its sender is where
    /// it asks from. @return The answer.
    SyncedBody AnswerTo(Time now, const SyncBody& sync, bool isProved);

    /// Keys that may be looked at.
    struct Budget
    {
        double rate;    ///< In a second.
        double most;    ///< At once.
        double left;    ///< Now.
        Time filled{0}; ///< When that was computed.

        /// @param now The present. @return Whether there is time to look.
        bool HasTime(Time now);
    };

    StorageContext& m_context; ///< What all parts share.
    const BlockStore& m_store; ///< What is held.
    /// For who is where it asks from.
    Budget m_proved{kKeysPerSecond, 4 * kKeysPerSecond, kKeysPerSecond};
    /// For all others.
    Budget m_unproved{kUnprovedKeysPerSecond, kUnprovedKeysPerSecond, kUnprovedKeysPerSecond};
};

} // namespace dht

#endif // DHT_SYNC_SERVER_H
