/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_ENUM_ACCESSOR_H
#define DHT_CC_DHT_ENUM_ACCESSOR_H

#include "ns3/enum.h"

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * MakeEnumAccessor() for every supported ns-3: from ns-3.41 on, its first template argument is the
 * enumeration; before, it was the type of the accessor.
 */

namespace ns3
{

/// @cond IGNORE
// the int overload is preferred where it is valid
template <typename E, typename A>
auto
MakeAnyEnumAccessorImpl(A accessor, int) -> decltype(MakeEnumAccessor<E>(accessor))
{
    return MakeEnumAccessor<E>(accessor);
}

template <typename E, typename A>
auto
MakeAnyEnumAccessorImpl(A accessor, long) -> decltype(MakeEnumAccessor(accessor))
{
    return MakeEnumAccessor(accessor);
}

/// @endcond

/**
 * @tparam E The enumeration.
 * @param accessor A pointer to a member.
 * @return The attribute's accessor.
 */
template <typename E, typename A>
auto
MakeAnyEnumAccessor(A accessor)
{
    return MakeAnyEnumAccessorImpl<E>(accessor, 0);
}

} // namespace ns3

#endif // DHT_CC_DHT_ENUM_ACCESSOR_H
