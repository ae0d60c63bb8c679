/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-world.h"
#include "dht-puzzle.h"
#include "maintenance-dialogue.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>

/// Where a place costs work, nobody gets into a table who has not worked.

namespace dht
{
namespace
{

using test::DatagramWorld;

constexpr std::uint8_t kBits = 8;

/// @param from Who says something. @param message The message. @param bits Of the puzzle it has
/// solved. @return The same, with its work.
MaintenanceMessage
Worked(const Endpoint& from, MaintenanceMessage message, std::uint8_t bits = kBits)
{
    Puzzle puzzle(from, bits);
    puzzle.Solve();
    SetWork(message.extensions, {bits, puzzle.Work()});
    return message;
}

/// The digests were computed by another program.
TEST(PuzzleTest, TheLeastWorkForSomeEndpoints)
{
    Endpoint ipv6;
    ipv6.ipv6 = true;
    ipv6.port = 7000;
    ipv6.address = {0x20, 0x01, 0x0d, 0xb8};
    ipv6.address[15] = 1;

    const struct
    {
        Endpoint endpoint;
        std::uint64_t eight, sixteen;
    } vectors[] = {{Endpoint::Ipv4(0x0a000001, 7000), 247, 26068},
                   {Endpoint::Ipv4(0x7f000001, 7001), 496, 40199},
                   {ipv6, 47, 7437}};

    for (const auto& vector : vectors)
    {
        SCOPED_TRACE(NameOf(vector.endpoint));
        Puzzle eight(vector.endpoint, 8);
        Puzzle sixteen(vector.endpoint, 16);
        EXPECT_TRUE(eight.Solve());
        EXPECT_EQ(eight.Work(), vector.eight);
        EXPECT_FALSE(sixteen.Solve(vector.sixteen)) << "it is the number that comes next";
        EXPECT_TRUE(sixteen.Solve(1));
        EXPECT_TRUE(sixteen.Solve(1)) << "it stays solved";
        EXPECT_EQ(sixteen.Work(), vector.sixteen);
        EXPECT_TRUE(eight.IsSolvedBy(vector.sixteen));
        EXPECT_FALSE(eight.IsSolvedBy(vector.eight + 1));
        EXPECT_FALSE(sixteen.IsSolvedBy(vector.eight));
        EXPECT_FALSE(Puzzle(Endpoint::Ipv4(0x0a000001, 7001), 16).IsSolvedBy(vector.sixteen));
        EXPECT_TRUE(Puzzle(vector.endpoint, 0).IsSolvedBy(1));
    }
}

TEST(PuzzleTest, WorkTravelsAsAnExtension)
{
    Extensions extensions;
    EXPECT_EQ(WorkIn(extensions).bits, 0);
    SetWork(extensions, {0, 7});
    EXPECT_TRUE(extensions.Area().empty()) << "no byte where a place costs nothing";
    SetWork(extensions, {16, 0x0102030405060708});
    EXPECT_EQ(extensions.Area(), std::vector<std::uint8_t>({4, 9, 16, 1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(WorkIn(extensions).work, 0x0102030405060708U);
    extensions.Set(kWork, {16, 1, 2});
    EXPECT_EQ(WorkIn(extensions).bits, 0) << "what is not as long shows nothing";
}

/// @param bits Of the puzzle. @return Options of a peer of a ring that has it.
MaintenanceOptions
WithPuzzle(std::uint8_t bits)
{
    MaintenanceOptions options;
    options.puzzleBits = bits;
    return options;
}

/// One peer that has solved a puzzle.
class PuzzleDialogueTest : public test::MaintenanceDialogue
{
  protected:
    PuzzleDialogueTest()
        : MaintenanceDialogue(WithPuzzle(kBits))
    {
        peer.Create(now);
    }

    /// @param kind Of message. @param key Of a query: what is asked for. @return The message.
    static MaintenanceMessage Make(MaintenanceKind kind, const Key& key = Key(0))
    {
        MaintenanceMessage message;
        message.kind = kind;
        message.key = key;
        return message;
    }
};

TEST_F(PuzzleDialogueTest, WhoHasNotWorkedIsAnsweredAndNoMore)
{
    for (const auto& message :
         {Make(MaintenanceKind::kNotify), Make(MaintenanceKind::kQuery, peer.Id())})
    {
        Say(others[0], message);
        EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 0u);
        Say(others[0], Worked(others[1], message));
        EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 0u) << "another's work";
        Say(others[0], Worked(others[0], message, kBits - 1));
        EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 0u) << "too little";
    }
    EXPECT_EQ(peer.GetCounters().unsolved, 2u * 3 * 2) << "and for each, the query for a token";
    // who asks from outside gets no more bytes than it has sent, and the peer's work beside a token
    MaintenanceMessage query = Make(MaintenanceKind::kQuery, Key(7));
    SetToken(query.extensions, 0);
    peer.OnMessage(now, others[0], query);
    const auto answers = TakeSaid();
    ASSERT_EQ(Count(answers, MaintenanceKind::kNeighbours, others[0]), 1u);
    EXPECT_LE(FrameSize(answers[0].second), FrameSize(query));
    EXPECT_NE(TokenIn(answers[0].second.extensions), 0u);
    const ShownWork shown = WorkIn(answers[0].second.extensions);
    EXPECT_EQ(shown.bits, kBits);
    EXPECT_TRUE(Puzzle(Endpoint::Ipv4(0x0a000001, 7000), kBits).IsSolvedBy(shown.work));
    Say(others[0], Worked(others[0], Make(MaintenanceKind::kNotify)));
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kQuery, others[0]), 1u);
}

