/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REGISTERED_RPC_WINDOW_H
#define DHT_REGISTERED_RPC_WINDOW_H

#include "dht-limited-rounds.h"
#include "dht-rpc-window.h"
#include "dht-window-registry.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * RPCs under a window of the overlay's own transport.
 */

namespace dht
{

/**
 * A window of the transport counts RPCs. Each is a full packet to it, whatever its question and its
 * answer are, and its acknowledgement is the answer. The delay that the window heeds is what an
 * answer took beyond its prediction: that is the queue, and so peers near and far have one base.
 * Coordinates would soon take a lasting queue for distance, so they learn only while few RPCs are
 * in flight.
 *
 * A timeout is a loss; if nothing was answered that left after the RPC, it is the loss of all. It
 * is not undone when the answer comes after all: timers are short, so that is what a queue does.
 * RPCs leave at once, whatever the window's pacing is.
 */
class RegisteredRpcWindow : public RpcWindow
{
  public:
    /// @param kind A kind of window, whose constants it has.
    explicit RegisteredRpcWindow(const WindowKind& kind);

    std::size_t Limit() const override;
    bool TellsDistances() const override;
    void Enter(Time now) override;
    void OnReply(const RpcReply& reply) override;
    void OnTimeout(Time now, Time sent) override;

  private:
    std::size_t m_size;                        ///< Bytes that an RPC is to the window.
    std::unique_ptr<TransportWindow> m_window; ///< The window.
    LimitedRounds m_rounds;                    ///< Which round trips it bounds.
    Time m_newest{-1};                         ///< When the newest RPC was sent that was answered.
};

} // namespace dht

#endif // DHT_REGISTERED_RPC_WINDOW_H
