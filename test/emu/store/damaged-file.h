/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_DAMAGED_FILE_H
#define DHT_CC_TEST_DAMAGED_FILE_H

#include <cstddef>
#include <random>
#include <string>

/// What may be there of a file that was written when the power went, or somebody else wrote there.
/// @param file What was written, from its begin to its end. @param old What was there before.
/// @param random Chooses. @return What is there now: nothing, a part of it, with zeros or old bytes
/// where pages are missing, with flipped bits, leaves in each other's places, more than there
/// should be, or anything.
std::string Damaged(const std::string& file, const std::string& old, std::mt19937& random);

/// @param least At least. @param most At most. @param random Chooses. @return A number.
std::size_t Draw(std::size_t least, std::size_t most, std::mt19937& random);

/// @param size How many. @param random Chooses. @return Bytes.
std::string DrawBytes(std::size_t size, std::mt19937& random);

#endif // DHT_CC_TEST_DAMAGED_FILE_H
