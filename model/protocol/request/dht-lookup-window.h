/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOOKUP_WINDOW_H
#define DHT_LOOKUP_WINDOW_H

#include "dht-rpc-window.h"
#include "dht-time.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * How many lookups of a peer may be asking somebody at once.
 */

namespace dht
{

/**
 * A window of RPCs for the questions of a peer's iterative lookups, whoever is asked. A lookup asks
 * one question after the other, and each is an RPC: from when it is sent until it is answered, or
 * late. A question that is sent again, to the same peer or to another one, stays the same RPC,
 * whose first timeout alone counts. Nothing is kept for a peer that is asked.
 */
class LookupWindow
{
  public:
    /// @param window How many may be under way; none is.
    explicit LookupWindow(std::unique_ptr<RpcWindow> window);

    /// @return The window.
    const RpcWindow& Window() const;

    /// A question is sent, for the first time or again. There must be room. @param now The present.
    /// @param lookup The id of its lookup, which has no other one under way. @param attempt Which
    /// transmission of the lookup it is, on the wire.
    void OnAsked(Time now, std::uint64_t lookup, std::uint8_t attempt);

    /// @param lookup The id of a lookup. @param attempt A transmission, by an answer to it. @return
    /// When it left, if it was the first one of the lookup's question; else nothing.
    std::optional<Time> FirstSent(std::uint64_t lookup, std::uint8_t attempt) const;

    /// A question was answered. @param now The present. @param sent When it left.
    void OnAnswered(Time now, Time sent);

    /// A question was not answered in time: it is not under way any more. @param now The present.
    /// @param lookup The id of its lookup.
    void OnLate(Time now, std::uint64_t lookup);

    /// @param lookup The id of a lookup. @return Whether its question was late, and not sent again
    /// since.
    bool IsLate(std::uint64_t lookup) const;

    /// A lookup has no question any more. @param now The present. @param lookup Its id. @return
    /// Whether it had one.
    bool Forget(Time now, std::uint64_t lookup);

  private:
    /// What is known of a question.
    struct Question
    {
        Time first{0};           ///< When it left first.
        std::uint8_t attempt{0}; ///< The first transmission's.
        bool isUnderWay{false};  ///< Whether it takes room in the window.
        bool wasLate{false};     ///< Whether it was ever late.
    };

    std::unique_ptr<RpcWindow> m_window;           ///< How many may be under way.
    std::map<std::uint64_t, Question> m_questions; ///< By the ids of their lookups.
};

} // namespace dht

#endif // DHT_LOOKUP_WINDOW_H
