/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dht-wire-format.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace dht
{
namespace
{

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

Json
Vectors(const std::string& kind)
{
    std::ifstream file(DHT_CC_TEST_VECTORS "/frames.json");
    const Json vectors = Json::parse(file).at(kind);
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

Request
MakeRequest(const Json& vector)
{
    Request request;
    request.id = Id(vector);
    request.key = KeyFromBytes(Member(vector, "key").data());
    request.source = MakeEndpoint(vector.at("source"));
    request.milliRate = vector.at("milliRate");
    request.attempt = vector.at("attempt");
    request.hopLimit = vector.at("hopLimit");
    request.marked = vector.at("marked");
    const Bytes payload = Member(vector, "payload");
    if (!payload.empty())
    {
        auto bytes = boost::make_shared<std::uint8_t[]>(payload.size());
        std::copy(payload.begin(), payload.end(), bytes.get());
        request.payload = {bytes, payload.size()};
    }
    return request;
}

TEST(WireVectorsTest, RequestsAreDecoded)
{
    for (const Json& vector : Vectors("requests"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        const Request expected = MakeRequest(vector);
        Request request;
        ASSERT_EQ(Decode(frame.data(), frame.size(), request), WireError::kNone);
        EXPECT_EQ(request.id, expected.id);
        EXPECT_EQ(request.key, expected.key);
        EXPECT_TRUE(request.source == expected.source);
        EXPECT_EQ(request.milliRate, expected.milliRate);
        EXPECT_EQ(request.attempt, expected.attempt);
        EXPECT_EQ(request.hopLimit, expected.hopLimit);
        EXPECT_EQ(request.marked, expected.marked);
        const auto* const payload = request.payload.bytes.get();
        EXPECT_EQ(Bytes(payload, payload + request.payload.size), Member(vector, "payload"));
    }
}

TEST(WireVectorsTest, RequestsAreEncoded)
{
    for (const Json& vector : Vectors("requests"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Request request = MakeRequest(vector);
        Bytes frame(FrameSize(request));
        Encode(request, frame.data());
        EXPECT_EQ(frame, Member(vector, "frame"));
    }
}

TEST(WireVectorsTest, AcksAreDecoded)
{
    for (const Json& vector : Vectors("acks"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        OverlayAck ack;
        ASSERT_EQ(Decode(frame.data(), frame.size(), ack), WireError::kNone);
        EXPECT_EQ(ack.id, Id(vector));
        EXPECT_EQ(ack.attempt, vector.at("attempt"));
        EXPECT_EQ(ack.hopLimit, vector.at("hopLimit"));
        EXPECT_EQ(ack.marked, vector.at("marked"));
        EXPECT_TRUE(ack.responsible == MakeEndpoint(vector.at("responsible")));
    }
}

TEST(WireVectorsTest, AcksAreEncoded)
{
    for (const Json& vector : Vectors("acks"))
    {
        SCOPED_TRACE(vector.at("name"));
        const OverlayAck ack{Id(vector),
                             vector.at("attempt"),
                             vector.at("hopLimit"),
                             vector.at("marked"),
                             MakeEndpoint(vector.at("responsible"))};
        EXPECT_EQ(Encode(ack), Member(vector, "frame"));
    }
}

TEST(WireVectorsTest, InvalidFramesAreRejectedForTheReasonStated)
{
    std::set<std::string> reasons;
    for (const Json& vector : Vectors("invalid"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        Request request;
        OverlayAck ack;
        const WireError error = vector.at("as") == "ack"
                                    ? Decode(frame.data(), frame.size(), ack)
                                    : Decode(frame.data(), frame.size(), request);
        EXPECT_EQ(ToString(error), vector.at("error").get<std::string>());
        reasons.insert(ToString(error));
    }
    // there is a vector for every kind of error
    EXPECT_EQ(reasons, (std::set<std::string>{"length", "version", "type", "field"}));
}

} // namespace
} // namespace dht
