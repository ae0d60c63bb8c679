/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-storage-format.h"
#include "places.h"
#include "wire-vectors.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <regex>
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
    StoredBody stored{static_cast<StoredStatus>(vector.at("status").get<int>())};
    if (vector.contains("had"))
    {
        const Json& had = vector.at("had");
        const Bytes row = Member(had, "row");
        FragmentMark& mark = stored.had.emplace();
        mark.needed = had.at("needed").get<std::size_t>();
        mark.row = {};
        std::copy(row.begin(), row.end(), mark.row.begin());
        mark.digest = std::stoull(had.at("digest").get<std::string>(), nullptr, 16);
        Fragment fragment;
        fragment.needed = mark.needed;
        fragment.row = mark.row;
        fragment.blockSize = had.at("size").get<std::size_t>();
        fragment.bytes = Member(had, "bytes");
        EXPECT_EQ(MarkOf(fragment), mark);
    }
    return stored;
}

StorageBody
MakeSync(const Json& vector)
{
    return SyncBody{Key::FromBytes(Member(vector, "from").data()),
                    Key::FromBytes(Member(vector, "to").data()),
                    std::stoull(vector.at("digest").get<std::string>(), nullptr, 16)};
}

StorageBody
MakeSynced(const Json& vector)
{
    SyncedBody synced;
    synced.status = static_cast<SyncStatus>(vector.at("status").get<int>());
    for (const Json& key : vector.value("keys", Json::array()))
    {
        synced.keys.push_back(Key::FromBytes(FromHex(key.get<std::string>()).data()));
    }
    if (vector.contains("digests"))
    {
        const Bytes digests = Member(vector, "digests");
        EXPECT_EQ(digests.size(), 8 * kSyncParts);
        for (std::size_t i = 0; i < digests.size(); ++i)
        {
            std::uint64_t& digest = synced.digests.Write()[i / 8];
            digest = digest << 8 | digests[i];
        }
    }
    return synced;
}

/// Both say the same. @param expected One fragment. @param fragment Another.
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
    EXPECT_EQ(body.had, expected.had);
}

void
ExpectSame(const SyncBody& expected, const SyncBody& body)
{
    EXPECT_EQ(body.from, expected.from);
    EXPECT_EQ(body.to, expected.to);
    EXPECT_EQ(body.digest, expected.digest);
}

void
ExpectSame(const SyncedBody& expected, const SyncedBody& body)
{
    EXPECT_EQ(body.status, expected.status);
    EXPECT_EQ(body.keys, expected.keys);
    EXPECT_EQ(*body.digests, *expected.digests);
}

/// Decoding a vector's frame yields what it says, and encoding that yields the frame. @param vector
/// The vector. @param body What its message says.
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
        {"accepteds", [](const Json&) { return AcceptedBody{}; }},
        {"locates", MakeLocate},
        {"locateds", MakeLocated},
        {"fetches", [](const Json& vector) { return FetchBody{MakeKey(vector)}; }},
        {"fragments", MakeHeld},
        {"stores", MakeStore},
        {"storeds", MakeStored},
        {"syncs", MakeSync},
        {"synceds", MakeSynced},
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
    std::set<int> synced;
    for (const Json& vector : Vectors("synceds"))
    {
        synced.insert(vector.at("status").get<int>());
    }
    EXPECT_EQ(synced.size(), static_cast<std::size_t>(SyncStatus::kCount));
}

/// @return The frames of the example in doc/wire-protocol.rst.
std::vector<Bytes>
ExampleOfABlock()
{
    std::ifstream file(places::Source() + "/doc/wire-protocol.rst");
    const std::regex header("    (client|[0-9.:]+) to (client|[0-9.:]+), [a-z]+");
    const std::regex bytes(" +((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: {3,}.*|  [a-z].*)?");
    std::vector<Bytes> frames;
    bool found = false;
    for (std::string line; std::getline(file, line);)
    {
        std::smatch match;
        found = (found || line == "Example: a block") && line != "Example: a join";
        if (found && std::regex_match(line, match, header))
        {
            frames.emplace_back();
        }
        else if (found && !frames.empty() && std::regex_match(line, match, bytes))
        {
            const Bytes more = FromHex(match.str(1));
            frames.back().insert(frames.back().end(), more.begin(), more.end());
        }
    }
    return frames;
}

/// A client finds and fetches a block: with what the page shows, it has it.
TEST(WireStorageVectorsTest, TheExampleInTheDocumentationGivesTheBlock)
{
    const std::vector<Bytes> frames = ExampleOfABlock();
    ASSERT_EQ(frames.size(), 4u);
    std::vector<StorageMessage> said(frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        ASSERT_EQ(Decode(frames[i].data(), frames[i].size(), said[i]), WireError::kNone) << i;
    }
    const auto& locate = std::get<LocateBody>(*said[0].body);
    EXPECT_EQ(locate.lookup, said[0].id);
    EXPECT_TRUE(locate.origin == Endpoint::Ipv4(0x0a000001, 7000));
    const auto& located = std::get<LocatedBody>(*said[1].body);
    EXPECT_EQ(said[1].id, said[0].id);
    ASSERT_EQ(located.peers.size(), 1u);
    EXPECT_TRUE(located.peers[0].endpoint == Endpoint::Ipv4(0x0a000003, 7000));
    const auto& fetch = std::get<FetchBody>(*said[2].body);
    EXPECT_EQ(fetch.key, locate.key);
    EXPECT_EQ(said[3].id, said[2].id);
    const Fragment& fragment = std::get<FragmentBody>(*said[3].body).fragment;
    const auto block = DecodeBlock(fragment.blockSize, {{fragment.row, &fragment.bytes}});
    ASSERT_TRUE(block);
    EXPECT_TRUE(IsBlockOf(fetch.key, block->bytes));
}

/// What doc/wire-protocol.rst says of the field that rows are numbers of: by its words alone.
TEST(WireStorageVectorsTest, FragmentsAreSumsOfStripesInTheFieldOfThePage)
{
    const auto times = [](unsigned a, unsigned b) {
        unsigned product = 0;
        for (; b > 0; b >>= 1, a = a & 0x80 ? (a << 1) ^ 0x11d : a << 1)
        {
            product ^= b & 1 ? a : 0;
        }
        return static_cast<std::uint8_t>(product);
    };
    const Bytes block{1, 2, 3, 4, 5, 6, 7}; // stripes 1 2 3, 4 5 6, 7 0 0
    const FragmentRow row{0x01, 0xab, 0x7f};
    const Bytes stripes[] = {{1, 2, 3}, {4, 5, 6}, {7, 0, 0}};
    Bytes expected(3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        for (std::size_t j = 0; j < 3; ++j)
        {
            expected[j] ^= times(stripes[i][j], row[i]);
        }
    }
    EXPECT_EQ(MakeFragments(block, 3, {row}, Time(0)).front().bytes, expected);
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
    message.body.Write() = SyncBody{};
    EXPECT_EQ(FrameSize(message), 72u);
    message.body.Write() = SyncedBody{SyncStatus::kKeys, std::vector<Key>(kMostSyncKeys), {}};
    EXPECT_EQ(FrameSize(message), 1305u);
    message.body.Write() = SyncedBody{SyncStatus::kDigests, {}, {}};
    EXPECT_EQ(FrameSize(message), 537u);
}

} // namespace
} // namespace dht
