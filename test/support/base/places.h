/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_PLACES_H
#define DHT_CC_TEST_PLACES_H

#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * Where checks find what was not compiled into them. Only places.cc knows, so that a tree that has
 * moved compiles one file again.
 */

namespace places
{

/// @return The directory of the sources.
std::string Source();

/// @return The directory with the frames that any implementation can check itself against.
std::string Vectors();

/// @return The directory of the programs of examples/.
std::string Examples();

/// @return The directory of the programs that the documentation shows.
std::string DocCode();

/// @return The directory of the programs of emu/.
std::string Emu();

} // namespace places

#endif // DHT_CC_TEST_PLACES_H
