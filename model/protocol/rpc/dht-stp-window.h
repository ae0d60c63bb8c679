/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STP_WINDOW_H
#define DHT_STP_WINDOW_H

#include "dht-parameter.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How many RPCs a peer has in flight at once.
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

/// One for all that a peer asks others (STP): w grows by 1/w for each reply and is halved by a
/// timeout, whoever was asked. It is none of the windows of a link's transport
/// (dht-transport-window.h): those count bytes to one end, and judge the queue by round trips to
/// it; here each RPC may have another end, and a reply tells nothing but that it came.
class StpWindow
{
  public:
    /// @param options The constants.
    explicit StpWindow(const StpWindowOptions& options);

    /// @return w, at least 1.
    double Size() const;
    /// @return How many RPCs may be in flight: at least 1.
    std::size_t Limit() const;
    /// @return How many are.
    std::size_t InFlight() const;
    /// @return Whether one more may be sent. After w was halved, more than Limit() are in flight
    /// until enough of them have left.
    bool HasRoom() const;

    /// An RPC is sent. There must be room. @param now The present.
    void Enter(Time now);
    /// An RPC is in flight no more, or is not counted any more. @param now The present.
    void Leave(Time now);
    /// An RPC was answered.
    void OnReply();
    /// An RPC was not answered in time. @param now The present. @param sent When it was sent.
    void OnTimeout(Time now, Time sent);

  private:
    StpWindowOptions m_options; ///< The constants.
    double m_size{1};           ///< w.
    std::size_t m_inFlight{0};  ///< RPCs.
    Time m_halved{-1};          ///< When w was halved last; below 0: never.
    Time m_lastUse{0};          ///< When the last one left.
};

} // namespace dht

#endif // DHT_STP_WINDOW_H
