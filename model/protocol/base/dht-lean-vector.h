/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LEAN_VECTOR_H
#define DHT_LEAN_VECTOR_H

#include <boost/container/vector.hpp>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A vector for what every one of a million peers has.
 */

namespace dht
{

/// A vector that itself takes 16 bytes, for fewer than 2^32 elements. @tparam Element Of what.
template <typename Element>
using LeanVector = boost::container::vector<
    Element,
    void,
    boost::container::vector_options<boost::container::stored_size<std::uint32_t>>::type>;

} // namespace dht

#endif // DHT_LEAN_VECTOR_H
