/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace dht
{

std::optional<Key>
KeyIn(const std::string& text)
{
    std::array<std::uint8_t, kKeyBits / 8> bytes{};
    const bool hex = text.size() == 2 * bytes.size() &&
                     std::all_of(text.begin(), text.end(), [](unsigned char digit) {
                         return std::isxdigit(digit) != 0;
                     });
    if (!hex)
    {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        bytes[i] = static_cast<std::uint8_t>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
    }
    return Key::FromBytes(bytes.data());
}

} // namespace dht
