/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-vectors.h"

#include "places.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>

namespace dht
{
namespace test
{

Json
Vectors(const std::string& kind, const std::string& file)
{
    std::ifstream stream(places::Vectors() + "/" + file);
    const Json vectors = Json::parse(stream).at(kind);
    EXPECT_FALSE(vectors.empty());
    return vectors;
}

Bytes
FromHex(std::string hex)
{
    hex.erase(std::remove(hex.begin(), hex.end(), ' '), hex.end());
    Bytes bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
    {
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

Bytes
Member(const Json& vector, const char* name)
{
    return FromHex(vector.at(name).get<std::string>());
}

Bytes
MemberIfAny(const Json& vector, const char* name)
{
    return vector.contains(name) ? Member(vector, name) : Bytes();
}

Extensions
MakeExtensions(const Json& vector)
{
    const Bytes area = MemberIfAny(vector, "extensions");
    Extensions extensions;
    for (std::size_t at = 0; at < area.size(); at += 2 + area.at(at + 1))
    {
        const auto value = area.begin() + static_cast<std::ptrdiff_t>(at + 2);
        extensions.Set(area[at], {value, value + area.at(at + 1)});
    }
    return extensions;
}

std::uint64_t
Id(const Json& vector)
{
    return std::stoull(vector.at("id").get<std::string>(), nullptr, 16);
}

Endpoint
MakeEndpoint(const Json& vector)
{
    const Bytes address = Member(vector, "address");
    Endpoint endpoint;
    std::copy(address.begin(), address.end(), endpoint.address.begin());
    endpoint.port = vector.at("port");
    endpoint.ipv6 = address.size() == 16;
    return endpoint;
}

Key
MakeKey(const Json& vector)
{
    return Key::FromBytes(Member(vector, "key").data());
}

Time
MakeLeft(const Json& vector)
{
    return std::chrono::seconds(vector.at("left").get<std::uint32_t>());
}

Fragment
MakeFragment(const Json& vector)
{
    const Bytes row = Member(vector, "row");
    Fragment fragment;
    fragment.needed = vector.at("needed");
    fragment.blockSize = vector.at("blockSize");
    fragment.row = {};
    std::copy(row.begin(), row.end(), fragment.row.begin());
    fragment.bytes = Member(vector, "bytes");
    EXPECT_EQ(row.size(), fragment.needed);
    return fragment;
}

} // namespace test
} // namespace dht
