/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-error.h"

#include <cstddef>
#include <iterator>

namespace dht
{

const char*
ToString(TransportError error)
{
    constexpr const char* names[] = {"none",
                                     "length",
                                     "version",
                                     "kind",
                                     "flags",
                                     "padding",
                                     "ranges",
                                     "hold",
                                     "connection",
                                     "cookie",
                                     "full",
                                     "state",
                                     "window",
                                     "conflict",
                                     "echo",
                                     "optimistic"};
    static_assert(std::size(names) == static_cast<std::size_t>(TransportError::kCount));
    return names[static_cast<std::size_t>(error)];
}

const char*
ToString(TransportLoss loss)
{
    constexpr const char* names[] = {"silence", "reset", "lie", "exhausted"};
    static_assert(std::size(names) == static_cast<std::size_t>(TransportLoss::kCount));
    return names[static_cast<std::size_t>(loss)];
}

} // namespace dht
