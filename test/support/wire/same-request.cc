/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "same-request.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace dht
{
namespace test
{

void
ExpectSame(const Request& expected, const Request& actual)
{
    EXPECT_EQ(actual.kind, expected.kind);
    EXPECT_EQ(actual.id, expected.id);
    EXPECT_EQ(actual.key, expected.key);
    EXPECT_EQ(actual.source, expected.source);
    EXPECT_EQ(actual.milliRate, expected.milliRate);
    EXPECT_EQ(actual.attempt, expected.attempt);
    EXPECT_EQ(actual.hopLimit, expected.hopLimit);
    EXPECT_EQ(actual.marked, expected.marked);
    EXPECT_EQ(actual.extras->requestHopLimit, expected.extras->requestHopLimit);
    EXPECT_EQ(actual.extras->isWithheld, expected.extras->isWithheld);
    EXPECT_EQ(actual.extras->replyTo, expected.extras->replyTo);
    EXPECT_EQ(actual.extras->extensions.Area(), expected.extras->extensions.Area());
    const Payload& payload = expected.extras->payload;
    ASSERT_EQ(actual.extras->payload.size, payload.size);
    EXPECT_TRUE(std::equal(payload.bytes.get(),
                           payload.bytes.get() + payload.size,
                           actual.extras->payload.bytes.get()));
}

} // namespace test
} // namespace dht
