/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MESSAGE_LEVEL_SETUP_H
#define DHT_CC_TEST_MESSAGE_LEVEL_SETUP_H

#include "message-level-monitor.h"
#include "message-level-ring.h"

#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * Rings of message-level peers as checks want them, and what comes of them.
 */

namespace ns3
{
namespace test
{

/// What comes of a ring.
struct Outcome
{
    dht::RingTotals totals;   ///< Of all peers.
    dht::RingResults results; ///< Of the window.
};

/// A ring and how long it runs.
struct RingSetup
{
    std::string scheme{"none"}; ///< Its scheme.
    dht::LinkIndex links{7};    ///< 2^links peers.
    double capacity{120};       ///< Of each peer; 0: its processor has it.
    double alpha{0.05};         ///< Cost of an incoming request.
    bool tcp{false};            ///< Whether there are segments and downlinks.
    bool isIterative{false};    ///< Whether the source asks every peer.
    dht::LookupLimit lookupWindow{dht::LookupLimit::kNone}; ///< Of such a source.
    uint16_t sendBuffer{16};                                ///< Of a link, where there are.
    double spread{0.1};          ///< Of the workloads' starts, in seconds.
    double load{10};             ///< Offered, in requests/s/peer.
    uint64_t seed{1};            ///< Of the random numbers.
    std::size_t queue{200};      ///< Of each peer.
    Time warmup{Seconds(3)};     ///< Before the window.
    dht::Time stop{dht::kNever}; ///< When the workloads end.
    Time duration{Seconds(5)};   ///< Of the window.
};

/// @param setup A ring. @return How to make it.
MessageLevelRing::Plan MakePlan(const RingSetup& setup);

/// @param setup A ring. @return What happens at each of its peers, in one number.
uint64_t DigestOf(const RingSetup& setup);

/// @param setup A ring. @return What comes of it.
Outcome RunRing(const RingSetup& setup);

} // namespace test
} // namespace ns3

#endif // DHT_CC_TEST_MESSAGE_LEVEL_SETUP_H
