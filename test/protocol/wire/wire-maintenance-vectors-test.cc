/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-endpoint-name.h"
#include "dht-maintenance-format.h"
#include "memory-ring.h"
#include "wire-vectors.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

using namespace test;

/// @return The message that a vector describes.
MaintenanceMessage
MakeMaintenance(const Json& vector, MaintenanceKind kind)
{
    MaintenanceMessage message;
    message.kind = kind;
    message.id = Id(vector);
    message.attempt = vector.at("attempt");
    if (kind == MaintenanceKind::kQuery)
    {
        message.key = Key::FromBytes(Member(vector, "key").data());
    }
    message.responsible = vector.value("responsible", false);
    if (vector.contains("predecessor"))
    {
        message.predecessor = MakeEndpoint(vector.at("predecessor"));
    }
    for (const Json& peer : vector.value("peers", Json::array()))
    {
        message.peers.push_back(MakeEndpoint(peer));
    }
    message.extensions = MakeExtensions(vector);
    return message;
}

/// Decoding a vector's frame yields what it says, and encoding that yields the frame.
void
ExpectFaithful(const Json& vector, MaintenanceKind kind)
{
    SCOPED_TRACE(vector.at("name"));
    const Bytes frame = Member(vector, "frame");
    const MaintenanceMessage expected = MakeMaintenance(vector, kind);
    Datagram datagram;
    ASSERT_EQ(DecodeDatagram(frame.data(), frame.size(), datagram), WireError::kNone);
    const auto& message = std::get<MaintenanceMessage>(datagram);
    EXPECT_EQ(message.kind, expected.kind);
    EXPECT_EQ(message.id, expected.id);
    EXPECT_EQ(message.attempt, expected.attempt);
    EXPECT_EQ(message.key, expected.key);
    EXPECT_EQ(message.responsible, expected.responsible);
    EXPECT_TRUE(message.predecessor == expected.predecessor);
    EXPECT_TRUE(message.peers == expected.peers);
    EXPECT_EQ(message.extensions.Area(), expected.extensions.Area());
    EXPECT_EQ(EncodeDatagram(expected), frame);
}

TEST(WireMaintenanceVectorsTest, MessagesOfAllKinds)
{
    const std::pair<const char*, MaintenanceKind> kinds[] = {
        {"queries", MaintenanceKind::kQuery},
        {"neighbours", MaintenanceKind::kNeighbours},
        {"notifies", MaintenanceKind::kNotify},
        {"leaves", MaintenanceKind::kLeave},
    };
    ASSERT_EQ(std::size(kinds), static_cast<std::size_t>(MaintenanceKind::kCount));
    for (const auto& [name, kind] : kinds)
    {
        for (const Json& vector : Vectors(name))
        {
            ExpectFaithful(vector, kind);
        }
    }
}

TEST(WireMaintenanceVectorsTest, OnlyQueriesOfOtherVersionsAreAnswered)
{
    for (const Json& vector : Vectors("otherVersions"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        const Bytes expected = Member(vector, "answer");
        const auto answer = AnswerToOtherVersion(frame.data(), frame.size());
        EXPECT_EQ(answer.has_value(), !expected.empty());
        EXPECT_EQ(answer.value_or(Bytes{}), expected);
    }
}

TEST(WireMaintenanceVectorsTest, AnswersOfOtherVersions)
{
    for (const Json& vector : Vectors("answersOfOtherVersions"))
    {
        SCOPED_TRACE(vector.at("name"));
        const Bytes frame = Member(vector, "frame");
        const auto answer = AnswerOfOtherVersion(frame.data(), frame.size());
        ASSERT_EQ(answer.has_value(), vector.contains("version"));
        if (answer)
        {
            EXPECT_EQ(answer->version, vector.at("version").get<unsigned>());
            EXPECT_EQ(answer->id, Id(vector));
        }
    }
}

TEST(WireMaintenanceVectorsTest, NamesAndIds)
{
    for (const Json& vector : Vectors("names"))
    {
        const Endpoint endpoint = MakeEndpoint(vector.at("endpoint"));
        EXPECT_EQ(NameOf(endpoint), vector.at("name").get<std::string>());
        EXPECT_EQ(KeyToHex(IdOf(endpoint)), vector.at("id").get<std::string>());
    }
}

/// The system may write addresses that embed IPv4 ones in another way.
TEST(WireMaintenanceVectorsTest, NamesAreWhatTheSystemMakesOfAddresses)
{
    MersenneRandom random(1);
    for (int i = 0; i < 20000; ++i)
    {
        Endpoint endpoint;
        endpoint.ipv6 = i % 2 == 0;
        endpoint.port = static_cast<std::uint16_t>(random.Uniform() * 65536);
        for (std::size_t byte = 0; byte < endpoint.AddressSize(); ++byte)
        {
            const double draw = random.Uniform();
            const bool zero = byte > 0 && draw < 0.7;
            endpoint.address[byte] = static_cast<std::uint8_t>(zero ? 0 : 1 + draw * 255);
        }
        char text[INET6_ADDRSTRLEN] = {};
        inet_ntop(endpoint.ipv6 ? AF_INET6 : AF_INET, endpoint.address.data(), text, sizeof(text));
        const std::string address = endpoint.ipv6 ? "[" + std::string(text) + "]" : text;
        ASSERT_EQ(NameOf(endpoint), address + ":" + std::to_string(endpoint.port));
    }
}

} // namespace
} // namespace dht
