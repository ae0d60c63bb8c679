/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_WINDOW_H
#define DHT_RPC_WINDOW_H

#include "dht-time.h"

#include <cstddef>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * How many RPCs a peer may have in flight, by whatever rule.
 */

namespace dht
{

/// What a window is told of an RPC that was answered.
struct RpcReply
{
    Time now{0};                     ///< The present.
    Time sent{0};                    ///< When the question left.
    std::optional<Time> predicted{}; ///< How long the answer was expected to take; nothing if no
                                     ///< prediction is to be trusted.
};

/// One for all that a peer asks others, whoever is asked: RPCs in flight, and how many may be.
/// Times must not decrease from call to call.
class RpcWindow
{
  public:
    virtual ~RpcWindow() = default;

    /// @return How many RPCs may be in flight: at least 1.
    virtual std::size_t Limit() const = 0;

    /// @return How many are.
    std::size_t InFlight() const
    {
        return m_inFlight;
    }

    /// @return Whether one more may be sent. After the limit has fallen, more than Limit() are in
    /// flight until enough of them have left.
    bool HasRoom() const
    {
        return m_inFlight < Limit();
    }

    /// @return Whether an answer that comes now tells how far its sender is, and not how long
    /// queues are: coordinates learn from it.
    virtual bool TellsDistances() const = 0;

    /// An RPC is sent. There must be room. @param now The present.
    virtual void Enter(Time now);
    /// An RPC is in flight no more, or is not counted any more. @param now The present.
    virtual void Leave(Time now);
    /// An RPC was answered. If it is in flight, it leaves after that. @param reply What is known of
    /// it.
    virtual void OnReply(const RpcReply& reply) = 0;
    /// An RPC was not answered in time. @param now The present. @param sent When it was sent.
    virtual void OnTimeout(Time now, Time sent) = 0;

  private:
    std::size_t m_inFlight{0}; ///< RPCs.
};

} // namespace dht

#endif // DHT_RPC_WINDOW_H
