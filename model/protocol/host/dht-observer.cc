/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-observer.h"

#include <iterator>

namespace dht
{

const char*
ToString(PlaceChange change)
{
    constexpr const char* names[] = {"joined",
                                     "left",
                                     "predecessor",
                                     "successor",
                                     "linked",
                                     "unlinked",
                                     "suspected",
                                     "trusted",
                                     "given_up"};
    static_assert(std::size(names) == static_cast<std::size_t>(PlaceChange::kCount));
    return names[static_cast<std::size_t>(change)];
}

} // namespace dht
