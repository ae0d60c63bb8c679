/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-store-message.h"
#include "memory-ring.h"
#include "random-block.h"

#include <gtest/gtest.h>

/// What requests carry for the store on top of the overlay: the examples of doc/wire-protocol.rst,
/// and bytes that make no sense.

namespace dht
{
namespace
{

Bytes
BytesIn(const Payload& payload)
{
    return {payload.bytes.get(), payload.bytes.get() + payload.size};
}

Payload
PayloadOf(const Bytes& bytes)
{
    const auto copy = boost::make_shared<std::uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), copy.get());
    return {copy, bytes.size()};
}

/// @param body What to say. @return Its payload, which says the same again.
Bytes
Written(const OverlayStoreBody& body)
{
    const Payload payload = EncodePayload(body);
    OverlayStoreBody read;
    EXPECT_EQ(DecodePayload(payload, read), WireError::kNone);
    EXPECT_EQ(read.index(), body.index());
    EXPECT_EQ(BytesIn(EncodePayload(read)), BytesIn(payload));
    return BytesIn(payload);
}

/// @return A body of each kind, and some more.
std::vector<OverlayStoreBody>
AllBodies()
{
    Fragment fragment = test::RandomFragments(Bytes(5000, 3), 1).front();
    Fragment none;
    none.status = FragmentStatus::kNotHere;
    return {GetPartBody{2048, 2048},
            PutPartBody{FromSeconds(60), 5, 0, {1, 2, 3, 4, 5}},
            FetchBody{Key(7)},
            StoreBody{Key(7), FromSeconds(60), fragment},
            PartBody{PartStatus::kHere, 7, 8, 9, 3000, 2048, Bytes(952, 1)},
            PutBody{PutStatus::kSpread, 14, 10, 1, 2},
            FragmentBody{fragment},
            FragmentBody{none},
            StoredBody{StoredStatus::kFull}};
}

TEST(OverlayStoreMessageTest, BytesAreThoseOfTheDescription)
{
    EXPECT_EQ(Written(GetPartBody{2048, 1000}), (Bytes{1, 8, 0, 3, 0xe8}));
    EXPECT_EQ(Written(PutPartBody{FromSeconds(86400), 3, 0, {0xaa, 0xbb, 0xcc}}),
              (Bytes{2, 0, 1, 0x51, 0x80, 0, 3, 0, 0, 0xaa, 0xbb, 0xcc}));
    Bytes fetch(21, 0);
    fetch[0] = 3;
    fetch[20] = 7;
    EXPECT_EQ(Written(FetchBody{Key(7)}), fetch);
    Fragment fragment;
    fragment.needed = 2;
    fragment.blockSize = 3;
    fragment.row = {1, 0x10};
    fragment.bytes = {0xaa, 0xbb};
    fragment.left = FromSeconds(1);
    Bytes store = fetch;
    store[0] = 4;
    const Bytes tail{0, 0, 0, 1, 2, 0, 3, 1, 0x10, 0xaa, 0xbb};
    store.insert(store.end(), tail.begin(), tail.end());
    EXPECT_EQ(Written(StoreBody{Key(7), FromSeconds(1), fragment}), store);
    EXPECT_EQ(Written(PartBody{PartStatus::kHere, 7, 8, 9, 2050, 2048, {0xaa, 0xbb}}),
              (Bytes{5, 0, 7, 8, 9, 8, 2, 8, 0, 0xaa, 0xbb}));
    EXPECT_EQ(Written(PutBody{PutStatus::kSpread, 13, 10, 1, 2}), (Bytes{6, 1, 13, 10, 1, 2}));
    EXPECT_EQ(Written(FragmentBody{fragment}),
              (Bytes{7, 0, 0, 0, 0, 1, 2, 0, 3, 1, 0x10, 0xaa, 0xbb}));
    Fragment none;
    none.status = FragmentStatus::kNotHere;
    EXPECT_EQ(Written(FragmentBody{none}), (Bytes{7, 1}));
    EXPECT_EQ(Written(StoredBody{StoredStatus::kHad}), (Bytes{8, 1}));
}

TEST(OverlayStoreMessageTest, APartHasTheHeaderThatIsSaid)
{
    PartBody part;
    part.size = 3;
    EXPECT_EQ(EncodePayload(part).size, kPartHeaderBytes);
}

TEST(OverlayStoreMessageTest, WhatMakesNoSenseIsRejected)
{
    const auto error = [](const Bytes& bytes) {
        OverlayStoreBody body;
        return DecodePayload(PayloadOf(bytes), body);
    };
    EXPECT_EQ(error({}), WireError::kLength);
    EXPECT_EQ(error({0}), WireError::kType);
    EXPECT_EQ(error({9}), WireError::kType);
    EXPECT_EQ(error({1, 0, 0, 0}), WireError::kLength);
    EXPECT_EQ(error({1, 0, 0, 0, 0, 0}), WireError::kLength);
    EXPECT_EQ(error({1, 0, 0, 8, 1}), WireError::kField) << "more than a part";
    EXPECT_EQ(error({2, 0, 0, 0, 1, 0x20, 1, 0, 0}), WireError::kField) << "more than a block";
    EXPECT_EQ(error({2, 0, 0, 0, 1, 0, 2, 0, 1, 1, 1}), WireError::kField) << "beyond the end";
    EXPECT_EQ(error({5, 3, 0, 0, 0, 0, 0, 0, 0}), WireError::kField) << "no status";
    EXPECT_EQ(error({6, 3, 0, 0, 0, 0}), WireError::kField);
    EXPECT_EQ(error({7, 2}), WireError::kField) << "nobody wants tokens here";
    EXPECT_EQ(error({8, 6}), WireError::kField);
}

/// What is cut, lengthened or changed is rejected, or says something that can be written again.
TEST(OverlayStoreMessageTest, NothingBreaksTheDecoder)
{
    test::MersenneRandom random(1);
    std::size_t rejected = 0;
    const std::vector<OverlayStoreBody> bodies = AllBodies();
    for (int i = 0; i < 50000; ++i)
    {
        Bytes bytes = BytesIn(EncodePayload(bodies[i % bodies.size()]));
        for (std::size_t change = DrawBelow(random, 4); change > 0 && !bytes.empty(); --change)
        {
            bytes[DrawBelow(random, std::min<std::size_t>(bytes.size(), 40))] =
                static_cast<std::uint8_t>(DrawBelow(random, 256));
        }
        bytes.resize(DrawBelow(random, 3) > 0 ? bytes.size() : DrawBelow(random, bytes.size() + 3));
        OverlayStoreBody body;
        if (DecodePayload(PayloadOf(bytes), body) == WireError::kNone)
        {
            ASSERT_EQ(BytesIn(EncodePayload(body)), bytes);
        }
        else
        {
            ++rejected;
        }
    }
    EXPECT_GT(rejected, 1000u);
}

} // namespace
} // namespace dht