TEST_F(PuzzleDialogueTest, AnAnswerAndALeaveCountWithWorkAlone)
{
    Say(others[0], Worked(others[0], Make(MaintenanceKind::kNotify)));
    const auto asked = TakeSaid();
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(WorkIn(asked[0].second.extensions).bits, kBits);
    Answer(asked[0], true);
    EXPECT_TRUE(peer.KnownPeers().empty());
    MaintenanceMessage answer = Make(MaintenanceKind::kNeighbours);
    answer.id = asked[0].second.id;
    answer.responsible = true;
    peer.OnMessage(now, others[0], Worked(others[0], answer));
    EXPECT_EQ(peer.Successors(), std::vector<Endpoint>({others[0]}));
    // an indirect probe has to wait until it is known whether its peer is there; no other query has
    now += FromSeconds(1);
    TakeSaid();
    MaintenanceMessage probe = Make(MaintenanceKind::kQuery, IdOf(others[0]));
    probe.extensions.Set(kIndirectProbe, {});
    Say(others[1], probe);
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kNeighbours, others[1]), 1u);
    Say(others[1], Worked(others[1], probe));
    EXPECT_EQ(Count(TakeSaid(), MaintenanceKind::kNeighbours, others[1]), 0u);
    Say(others[0], Make(MaintenanceKind::kLeave));
    EXPECT_EQ(peer.Successors(), std::vector<Endpoint>({others[0]}));
    Say(others[0], Worked(others[0], Make(MaintenanceKind::kLeave)));
    EXPECT_TRUE(peer.Successors().empty());
}

TEST_F(PuzzleDialogueTest, TwoThatAreToldToJoinEachOtherBeginARingOnlyWithWork)
{
    const auto higher = std::find_if(others.begin(), others.end(), [this](const Endpoint& other) {
        return peer.Id() < IdOf(other);
    });
    ASSERT_NE(higher, others.end());
    peer.Join(now, {*higher});
    Answer(TakeSaid().at(0), true);
    EXPECT_TRUE(peer.Other());
    for (const bool hasWorked : {false, true})
    {
        peer.Join(now, {*higher});
        MaintenanceMessage query = Make(MaintenanceKind::kQuery, IdOf(*higher));
        query = hasWorked ? Worked(*higher, query) : query;
        // nobody has asked for this answer: it says nothing
        peer.OnMessage(now, *higher, Make(MaintenanceKind::kNeighbours));
        Run(30, [&](const auto& asked) { peer.OnMessage(now, asked.first, query); });
        EXPECT_EQ(peer.IsJoined(), hasWorked);
        EXPECT_FALSE(peer.Other());
    }
}

/// Twelve peers form a ring whose places cost what a parameter says.
class PuzzleRingTest : public testing::TestWithParam<std::uint8_t>
{
  protected:
    PuzzleRingTest()
    {
        world.options = WithPuzzle(GetParam());
        for (std::uint32_t i = 1; i <= 12; ++i)
        {
            honest.push_back(Endpoint::Ipv4(0x0a000000 + i, 7000));
            world.Add(honest.back(), i == 1 ? std::vector<Endpoint>() : std::vector{honest[0]});
        }
        world.Run(20);
        for (std::uint16_t i = 0; i < 50; ++i)
        {
            sybils.push_back(Endpoint::Ipv4(0x0a00000d, 7000 + i));
        }
    }

