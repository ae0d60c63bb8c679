/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EVENTUALLY_H
#define DHT_CC_EVENTUALLY_H

#include <chrono>
#include <thread>

/// @param done Looks whether something has happened. @return Whether it has, within a minute:
/// however busy the machine is elsewhere.
template <typename Done>
bool
Eventually(Done done)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!done())
    {
        if (std::chrono::steady_clock::now() > end)
        {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

#endif // DHT_CC_EVENTUALLY_H
