/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EXPECT_INVALID_H
#define DHT_CC_EXPECT_INVALID_H

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

/// Expect that something refuses its arguments. @param action What is to throw. @param said What
/// the exception says.
template <typename Action>
void
ExpectInvalid(Action action, const std::string& said)
{
    try
    {
        action();
        ADD_FAILURE() << "not refused: " << said;
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
    }
}

#endif // DHT_CC_EXPECT_INVALID_H
