/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_KEY_TEXT_H
#define DHT_EMU_KEY_TEXT_H

#include "dht-key.h"

#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * Keys as people type them.
 */

namespace dht
{

/// @param text Any text. @return The key, if it is one in hexadecimal digits.
std::optional<Key> KeyIn(const std::string& text);

} // namespace dht

#endif // DHT_EMU_KEY_TEXT_H
