/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-block.h"
#include "recording-host.h"
#include "storage-peer.h"

#include <gtest/gtest.h>

/// What one peer's store does with single messages, right ones and others.

namespace dht
{
namespace
{

using fuzz::StoragePeer;
using test::RandomBlock;

/// @param place A peer. @return Where it is.
Endpoint
WhereIs(std::size_t place)
{
    return ReadyRing::EndpointOf(place);
}

/// A peer among forty.
class StorageMessageTest : public testing::Test
{
  protected:
    /// @param id Of the message. @param body What it says. @return The message.
    static StorageMessage Message(std::uint64_t id, StorageBody body)
    {
        StorageMessage message;
        message.id = id;
        message.body.Write() = std::move(body);
        return message;
    }

    /// @return A key that this peer has to hand on: it is of the peer on the other side.
    Key FarKey() const
    {
        const Key self = peer.Peers().Id(0);
        return self + (Key(1) << (kKeyBits - 1));
    }

    /// @tparam Body Of what kind. @return The last message of that kind that was sent; it must be
    /// there.
    template <typename Body>
    StoragePeer::Sent Last() const
    {
        for (const StoragePeer::Sent& sent : peer.sent)
        {
            if (BodyOf<Body>(sent.message))
            {
                return sent;
            }
        }
        ADD_FAILURE() << "nothing of that kind was sent";
        return {};
    }

    /// Some peers take the last lookup on, and one of them ends it. @param peers Who follows the
    /// key.
    void EndLookup(const std::vector<LocatedPeer>& peers)
    {
        const auto sent = Last<LocateBody>();
        peer.Hear(sent.to, Message(sent.message.id, AcceptedBody{}));
        const std::uint64_t lookup = BodyOf<LocateBody>(sent.message)->lookup;
        peer.Hear(WhereIs(30), Message(lookup, LocatedBody{true, peers}));
    }

