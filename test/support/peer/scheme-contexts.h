/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_SCHEME_CONTEXTS_H
#define DHT_CC_TEST_SCHEME_CONTEXTS_H

#include "dht-congestion-control.h"

/// What checks of schemes tell them.

namespace dht
{
namespace test
{

/// @param length Requests in the queue. @param sourceRate Of the source, 0 if unknown.
/// @return A request that enters the first queue.
inline EnterContext
Entering(std::size_t length, double sourceRate)
{
    EnterContext request;
    request.length = length;
    request.request.sourceRate = sourceRate;
    return request;
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_SCHEME_CONTEXTS_H
