/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_NAME_H
#define DHT_CC_TEST_NAME_H

#include <algorithm>
#include <string>

/// @param name Such as "back-pressure". @return The same name, as googletest allows it in a test's
/// name.
inline std::string
TestName(std::string name)
{
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

#endif // DHT_CC_TEST_NAME_H
