/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_HOUSE_H
#define DHT_CC_TEST_HOUSE_H

#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * The rooms in which the C++ files of the project live, and which of them may include which.
 */

namespace tree
{

using Names = std::set<std::string>;

/// A directory of C++ files, and what it is built on.
struct Room
{
    std::string name; ///< Its path.
    Names below;      ///< Rooms whose headers it may include, or storeys: all rooms in a directory.
    bool knowsNs3;    ///< Whether it may include ns-3.
};

/// The house, from the ground up.
extern const std::vector<Room> kHouse;

/// @param text A text. @param start Another. @return Whether the text begins with the other one.
bool StartsWith(const std::string& text, const std::string& start);

/// @param room A room. @param from Another. @return Whether it may include the other's headers.
bool MayInclude(const Room& room, const std::string& from);

} // namespace tree

#endif // DHT_CC_TEST_HOUSE_H
