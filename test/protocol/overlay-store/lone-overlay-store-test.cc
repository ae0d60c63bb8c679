/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-overlay-store.h"
#include "random-block.h"

#include <gtest/gtest.h>

/// A store on top of the overlay, alone: what it answers and asks.

namespace dht
{
namespace
{

using test::RandomBlock;

/// A store whose peer is the test: the responsible one of a ring for a block.
class LoneStoreTest : public testing::Test, private OverlayStoreHost
{
  protected:
    LoneStoreTest()
        : m_overlay(ChordOverlay(test::HashedRing(16))),
          m_ready(m_overlay),
          m_info(m_ready, m_overlay.Responsible(BlockKey(RandomBlock(2048, 1)))),
          store({Options(), m_info, *this, m_held, m_random})
    {
    }

    /// @return What the store is like.
    static OverlayStoreOptions Options()
    {
        OverlayStoreOptions options;
        options.requestLifetime = FromSeconds(10);
        return options;
    }

    /// Somebody asks. @param now The present. @param id The request's. @param key Its key. @param
    /// body The question. @return The answer, as far as it is there at once.
    std::optional<OverlayStoreBody> Ask(Time now,
                                        std::uint64_t id,
                                        const Key& key,
                                        const OverlayStoreBody& body)
    {
        Request request;
        request.id = id;
        request.key = key;
        request.source = Endpoint::Ipv4(0x0b000001, 7000);
        request.extras.Write().payload = EncodePayload(body);
        const auto payload = store.OnRequest(now, request);
        OverlayStoreBody answer;
        if (!payload || DecodePayload(*payload, answer) != WireError::kNone)
        {
            return std::nullopt;
        }
        return answer;
    }

    /// Answer all that the store asks. @param now The present. @param isMarked Whether the first
    /// answer is. @return How many questions they were.
    std::size_t AnswerAll(Time now, bool isMarked = false)
    {
        std::size_t asked = 0;
        const std::vector<Fragment> fragments = test::RandomFragments(RandomBlock(2048, 1), 20);
        while (store.Source().NextAt(now) <= now)
        {
            Request request;
            request.id = 1000 + ++asked;
            const RequestSource::Item item = store.Source().Take(now);
            request.extras.Write().payload = item.payload;
            store.OnIssued(now, request);
            OverlayStoreBody question;
            DecodePayload(item.payload, question);
            Answer answer;
            answer.id = request.id;
            answer.marked = isMarked && asked == 1;
            answer.payload = std::get_if<FetchBody>(&question)
                                 ? EncodePayload(FragmentBody{fragments[asked]})
                                 : EncodePayload(StoredBody{StoredStatus::kStored});
            store.OnAnswered(now, answer);
        }
        store.OnWake(now);
        return asked;
    }

    /// @param bytes How many it has. @return The first part of a block of 2048 bytes, which is all.
    static PutPartBody PartOf(std::size_t bytes)
    {
        PutPartBody put;
        put.left = FromSeconds(1000);
        put.size = 2048;
        put.bytes = RandomBlock(2048, 1);
        put.bytes.resize(bytes);
        return put;
    }

  private:
    std::size_t LongestAnswer(const Request& /* request */) const override
    {
        return 4000;
    }

    bool HasRoomToAnswer(const Request& /* request */) const override
    {
        return true;
    }

    void Respond(Time /* now */, const Request& request, Payload /* answer */) override
    {
        answered.push_back(request);
    }

    void Issue(Time /* now */) override
    {
    }

    void WakeStoreAt(Time /* time */) override
    {
    }

    TwoWayOverlay m_overlay;
    ReadyRing m_ready;
    ReadyRingInfo m_info;
    MemoryBlockStore m_held{StoreLimits{}};
    test::MersenneRandom m_random{1};

