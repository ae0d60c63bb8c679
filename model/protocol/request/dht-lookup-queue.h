/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOOKUP_QUEUE_H
#define DHT_LOOKUP_QUEUE_H

#include "dht-lookup-window.h"
#include "dht-outstanding-request.h"
#include "dht-peer-context.h"
#include "dht-rpc-queue.h"

#include <cstdint>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * Lookups that wait until they may ask somebody (iterative routing).
 */

namespace dht
{

/**
 * Which lookups of a peer wait for room to ask somebody, in the queue of datagrams or in a window,
 * and which take room in the window. Few peers ever have one that waits: it is empty until then.
 */
class LookupQueue
{
  public:
    /// From now on, lookups have to find room in a window, too; none asks anybody yet. @param
    /// context The peer's context. @param window How many may be asking somebody at once.
    void LimitBy(PeerContext& context, std::unique_ptr<RpcWindow> window);

    /// @return The window; null if there is none.
    const RpcWindow* Window() const;
    /// @return Whether there is a window, and it has no room.
    bool IsWindowFull() const;

    // the lookups that wait

    /// @return How many lookups wait.
    std::size_t Size() const;
    /// Let a lookup wait. @param context The peer's context. @param [in,out] own The lookup. @param
    /// isAgain Whether somebody was late, so that it goes before others.
    void Add(PeerContext& context, OutstandingRequest& own, bool isAgain);
    /// @return The id of the next one, taken out; there must be one.
    std::uint64_t Take();

    // those that ask somebody: nothing happens without a window

    /// A lookup asks somebody. @param context The peer's context. @param now The present. @param
    /// own The lookup.
    void OnAsked(PeerContext& context, Time now, const OutstandingRequest& own);
    /// Nobody whom it asks has answered in time. @param context The peer's context. @param now The
    /// present. @param id Its id.
    void OnLate(PeerContext& context, Time now, std::uint64_t id);
    /// It asks nobody any more. @param context The peer's context. @param now The present. @param
    /// id Its id.
    void Forget(PeerContext& context, Time now, std::uint64_t id);
    /// A question was answered that says how long that takes, unless it was an earlier one. @param
    /// context The peer's context. @param now The present. @param own The lookup. @param attempt
    /// The transmission that was answered. @param sent When that left.
    void OnAnswered(PeerContext& context,
                    Time now,
                    const OutstandingRequest& own,
                    std::uint8_t attempt,
                    Time sent);
    /// @param own A lookup. @param attempt A transmission of it. @return When that left, if it was
    /// the first one of the lookup's question; else nothing.
    std::optional<Time> FirstSent(const OutstandingRequest& own, std::uint8_t attempt) const;
    /// @param own A lookup. @return Whether its question was late, and not sent again since.
    bool IsLate(const OutstandingRequest& own) const;

  private:
    /// What there is once it is needed.
    struct State
    {
        /// @param random For the queue, which does not draw from it.
        explicit State(Random& random)
            : waiting(RpcOrder::kFirst, random)
        {
        }

        RpcQueue waiting;                     ///< Ids of lookups that wait for room.
        std::unique_ptr<LookupWindow> window; ///< In which they have to find it, too; or null.
    };

    /// @param context The peer's context. @return The state, which is needed now.
    State& Need(PeerContext& context);
    /// @return The window; null if there is none.
    LookupWindow* GetWindow() const;
    /// Tell the observer what the window is by now. @param context The peer's context. @param now
    /// The present.
    void Tell(PeerContext& context, Time now) const;

    std::unique_ptr<State> m_state; ///< Null until it is needed.
};

} // namespace dht

#endif // DHT_LOOKUP_QUEUE_H
