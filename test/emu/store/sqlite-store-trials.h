/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_SQLITE_STORE_TRIALS_H
#define DHT_CC_TEST_SQLITE_STORE_TRIALS_H

#include "dht-fragment.h"

#include <chrono>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What checks of a store in a file share.
 */

namespace dht
{
namespace test
{

/// For which fragments are kept.
constexpr Time kHour = std::chrono::hours(1);

/// @param number Any number; the same one makes the same fragment. @return A fragment.
Fragment SomeFragment(unsigned number);

/// @param directory Where a store shall be opened. @return The line that says why it is not.
std::string WhyNot(const std::string& directory);

/// Expect that a line has some words, and is one. @param line What a program said. @param words The
/// words.
void ExpectLine(const std::string& line, const std::vector<std::string>& words);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_SQLITE_STORE_TRIALS_H