  protected:
    OverlayStore store;            ///< The store under test.
    std::vector<Request> answered; ///< Requests that it has answered later.
    const Key block{BlockKey(RandomBlock(2048, 1))};
};

/// A part is asked for again when its request is given up. So long, the block is there without
/// another fetch; those who ask do not make it stay.
TEST_F(LoneStoreTest, AGatheredBlockOutlivesRequestsAndNotMore)
{
    EXPECT_FALSE(Ask(Time(0), 1, block, GetPartBody{0, 2048}));
    EXPECT_EQ(AnswerAll(Time(0)), 2u);
    EXPECT_EQ(answered.size(), 1u);
    store.OnWake(FromSeconds(10));
    EXPECT_TRUE(Ask(FromSeconds(10), 2, block, GetPartBody{0, 2048})) << "its answer was lost";
    store.OnWake(FromSeconds(14.9));
    EXPECT_TRUE(Ask(FromSeconds(14.9), 3, block, GetPartBody{0, 2048}));
    EXPECT_EQ(AnswerAll(FromSeconds(14.9)), 0u);
    store.OnWake(FromSeconds(15));
    EXPECT_FALSE(Ask(FromSeconds(15), 4, block, GetPartBody{0, 2048}));
    EXPECT_EQ(AnswerAll(FromSeconds(15)), 2u);
}

TEST_F(LoneStoreTest, ABlockWhoseAnswerWasLostIsSpreadOnce)
{
    EXPECT_FALSE(Ask(Time(0), 1, block, PartOf(2048)));
    EXPECT_EQ(AnswerAll(Time(0)), 14u);
    EXPECT_EQ(answered.size(), 1u);
    store.OnWake(FromSeconds(10));
    const auto again = Ask(FromSeconds(10), 2, block, PartOf(2048));
    ASSERT_TRUE(again && std::get_if<PutBody>(&*again));
    EXPECT_EQ(std::get<PutBody>(*again).status, PutStatus::kSpread);
    EXPECT_EQ(std::get<PutBody>(*again).holders, 14u);
    EXPECT_EQ(AnswerAll(FromSeconds(10)), 0u);
}

/// Parts that are none leave nothing behind, however many come.
TEST_F(LoneStoreTest, WhatIsNoPartTakesNoRoom)
{
    for (std::uint64_t i = 0; i < 2 * Options().mostBlocks; ++i)
    {
        const auto answer =
            Ask(Time(0), i, BlockKey(RandomBlock(1, static_cast<unsigned>(i))), PartOf(2047));
        ASSERT_TRUE(answer && std::get_if<PutBody>(&*answer));
        EXPECT_EQ(std::get<PutBody>(*answer).status, PutStatus::kRefused);
    }
    EXPECT_EQ(store.Counters().refused, 2 * Options().mostBlocks);
    EXPECT_FALSE(Ask(Time(0), 9999, block, PartOf(2048))) << "there is room for one that is";
    EXPECT_EQ(AnswerAll(Time(0)), 14u);
    EXPECT_EQ(answered.size(), 1u);
}

/// Parts of one block say the same of its size.
TEST_F(LoneStoreTest, APartOfALongerBlockIsNoneOfThisOne)
{
    PutPartBody put = PartOf(2048);
    put.size = 4096;
    const auto first = Ask(Time(0), 1, block, put);
    ASSERT_TRUE(first && std::get_if<PutBody>(&*first));
    EXPECT_EQ(std::get<PutBody>(*first).status, PutStatus::kGotPart);
    put.size = 8192;
    put.offset = 6144;
    const auto second = Ask(Time(0), 2, block, put);
    ASSERT_TRUE(second && std::get_if<PutBody>(&*second));
    EXPECT_EQ(std::get<PutBody>(*second).status, PutStatus::kRefused);
}

/// What the responsible peer asks pays for an answer: a mark there is one on the answer.
TEST_F(LoneStoreTest, MarksGoOnToWhoWaits)
{
    for (const bool isMarked : {false, true})
    {
        const Time now = FromSeconds(isMarked ? 100 : 0);
        store.OnWake(now);
        EXPECT_FALSE(Ask(now, 1, block, GetPartBody{0, 2048}));
        EXPECT_EQ(AnswerAll(now, isMarked), 2u);
        EXPECT_FALSE(Ask(now, 2, block, PartOf(2048)));
        EXPECT_EQ(AnswerAll(now, isMarked), 14u);
        ASSERT_EQ(answered.size(), 2u);
        EXPECT_EQ(answered[0].marked, isMarked);
        EXPECT_EQ(answered[1].marked, isMarked);
        answered.clear();
    }
}

} // namespace
} // namespace dht
