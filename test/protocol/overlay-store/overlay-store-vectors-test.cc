/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-store-message.h"
#include "wire-vectors.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

/// What requests carry for the store on top of the overlay, and their answers: the vectors.

namespace dht
{
namespace
{

using test::Json;

/// @param vector A vector of a file of vectors. @return Its payload.
Payload
PayloadIn(const Json& vector)
{
    const test::Bytes bytes = test::Member(vector, "payload");
    const auto copy = boost::make_shared<std::uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), copy.get());
    return {copy, bytes.size()};
}

/// @param vector A vector of a file of vectors. @return What it says in words.
OverlayStoreBody
BodyIn(const Json& vector)
{
    const int status = vector.value("status", 0);
    switch (vector.at("type").get<int>())
    {
    case 1:
        return GetPartBody{vector.at("offset"), vector.at("most")};
    case 2:
        return PutPartBody{test::MakeLeft(vector),
                           vector.at("size"),
                           vector.at("offset"),
                           test::Member(vector, "bytes")};
    case 3:
        return FetchBody{test::MakeKey(vector)};
    case 4:
        return StoreBody{test::MakeKey(vector), test::MakeLeft(vector), test::MakeFragment(vector)};
    case 5:
        return PartBody{static_cast<PartStatus>(status),
                        vector.at("needed"),
                        vector.at("found"),
                        vector.at("asked"),
                        vector.at("size"),
                        vector.at("offset"),
                        test::Member(vector, "bytes")};
    case 6:
        return PutBody{static_cast<PutStatus>(status),
                       vector.at("holders"),
                       vector.at("enough"),
                       vector.at("full"),
                       vector.at("silent")};
    case 7: {
        FragmentBody body;
        if (status == 0)
        {
            body.fragment = test::MakeFragment(vector);
            body.fragment.left = test::MakeLeft(vector);
        }
        body.fragment.status = static_cast<FragmentStatus>(status);
        return body;
    }
    default:
        return StoredBody{static_cast<StoredStatus>(status)};
    }
}

void
ExpectSameBody(const GetPartBody& expected, const GetPartBody& body)
{
    EXPECT_EQ(body.offset, expected.offset);
    EXPECT_EQ(body.most, expected.most);
}

void
ExpectSameBody(const PutPartBody& expected, const PutPartBody& body)
{
    EXPECT_EQ(body.left, expected.left);
    EXPECT_EQ(body.size, expected.size);
    EXPECT_EQ(body.offset, expected.offset);
    EXPECT_EQ(body.bytes, expected.bytes);
}

void
ExpectSameBody(const FetchBody& expected, const FetchBody& body)
{
    EXPECT_EQ(body.key, expected.key);
}

void
ExpectSameFragment(const Fragment& expected, const Fragment& fragment)
{
    EXPECT_EQ(fragment.status, expected.status);
    if (expected.status == FragmentStatus::kHeld)
    {
        EXPECT_EQ(fragment.needed, expected.needed);
        EXPECT_EQ(fragment.blockSize, expected.blockSize);
        EXPECT_EQ(fragment.row, expected.row);
        EXPECT_EQ(fragment.bytes, expected.bytes);
    }
}

void
ExpectSameBody(const StoreBody& expected, const StoreBody& body)
{
    EXPECT_EQ(body.key, expected.key);
    EXPECT_EQ(body.left, expected.left);
    ASSERT_TRUE(body.fragment);
    ExpectSameFragment(*expected.fragment, *body.fragment);
}

void
ExpectSameBody(const PartBody& expected, const PartBody& body)
{
    EXPECT_EQ(body.status, expected.status);
    EXPECT_EQ(body.needed, expected.needed);
    EXPECT_EQ(body.found, expected.found);
    EXPECT_EQ(body.asked, expected.asked);
    EXPECT_EQ(body.size, expected.size);
    EXPECT_EQ(body.offset, expected.offset);
    EXPECT_EQ(body.bytes, expected.bytes);
}

void
ExpectSameBody(const PutBody& expected, const PutBody& body)
{
    EXPECT_EQ(body.status, expected.status);
    EXPECT_EQ(body.holders, expected.holders);
    EXPECT_EQ(body.enough, expected.enough);
    EXPECT_EQ(body.full, expected.full);
    EXPECT_EQ(body.silent, expected.silent);
}

void
ExpectSameBody(const FragmentBody& expected, const FragmentBody& body)
{
    ExpectSameFragment(expected.fragment, body.fragment);
    EXPECT_EQ(body.fragment.left, expected.fragment.left);
}

void
ExpectSameBody(const StoredBody& expected, const StoredBody& body)
{
    EXPECT_EQ(body.status, expected.status);
}

TEST(OverlayStoreVectorsTest, PayloadsOfAllTypes)
{
    std::map<std::size_t, std::set<int>> statuses;
    for (const Json& vector : test::Vectors("payloads"))
    {
        SCOPED_TRACE(vector.at("name"));
        const OverlayStoreBody expected = BodyIn(vector);
        const Payload payload = PayloadIn(vector);
        ASSERT_EQ(expected.index() + 1, vector.at("type").get<std::size_t>());
        OverlayStoreBody body;
        ASSERT_EQ(DecodePayload(payload, body), WireError::kNone);
        ASSERT_EQ(body.index(), expected.index());
        std::visit(
            [&](const auto& content) {
                ExpectSameBody(content, std::get<std::decay_t<decltype(content)>>(body));
            },
            expected);
        const Payload again = EncodePayload(expected);
        ASSERT_EQ(again.size, payload.size);
        EXPECT_TRUE(
            std::equal(again.bytes.get(), again.bytes.get() + again.size, payload.bytes.get()));
        statuses[body.index() + 1].insert(vector.value("status", -1));
    }
    const std::set<int> none{-1};
    const std::map<std::size_t, std::set<int>> all{{1, none},
                                                   {2, none},
                                                   {3, none},
                                                   {4, none},
                                                   {5, {0, 1, 2}},
                                                   {6, {0, 1, 2}},
                                                   {7, {0, 1}},
                                                   {8, {0, 1, 2, 3, 4}}};
    EXPECT_EQ(statuses, all) << "every type and every status has a vector";
}

TEST(OverlayStoreVectorsTest, PayloadsThatAreRejected)
{
    const std::map<std::string, WireError> errors{{"length", WireError::kLength},
                                                  {"type", WireError::kType},
                                                  {"field", WireError::kField}};
    for (const Json& vector : test::Vectors("invalidPayloads"))
    {
        SCOPED_TRACE(vector.at("name"));
        OverlayStoreBody body;
        EXPECT_EQ(DecodePayload(PayloadIn(vector), body), errors.at(vector.at("error")));
    }
}

} // namespace
} // namespace dht