    /// The sybils answer each query, name each other, notify everybody of themselves, and show
    /// whatever work they were shown last.
    void BeginAttack()
    {
        for (std::size_t i = 0; i < sybils.size(); ++i)
        {
            world.strangers[NameOf(sybils[i])] = [this, i](const Endpoint& from,
                                                           const MaintenanceMessage& message) {
                m_tokens[NameOf(from)].Hear(sybils[i], message);
                m_seen = WorkIn(message.extensions);
                MaintenanceMessage answer;
                answer.kind = MaintenanceKind::kNeighbours;
                answer.id = message.id;
                answer.responsible = true;
                answer.predecessor = sybils[(i + 49) % 50];
                answer.peers = {sybils[(i + 1) % 50], sybils[(i + 2) % 50]};
                SetWork(answer.extensions, m_seen);
                if (message.kind == MaintenanceKind::kQuery)
                {
                    world.Send(sybils[i], from, answer);
                }
            };
        }
        world.Repeat(FromSeconds(0.01), [this] {
            const Endpoint& from = sybils[m_turn % 50];
            const Endpoint& to = honest[m_turn++ / 50 % 12];
            const test::TokenKeeper& tokens = m_tokens[NameOf(to)];
            MaintenanceMessage message;
            message.key = IdOf(to);
            SetToken(message.extensions, 0);
            SetWork(message.extensions, m_seen);
            world.Send(from, to, tokens.Sign(from, message));
            message.kind = MaintenanceKind::kNotify;
            world.Send(from, to, tokens.Sign(from, message));
        });
    }

    /// @return Sybils in the tables of all honest peers.
    std::size_t CountSybils()
    {
        std::size_t count = 0;
        for (const Endpoint& peer : honest)
        {
            for (const Endpoint& known : world.At(peer).maintenance.KnownPeers())
            {
                count += std::count(sybils.begin(), sybils.end(), known);
            }
        }
        return count;
    }

    /// Expect that all honest peers know who comes before and after them, and nobody else does.
    void ExpectRing()
    {
        std::vector<Endpoint> ring = honest;
        std::sort(ring.begin(), ring.end(), [](const Endpoint& a, const Endpoint& b) {
            return IdOf(a) < IdOf(b);
        });
        for (std::size_t i = 0; i < ring.size(); ++i)
        {
            const Membership& peer = world.At(ring[i]).maintenance;
            const Endpoint& before = ring[(i + ring.size() - 1) % ring.size()];
            ASSERT_FALSE(peer.Successors().empty());
            EXPECT_EQ(peer.Successors().front(), ring[(i + 1) % ring.size()]) << NameOf(ring[i]);
            EXPECT_EQ(peer.Predecessor(), before) << NameOf(ring[i]);
        }
    }

    DatagramWorld world;          ///< Everything.
    std::vector<Endpoint> honest; ///< Who has worked.
    std::vector<Endpoint> sybils; ///< Ports of one host that have not.

  private:
    std::map<std::string, test::TokenKeeper> m_tokens; ///< What the sybils got, by whom.
    ShownWork m_seen;                                  ///< What they have seen others show.
    std::size_t m_turn{0};                             ///< Whose turn it is.
};

TEST_P(PuzzleRingTest, FiftySybilsGetIntoTablesOnlyWhereAPlaceCostsNothing)
{
    ExpectRing();
    BeginAttack();
    world.Run(60);
    if (GetParam() == 0)
    {
        RecordProperty("PlacesInTables", std::to_string(CountSybils()));
        EXPECT_GT(CountSybils(), 50u);
        return;
    }
    EXPECT_EQ(CountSybils(), 0u);
    ExpectRing();
    // whoever is told of a sybil first is not led astray
    honest.push_back(Endpoint::Ipv4(0x0a00000e, 7000));
    world.Add(honest.back(), {sybils[0], honest[0]});
    world.Run(60);
    EXPECT_EQ(CountSybils(), 0u);
    ExpectRing();
}

TEST_P(PuzzleRingTest, WhoWantsAnotherPuzzleFindsNoPlaceAndKnowsWhy)
{
    for (const std::uint8_t bits : {0, 4, 8, 12})
    {
        world.options = WithPuzzle(bits);
        const Endpoint self = Endpoint::Ipv4(0x0a000020 + bits, 7000);
        const auto& node = world.Add(self, {honest[0]});
        world.Run(30);
        EXPECT_EQ(node.maintenance.IsJoined(), bits == GetParam());
        if (bits == GetParam())
        {
            honest.push_back(self);
            continue;
        }
        EXPECT_EQ(node.failure, JoinFailure::kOtherPuzzle);
        ASSERT_TRUE(node.maintenance.Other());
        EXPECT_EQ(node.maintenance.Other()->peer, honest[0]);
        EXPECT_EQ(node.maintenance.Other()->bits, GetParam());
    }
    ExpectRing();
}

INSTANTIATE_TEST_SUITE_P(Bits, PuzzleRingTest, testing::Values(0, kBits));

} // namespace
} // namespace dht
