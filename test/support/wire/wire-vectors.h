/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_WIRE_VECTORS_H
#define DHT_CC_TEST_WIRE_VECTORS_H

#include "dht-fragment.h"
#include "dht-wire-format.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What the files of test/vectors/ say, in this implementation's words.
 */

namespace dht
{
namespace test
{

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

/// @param kind A member of the file. @param file Of test/vectors/. @return Its vectors, of which
/// there are some.
Json Vectors(const std::string& kind, const std::string& file = "frames.json");

/// @param hex Hexadecimal digits, with spaces anywhere. @return The bytes.
Bytes FromHex(std::string hex);

/// @param vector A vector. @param name Of a hexadecimal member. @return Its bytes.
Bytes Member(const Json& vector, const char* name);

/// @param vector A vector. @param name Of a hexadecimal member. @return Its bytes; none if it is
/// not there.
Bytes MemberIfAny(const Json& vector, const char* name);

/// @param vector A vector. @return What its member "extensions" says; none if it is not there.
Extensions MakeExtensions(const Json& vector);

/// @param vector A vector. @return Its id, a number of 64 bits.
std::uint64_t Id(const Json& vector);

/// @param vector What a vector says of an endpoint. @return The endpoint.
Endpoint MakeEndpoint(const Json& vector);

/// @param vector With a key. @return The key.
Key MakeKey(const Json& vector);

/// @param vector With a lifetime that is left. @return The time left.
Time MakeLeft(const Json& vector);

/// @param vector With what is in a fragment. @return The fragment, without its lifetime.
Fragment MakeFragment(const Json& vector);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_WIRE_VECTORS_H
