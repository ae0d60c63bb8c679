/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-maintenance-format.h"
#include "peer-process.h"
#include "tcp-neighbour.h"

#include <array>
#include <boost/asio/ip/udp.hpp>
#include <csignal>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <vector>

/// A real peer among more connections, and more datagrams, than it can take.

namespace
{

namespace asio = boost::asio;
using Json = nlohmann::json;
using Neighbours = std::vector<std::unique_ptr<Neighbour>>;

/// Requests that have come to a peer, whatever has become of them.
const std::string kCame = "dht_requests_accepted_total";

/// @param peer A peer. @param count How many. @return Neighbours that connect to it once from as
/// many addresses, and send one request.
Neighbours
ConnectFromManyAddresses(const PeerProcess& peer, int count)
{
    Neighbours many;
    const double before = peer.Metric(kCame);
    for (int i = 0; i < count && !testing::Test::HasFailure(); ++i)
    {
        many.push_back(std::make_unique<Neighbour>(peer, "127.0.1." + std::to_string(i + 1)));
        many.back()->Send(AnyFrame());
        // one after the other, or the peer closes connections before it reads what came on them
        EXPECT_TRUE(peer.Reaches(kCame, before + i + 1));
    }
    return many;
}

TEST(RealPeerFloodTest, AnAddressHasNoMoreConnectionsThanItsShare)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --max-connections=8");
    Neighbour first(peer, "127.0.0.2");
    Neighbour second(peer, "127.0.0.2");
    first.Send(AnyFrame());
    second.Send(AnyFrame());
    EXPECT_TRUE(peer.Reaches(kCame, 2));
    EXPECT_TRUE(Neighbour(peer, "127.0.0.2").IsClosed()) << "a quarter of the places is two";
    Neighbour other(peer, "127.0.0.3");
    Neighbour silent(peer, "127.0.0.3");
    Neighbour next(peer, "127.0.0.3");
    EXPECT_TRUE(other.IsClosed()) << "it never said anything, and has waited longest";
    EXPECT_FALSE(silent.IsClosedNow());
    EXPECT_FALSE(next.IsClosedNow());
    EXPECT_FALSE(first.IsClosedNow());
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["limits"]["connections_refused"], 1);
    EXPECT_EQ(summary["limits"]["connections_evicted"], 1);
}

TEST(RealPeerFloodTest, ManyAddressesPushOutNobodyWhoWasThereBefore)
{
    PeerProcess peer("--listen=127.0.0.1:0 --idle --max-connections=16");
    Neighbour quiet(peer, "127.0.0.2");
    quiet.Send(AnyFrame());
    Neighbour silent(peer, "127.0.0.4");
    EXPECT_TRUE(peer.Reaches(kCame, 1));
    EXPECT_TRUE(peer.Reaches("dht_ring_connections", 2));
    const Neighbours many = ConnectFromManyAddresses(peer, 64);
    Neighbour late(peer, "127.0.0.3");
    late.Send(AnyFrame());
    EXPECT_TRUE(peer.Reaches(kCame, 66));
    EXPECT_FALSE(quiet.IsClosedNow()) << "it has delivered requests for the longest time";
    EXPECT_FALSE(silent.IsClosedNow()) << "some places are for those that have had nothing to say";
    EXPECT_FALSE(late.IsClosedNow()) << "not all places are kept for those who were there before";
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_EQ(summary["counters"]["delivered"], 66);
    EXPECT_EQ(summary["limits"]["connections_evicted"], 51);
}

/// A peer that is in the tables, and has had nothing to say so far, keeps its connection, and finds
/// a place if it comes last.
TEST(RealPeerFloodTest, ManyAddressesPushOutNoPeerOfTheTables)
{
    const std::string arguments = kFastRing + "--idle --max-connections=8";
    PeerProcesses peers;
    const auto add = [&](const std::string& address, const std::string& join) {
        peers.push_back(
            std::make_unique<PeerProcess>("--listen=" + address + ":0 " + join + arguments));
        ASSERT_TRUE(peers.back()->Says("joined"));
    };
    add("127.0.0.1", "");
    const PeerProcess& first = *peers[0];
    add("127.0.0.2", "--join=" + first.Name());
    AwaitRing(peers);
    const Neighbours many = ConnectFromManyAddresses(first, 32);
    add("127.0.0.3", "--join=" + first.Name());
    AwaitRing(peers);
    const Json ofLast = peers[2]->End();
    const Json ofNext = peers[1]->End();
    const Json summary = peers[0]->End();
    ASSERT_TRUE(summary.is_object() && ofNext.is_object() && ofLast.is_object());
    EXPECT_GT(summary["limits"]["connections_evicted"], 20);
    EXPECT_EQ(ofNext["limits"]["links_failed"], 0);
    EXPECT_EQ(ofLast["maintenance"]["failures"], 0);
}

