/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STP_WINDOW_H
#define DHT_STP_WINDOW_H

#include "dht-parameter.h"
#include "dht-rpc-window.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How many RPCs a peer has in flight at once, as NSDI04 has it.
 */

namespace dht
{

/// Which timeouts halve the window.
enum class WindowHalving : std::uint8_t
{
    kEachRpc,   ///< Each RPC's first one.
    kEachRound, ///< Those of RPCs that were sent after the window was halved last.
};

/// The constants of the window. The defaults are those of Dabek et al., "Designing a DHT for low
/// latency and high throughput", NSDI 2004, section 5.2.1.
struct StpWindowOptions
{
    double multiplier{3};                           ///< RPCs in flight for each 1 of w.
    double slowStart{1};                            ///< Up to this w, it grows by 1 a reply.
    Time idle{0};                                   ///< After so long w is 1 again; 0: never.
    WindowHalving halving{WindowHalving::kEachRpc}; ///< Which timeouts halve it.

    /// @return What users may set of it: all.
    static const std::vector<ParameterOf<StpWindowOptions>>& Table();
};

/// STP's: w grows by 1/w for each reply and is halved by a timeout, whoever was asked. A reply
/// tells it nothing but that it came: those who answer are at different distances.
class StpWindow : public RpcWindow
{
  public:
    /// @param options The constants.
    explicit StpWindow(const StpWindowOptions& options);

    /// @return w, at least 1.
    double Size() const;
    std::size_t Limit() const override;
    bool TellsDistances() const override;
    void Enter(Time now) override;
    void Leave(Time now) override;
    void OnReply(const RpcReply& reply) override;
    void OnTimeout(Time now, Time sent) override;

  private:
    StpWindowOptions m_options; ///< The constants.
    double m_size{1};           ///< w.
    Time m_halved{-1};          ///< When w was halved last; below 0: never.
    Time m_lastUse{0};          ///< When the last one left.
};

} // namespace dht

#endif // DHT_STP_WINDOW_H