    StoragePeer peer{40, {}}; ///< The peer under test.
};

TEST_F(StorageMessageTest, ALookupOfAnotherIsAcceptedAndHandedOn)
{
    StorageMessage locate = Message(7, LocateBody{1, FarKey(), 14, WhereIs(8)});
    locate.hopLimit = 9;
    locate.attempt = 3;
    EXPECT_EQ(peer.Hear(WhereIs(9), locate), WireError::kNone);
    const auto accepted = Last<AcceptedBody>();
    EXPECT_TRUE(accepted.to == WhereIs(9));
    EXPECT_EQ(accepted.message.id, 7u);
    EXPECT_EQ(accepted.message.attempt, 3u);
    const auto further = Last<LocateBody>();
    EXPECT_EQ(further.message.hopLimit, 8u);
    EXPECT_EQ(BodyOf<LocateBody>(further.message)->lookup, 1u);
    EXPECT_TRUE(BodyOf<LocateBody>(further.message)->origin == WhereIs(8));
}

/// Its answer says which transmission it answers, or who asks could not tell.
TEST_F(StorageMessageTest, ADirectQuestionIsAnsweredWithItsAttempt)
{
    for (const std::uint8_t wanted : {0, 14})
    {
        peer.sent.clear();
        StorageMessage locate = Message(7, LocateBody{7, FarKey(), wanted, WhereIs(8)});
        locate.attempt = 2;
        EXPECT_EQ(peer.Hear(WhereIs(8), locate), WireError::kNone);
        ASSERT_EQ(peer.sent.size(), 1u);
        const auto located = Last<LocatedBody>();
        EXPECT_TRUE(located.to == WhereIs(8));
        EXPECT_EQ(located.message.id, 7u);
        EXPECT_EQ(located.message.attempt, 2u);
        const auto& body = *BodyOf<LocatedBody>(located.message);
        EXPECT_EQ(body.complete, wanted == 0);
        EXPECT_EQ(body.peers.size() == kMaximumLocated, wanted == 0);
    }
}

/// Who has no hop left may have sent it to its first peer: then it waits for `accepted`.
TEST_F(StorageMessageTest, ALookupWithoutHopsIsNoDirectQuestion)
{
    EXPECT_EQ(peer.Hear(WhereIs(8), Message(7, LocateBody{6, FarKey(), 14, WhereIs(8)})),
              WireError::kNone);
    EXPECT_TRUE(Last<AcceptedBody>().to == WhereIs(8));
    EXPECT_FALSE(BodyOf<LocatedBody>(Last<LocatedBody>().message)->complete);
    EXPECT_EQ(Last<LocatedBody>().message.id, 6u);
}

TEST_F(StorageMessageTest, WhatNoHonestPeerSaysIsRefused)
{
    Endpoint ipv6 = WhereIs(8);
    ipv6.ipv6 = true;
    const Endpoint nowhere[] = {WhereIs(0), ipv6, Endpoint::Ipv4(0xe0000001, 7000), {}};
    for (const Endpoint& origin : nowhere)
    {
        const StorageMessage locate = Message(7, LocateBody{7, FarKey(), 14, origin});
        EXPECT_EQ(peer.Hear(WhereIs(8), locate), WireError::kField);
        EXPECT_EQ(peer.Hear(origin, Message(7, FetchBody{})), WireError::kField);
    }
    // whom this peer knows is told to who asks, and to nobody else
    EXPECT_EQ(peer.Hear(WhereIs(8), Message(7, LocateBody{7, FarKey(), 0, WhereIs(9)})),
              WireError::kField);
    EXPECT_EQ(peer.Hear(WhereIs(8), Message(7, LocateBody{6, FarKey(), 0, WhereIs(8)})),
              WireError::kField);
    EXPECT_EQ(peer.count, 0u);
    EXPECT_TRUE(peer.storage.IdentitiesHold());
}

TEST_F(StorageMessageTest, NobodyIsAskedWhereNoPeerCanBe)
{
    Endpoint ipv6 = WhereIs(8);
    ipv6.ipv6 = true;
    peer.storage.Get(peer.now, FarKey());
    EndLookup({{ipv6, {}}, {Endpoint::Ipv4(0xe0000001, 7000), {}}, {WhereIs(8), {}}});
    EXPECT_TRUE(Last<FetchBody>().to == WhereIs(8));
    EXPECT_EQ(peer.storage.Rpcs().Outstanding(), 1u);
}

/// A lookup that asks peer after peer has a number that nobody is told. Who guesses it has said
/// nothing.
TEST_F(StorageMessageTest, WhoGuessesANumberIsNotHeard)
{
    StorageOptions options;
    options.routing = LocateRouting::kIterative;
    StoragePeer asker(40, options);
    asker.storage.Get(asker.now, FarKey());
    ASSERT_EQ(asker.count, 1u);
    for (const bool isOdd : {false, true})
    {
        fuzz::FuzzRandom random; // as the asker's
        isOdd ? random.Uniform() : 0;
        for (int i = 0; i < 100; ++i)
        {
            asker.Hear(WhereIs(39), Message(DrawBits(random), LocatedBody{}));
        }
    }
    EXPECT_EQ(asker.count, 1u);
    EXPECT_EQ(asker.storage.Rpcs().Outstanding(), 1u);
    EXPECT_EQ(asker.storage.Counters().useless, 200u);
    asker.Pass(FromSeconds(100));
    EXPECT_EQ(asker.storage.UnderWay(), 0u);
}

/// Lookups that nobody takes must not fill a peer's memory.
TEST_F(StorageMessageTest, TooManyLookupsAreRefused)
{
    constexpr std::uint64_t kMany = 6000;
    for (std::uint64_t id = 0; id < kMany; ++id)
    {
        StorageMessage locate = Message(id, LocateBody{id + kMany, FarKey(), 14, WhereIs(8)});
        locate.hopLimit = 9;
        EXPECT_EQ(peer.Hear(WhereIs(9), locate), WireError::kNone);
    }
    const StorageCounters& counters = peer.storage.Counters();
    EXPECT_EQ(counters.relayed, LocateRelay::kMostWaiting);
    EXPECT_EQ(counters.refused, kMany - LocateRelay::kMostWaiting);
    EXPECT_EQ(peer.storage.Rpcs().Outstanding(), LocateRelay::kMostWaiting);
    EXPECT_TRUE(peer.storage.IdentitiesHold());
}

/// The last fragment may come when its holder was given up and the block is looked up once more.
TEST_F(StorageMessageTest, ALateFragmentEndsAGetThatLooksUpOnceMore)
{
    const Bytes block = RandomBlock(1000, 1);
    for (const bool isRight : {true, false})
    {
        peer.fetched.reset();
        peer.storage.Get(peer.now, isRight ? BlockKey(block) : FarKey());
        if (peer.fetched)
        {
            continue; // this peer knows the holders itself
        }
        EndLookup({{WhereIs(8), {}}});
        const auto fetch = Last<FetchBody>();
        while (BodyOf<LocateBody>(peer.sent.front().message) == nullptr)
        {
            peer.Pass(FromSeconds(0.1));
        }
        const Fragment fragment =
            MakeFragments(block, 1, {CauchyRow(1, 0)}, FromSeconds(60)).front();
        peer.Hear(WhereIs(8), Message(fetch.message.id, FragmentBody{fragment}));
        EXPECT_EQ(peer.fetched.has_value(), isRight);
        EndLookup({{WhereIs(9), {}}});
        EXPECT_TRUE(peer.storage.IdentitiesHold());
        peer.Pass(FromSeconds(60));
        ASSERT_TRUE(peer.fetched);
        EXPECT_EQ(peer.fetched->ok, isRight);
        EXPECT_EQ(peer.fetched->asked, isRight ? 1u : 2u);
    }
    EXPECT_EQ(peer.storage.UnderWay(), 0u);
}

/// Without a store, its messages are of types that a peer does not know.
TEST(PeerWithoutStoreTest, RejectsMessagesOfTheStoreByTheirType)
{
    test::PeerFixture f("none");
    for (const StorageBody& body : {StorageBody(LocateBody{1, {}, 14, WhereIs(8)}),
                                    StorageBody(AcceptedBody{}),
                                    StorageBody(LocatedBody{}),
                                    StorageBody(FetchBody{}),
                                    StorageBody(FragmentBody{}),
                                    StorageBody(StoreBody{}),
                                    StorageBody(StoredBody{}),
                                    StorageBody(SyncBody{}),
                                    StorageBody(SyncedBody{})})
    {
        StorageMessage message;
        message.body.Write() = body;
        EXPECT_EQ(f.peer.OnDatagram(test::kNow, WhereIs(8), message), WireError::kType);
    }
    EXPECT_TRUE(f.host.acks.empty());
    EXPECT_TRUE(f.host.said.empty());
    EXPECT_TRUE(f.peer.IdentitiesHold());
}

} // namespace
} // namespace dht