/// Somebody who asks, by hand.
class Asker
{
  public:
    /// @param peer Whom it asks. @param from From which address.
    explicit Asker(const PeerProcess& peer, const std::string& from = "127.0.0.1")
        : m_socket(m_context, {asio::ip::make_address(from), 0}),
          m_to(asio::ip::address_v4(EndpointNamed(peer.Name()).Ipv4Address()),
               EndpointNamed(peer.Name()).port)
    {
        m_socket.non_blocking(true);
    }

    /// @param number Of the question, which is who is responsible for the key 0.
    void Ask(std::uint64_t number)
    {
        dht::MaintenanceMessage query;
        query.kind = dht::MaintenanceKind::kQuery;
        query.id = number;
        m_socket.send_to(asio::buffer(dht::EncodeDatagram(query)), m_to);
    }

    /// Answer what nobody has asked. @param number Of the answer.
    void Answer(std::uint64_t number)
    {
        dht::OverlayAck ack;
        ack.id = number;
        ack.responsible = dht::Endpoint::Ipv4(0x7f000001, 9);
        m_socket.send_to(asio::buffer(dht::EncodeDatagram(ack)), m_to);
    }

    /// @return Answers that have come since it was last asked.
    int Answers()
    {
        std::array<std::uint8_t, 2048> bytes;
        boost::system::error_code error;
        int count = 0;
        while (m_socket.receive(asio::buffer(bytes), 0, error) > 0 && !error)
        {
            ++count;
        }
        return count;
    }

  private:
    asio::io_context m_context;     ///< Of the socket.
    asio::ip::udp::socket m_socket; ///< From which it asks.
    asio::ip::udp::endpoint m_to;   ///< Whom it asks.
};

/// What comes while a peer is stopped is there at once when it goes on.
TEST(RealPeerFloodTest, AFloodOfQueriesCostsOthersNothing)
{
    constexpr int flood = 4000;
    constexpr int questions = 100;
    constexpr int answers = 400;
    if (geteuid() != 0)
    {
        GTEST_SKIP() << "without privileges, the system drops most of it before the peer sees it";
    }
    PeerProcess peer("--listen=127.0.0.1:0 --idle");
    Asker flooder(peer);
    Asker honest(peer);
    ASSERT_FALSE(peer.Name().empty());
    peer.Signal(SIGSTOP);
    for (int i = 0; i < flood + questions; ++i)
    {
        const bool isHonest = i >= flood / 2 && i < flood / 2 + questions;
        (isHonest ? honest : flooder).Ask(i);
    }
    for (int i = 0; i < answers; ++i)
    {
        flooder.Answer(i);
    }
    for (int i = 0; i < flood / 4; ++i)
    {
        flooder.Ask(i);
    }
    peer.Signal(SIGCONT);
    int answered = 0;
    EXPECT_TRUE(Eventually([&] {
        answered += honest.Answers();
        return answered == questions;
    })) << answered
        << " of " << questions;
    const auto sumOf = [&peer](const std::vector<std::string>& samples) {
        double sum = 0;
        for (const std::string& sample : samples)
        {
            sum += peer.Metric(sample);
        }
        return sum;
    };
    EXPECT_TRUE(Eventually([&] {
        return sumOf({"dht_maintenance_received_total{kind=\"query\"}",
                      "dht_limits_datagrams_dropped_total",
                      "dht_requests_redundant_acks_total"}) >=
               flood + flood / 4 + questions + answers;
    })) << "until the rest is done, too";
    const Json summary = peer.End();
    ASSERT_TRUE(summary.is_object());
    EXPECT_GT(summary["limits"]["datagrams_dropped"], 1000);
    EXPECT_LT(summary["limits"]["datagrams_dropped"], flood + flood / 4);
    EXPECT_EQ(summary["limits"]["datagrams_overrun"], 0);
    EXPECT_EQ(summary["counters"]["redundant_acks"], answers) << "answers come first";
    EXPECT_EQ(summary["maintenance"]["received"]["query"],
              flood + flood / 4 + questions - summary["limits"]["datagrams_dropped"].get<int>());
}

} // namespace
