/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-storage-format.h"
#include "wire-vectors.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace dht
{
namespace
{

using namespace test;

WireCoordinate
MakeCoordinate(const Json& numbers)
{
    return {numbers.at(0), numbers.at(1), numbers.at(2), numbers.at(3)};
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

StorageBody
MakeLocate(const Json& vector)
{
    const auto lookup = std::stoull(vector.at("lookup").get<std::string>(), nullptr, 16);
    return LocateBody{lookup,
                      MakeKey(vector),
                      vector.at("wanted"),
                      MakeEndpoint(vector.at("origin"))};
}

StorageBody
MakeLocated(const Json& vector)
{
    LocatedBody located{vector.at("complete"), {}};
    for (const Json& peer : vector.at("peers"))
    {
        located.peers.push_back({MakeEndpoint(peer), MakeCoordinate(peer.at("coordinate"))});
    }
    return located;
}

StorageBody
MakeHeld(const Json& vector)
{
    const auto status = static_cast<FragmentStatus>(vector.at("status").get<int>());
    FragmentBody body;
    if (status == FragmentStatus::kHeld)
    {
        body.fragment = MakeFragment(vector);
        body.fragment.left = MakeLeft(vector);
    }
    body.fragment.status = status;
    return body;
}

StorageBody
MakeStore(const Json& vector)
{
    StoreBody store{MakeKey(vector), MakeLeft(vector), {}};
    if (vector.contains("bytes"))
    {
        store.fragment = MakeFragment(vector);
    }
    return store;
}

StorageBody
MakeStored(const Json& vector)
{
    return StoredBody{static_cast<StoredStatus>(vector.at("status").get<int>())};
}

/// Both say the same. @param expected One. @param fragment Another.
void
ExpectSame(const Fragment& expected, const Fragment& fragment)
{
    EXPECT_EQ(fragment.status, expected.status);
    if (expected.status == FragmentStatus::kHeld)
    {
        EXPECT_EQ(fragment.needed, expected.needed);
        EXPECT_EQ(fragment.blockSize, expected.blockSize);
        EXPECT_EQ(fragment.row, expected.row);
        EXPECT_EQ(fragment.left, expected.left);
        EXPECT_EQ(fragment.bytes, expected.bytes);
    }
}

void
ExpectSame(const LocateBody& expected, const LocateBody& body)
{
    EXPECT_EQ(body.lookup, expected.lookup);
    EXPECT_EQ(body.key, expected.key);
    EXPECT_EQ(body.wanted, expected.wanted);
    EXPECT_TRUE(body.origin == expected.origin);
}

void
ExpectSame(const AcceptedBody& /* expected */, const AcceptedBody& /* body */)
{
}

void
ExpectSame(const LocatedBody& expected, const LocatedBody& body)
{
    EXPECT_EQ(body.complete, expected.complete);
    EXPECT_TRUE(body.peers == expected.peers);
}

void
ExpectSame(const FetchBody& expected, const FetchBody& body)
{
    EXPECT_EQ(body.key, expected.key);
}

void
ExpectSame(const FragmentBody& expected, const FragmentBody& body)
{
    ExpectSame(expected.fragment, body.fragment);
}

void
ExpectSame(const StoreBody& expected, const StoreBody& body)
{
    EXPECT_EQ(body.key, expected.key);
    EXPECT_EQ(body.left, expected.left);
    ASSERT_EQ(body.fragment.has_value(), expected.fragment.has_value());
    if (expected.fragment)
    {
        ExpectSame(*expected.fragment, *body.fragment);
    }
}

void
ExpectSame(const StoredBody& expected, const StoredBody& body)
{
    EXPECT_EQ(body.status, expected.status);
}

/// Decoding a vector's frame yields what it says, and encoding that yields the frame. @param vector
/// It. @param body What its message says.
void
ExpectFaithful(const Json& vector, const StorageBody& body)
{
    SCOPED_TRACE(vector.at("name"));
    const Bytes frame = Member(vector, "frame");
    StorageMessage expected;
    expected.id = Id(vector);
    expected.attempt = vector.at("attempt");
    expected.hopLimit = vector.value("hopLimit", std::uint8_t{0});
    expected.coordinate = MakeCoordinate(vector.at("coordinate"));
    expected.extensions = MakeExtensions(vector);
    expected.body.Write() = body;
    Datagram datagram;
    ASSERT_EQ(DecodeDatagram(frame.data(), frame.size(), datagram), WireError::kNone);
    const auto& message = std::get<StorageMessage>(datagram);
    EXPECT_EQ(message.id, expected.id);
    EXPECT_EQ(message.attempt, expected.attempt);
    EXPECT_EQ(message.hopLimit, expected.hopLimit);
    EXPECT_TRUE(message.coordinate == expected.coordinate);
    EXPECT_EQ(message.extensions.Area(), expected.extensions.Area());
    ASSERT_EQ(message.body->index(), body.index());
    std::visit(
        [&](const auto& content) {
            ExpectSame(content, std::get<std::decay_t<decltype(content)>>(*message.body));
        },
        body);
    EXPECT_EQ(FrameSize(expected), frame.size());
    EXPECT_EQ(EncodeDatagram(expected), frame);
}

TEST(WireStorageVectorsTest, MessagesOfAllKinds)
{
    const std::pair<const char*, std::function<StorageBody(const Json&)>> kinds[] = {
        {"locates", MakeLocate},
        {"accepteds", [](const Json&) { return AcceptedBody{}; }},
        {"locateds", MakeLocated},
        {"fetches", [](const Json& vector) { return FetchBody{MakeKey(vector)}; }},
        {"fragments", MakeHeld},
        {"stores", MakeStore},
        {"storeds", MakeStored},
    };
    ASSERT_EQ(std::size(kinds), std::variant_size_v<StorageBody>);
    for (std::size_t kind = 0; kind < std::size(kinds); ++kind)
    {
        for (const Json& vector : Vectors(kinds[kind].first))
        {
            const StorageBody body = kinds[kind].second(vector);
            ASSERT_EQ(body.index(), kind);
            ExpectFaithful(vector, body);
        }
    }
}

/// The vectors say so in numbers.
TEST(WireStorageVectorsTest, EveryStatusHasAVector)
{
    std::set<int> held;
    for (const Json& vector : Vectors("fragments"))
    {
        held.insert(vector.at("status").get<int>());
    }
    EXPECT_EQ(held, (std::set<int>{0, 1, 2}));
    std::set<int> stored;
    for (const Json& vector : Vectors("storeds"))
    {
        stored.insert(vector.at("status").get<int>());
    }
    EXPECT_EQ(stored.size(), static_cast<std::size_t>(StoredStatus::kCount));
}

/// What doc/wire-protocol.rst says of them.
TEST(WireStorageVectorsTest, SizesOfMessages)
{
    StorageMessage message;
    LocatedBody full{true, std::vector<LocatedPeer>(kMaximumLocated)};
    LocateBody locate;
    for (const bool ipv6 : {false, true})
    {
        locate.origin.ipv6 = ipv6;
        for (LocatedPeer& peer : full.peers)
        {
            peer.endpoint.ipv6 = ipv6;
        }
        message.body.Write() = locate;
        EXPECT_EQ(FrameSize(message), ipv6 ? 71u : 59u);
        message.body.Write() = full;
        EXPECT_EQ(FrameSize(message), ipv6 ? 441u : 249u);
    }
    message.body.Write() = AcceptedBody{};
    EXPECT_EQ(FrameSize(message), 24u);
    message.body.Write() = LocatedBody{};
    EXPECT_EQ(FrameSize(message), 25u);
    message.body.Write() = FetchBody{};
    EXPECT_EQ(FrameSize(message), 44u);
    const Bytes block(kMostBlockBytes);
    for (const std::size_t needed : {std::size_t{1}, kMostNeeded})
    {
        const FragmentRow row = CauchyRow(needed, 0);
        const Fragment fragment = MakeFragments(block, needed, {row}, FromSeconds(1)).front();
        message.body.Write() = FragmentBody{fragment};
        EXPECT_EQ(FrameSize(message), needed == 1 ? 8225u : 1210u);
        message.body.Write() = StoreBody{{}, {}, fragment};
        EXPECT_EQ(FrameSize(message), needed == 1 ? 8244u : 1229u);
    }
    message.body.Write() = StoreBody{};
    EXPECT_EQ(FrameSize(message), 48u);
    message.body.Write() = StoredBody{};
    EXPECT_EQ(FrameSize(message), 25u);
}

} // namespace
} // namespace dht
