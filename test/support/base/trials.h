/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_TRIALS_H
#define DHT_CC_TEST_TRIALS_H

#include <cstdlib>

/**
 * @file
 * @ingroup dht-cc-tests
 * How many random trials a check makes.
 */

/// @param few Unless somebody wants more. @return What DHT_CC_TRIALS says, or so few.
inline unsigned
Trials(unsigned few)
{
    const char* const asked = std::getenv("DHT_CC_TRIALS");
    return asked ? static_cast<unsigned>(std::strtoul(asked, nullptr, 10)) : few;
}

#endif // DHT_CC_TEST_TRIALS_H
