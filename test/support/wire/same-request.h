/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_SAME_REQUEST_H
#define DHT_CC_TEST_SAME_REQUEST_H

#include "dht-message.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * What two messages have in common.
 */

namespace dht
{
namespace test
{

/// Fail where two messages differ in what goes on the wire. @param expected One request. @param
/// actual The other.
void ExpectSame(const Request& expected, const Request& actual);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_SAME_REQUEST_H
