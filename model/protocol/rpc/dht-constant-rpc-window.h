/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONSTANT_RPC_WINDOW_H
#define DHT_CONSTANT_RPC_WINDOW_H

#include "dht-rpc-window.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * RPCs over what has a congestion control of its own.
 */

namespace dht
{

/// As many RPCs as ever, whatever becomes of them: what carries them makes them wait.
class ConstantRpcWindow : public RpcWindow
{
  public:
    /// @param limit How many may be in flight, at least 1.
    explicit ConstantRpcWindow(std::size_t limit)
        : m_limit(limit)
    {
    }

    std::size_t Limit() const override
    {
        return m_limit;
    }

    bool TellsDistances() const override
    {
        return false; // answers wait for each other
    }

    void OnReply(const RpcReply& /* reply */) override
    {
    }

    void OnTimeout(Time /* now */, Time /* sent */) override
    {
    }

  private:
    std::size_t m_limit; ///< RPCs.
};

} // namespace dht

#endif // DHT_CONSTANT_RPC_WINDOW_H
