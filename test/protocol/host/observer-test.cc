/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-observers.h"
#include "maintenance-world.h"
#include "recording-host.h"

#include <algorithm>
#include <gtest/gtest.h>

/// What observers are told: by whom, of which queue, and why.

namespace dht
{
namespace
{

using test::kNow;
using test::MaintenanceWorld;
using test::PeerFixture;

/// Writes down of which peers, queues and links it hears.
class Names : public Observer
{
  public:
    void OnForwarded(const EventContext& at, LinkIndex link, const Request& /* request */) override
    {
        peers.push_back(at.peer);
        links.push_back(link);
    }

    void OnDropped(const EventContext& at, const DropEvent& drop) override
    {
        peers.push_back(at.peer);
        links.push_back(drop.link);
        queues.push_back(drop.queue);
    }

    void OnQueueLength(const EventContext& /* at */, const QueueEvent& queue) override
    {
        lengths.push_back(queue);
    }

    std::vector<Endpoint> peers;                   ///< Those that it heard of.
    std::vector<LinkIndex> links;                  ///< Of what was forwarded or dropped.
    std::vector<std::optional<QueueIndex>> queues; ///< Of what was dropped.
    std::vector<QueueEvent> lengths;               ///< Of queues.
};

TEST(ObserversTest, AllAreTold)
{
    PeerFixture f("none");
    test::RecordingObserver first;
    test::RecordingObserver second;
    Observers both;
    both.Add(first);
    both.Add(second);
    f.peer.SetObserver(&both);
    f.Issue(kNow, 0);
    for (const auto* observer : {&first, &second})
    {
        EXPECT_EQ(observer->deliveries.size(), 1u);
        EXPECT_EQ(observer->answers.size(), 1u);
    }
    EXPECT_TRUE(f.observer.answers.empty());
    both.Remove(first);
    f.Issue(kNow, 0);
    EXPECT_EQ(first.answers.size(), 1u);
    EXPECT_EQ(second.answers.size(), 2u);
}

TEST(ObserversTest, EventsNameThePeerTheLinkAndTheQueue)
{
    PeerOptions options;
    options.queueCapacity = 6; // two for each link
    options.discipline = QueueDiscipline::kPerNeighbour;
    PeerFixture f("back-pressure", {}, options);
    Names names;
    f.peer.SetObserver(&names);
    const Endpoint self = Endpoint::Ipv4(0x0a000001, 7000);
    f.Offer(kNow, 1, PeerFixture::Foreign(1, 2));
    ASSERT_EQ(names.peers, std::vector<Endpoint>({self}));
    EXPECT_EQ(names.links, std::vector<LinkIndex>({1}));
    // a frame without a hop left was in no queue
    Request tired = PeerFixture::Foreign(2, 5);
    tired.hopLimit = 0;
    f.Offer(kNow, 1, tired);
    EXPECT_EQ(names.links.back(), 2u);
    EXPECT_EQ(names.queues.back(), std::nullopt);
    // of two that wait for links 0 and 2, one is lost when link 2 goes down
    f.host.room[0] = f.host.room[2] = 0;
    f.Offer(kNow, 1, PeerFixture::Foreign(3, 1));
    f.Offer(kNow, 1, PeerFixture::Foreign(4, 5));
    ASSERT_EQ(names.lengths.size(), 2u);
    EXPECT_EQ(names.lengths[1].queue, 2u);
    EXPECT_EQ(names.lengths[1].length, 1u);
    EXPECT_EQ(names.lengths[1].total, 2u);
    f.host.down.insert(2);
    f.peer.OnWritable(kNow, 2);
    EXPECT_EQ(names.links.back(), 2u);
    EXPECT_EQ(names.queues.back(), QueueIndex{2});
    EXPECT_EQ(names.lengths.back().queue, 2u);
    EXPECT_EQ(names.lengths.back().length, 0u);
    EXPECT_EQ(names.lengths.back().total, 1u);
    EXPECT_TRUE(std::all_of(names.peers.begin(), names.peers.end(), [&](const Endpoint& peer) {
        return peer == self;
    }));
}

/// @return Whether an observer was told of a change. @param observer The observer. @param change
/// The change.
/// @param other The neighbour of the change, if it has one.
bool
Heard(const test::RecordingObserver& observer,
      PlaceChange change,
      const std::optional<Endpoint>& other)
{
    return std::any_of(
        observer.places.begin(),
        observer.places.end(),
        [&](const PlaceEvent& place) { return place.change == change && place.other == other; });
}

TEST(ObserversTest, APlaceIsFollowedFromJoiningToLeaving)
{
    MaintenanceWorld world(6);
    test::RecordingObserver observer;
    world.maintenance.SetObserver(&observer);
    world.maintenance.Join(world.now, {world.others[3]});
    world.Run(20);
    const Endpoint& next = world.others.front();
    const Endpoint& before = world.others.back();
    EXPECT_TRUE(Heard(observer, PlaceChange::kJoined, before));
    EXPECT_TRUE(Heard(observer, PlaceChange::kPredecessor, before));
    EXPECT_TRUE(Heard(observer, PlaceChange::kSuccessor, next));
    for (const auto& [link, neighbour] : world.links)
    {
        EXPECT_TRUE(Heard(observer, PlaceChange::kLinked, neighbour));
    }
    EXPECT_FALSE(Heard(observer, PlaceChange::kSuspected, next));
    observer.places.clear();
    world.Run(20);
    EXPECT_TRUE(observer.places.empty()); // nothing has changed

    world.up[0] = false;
    world.Run(30);
    EXPECT_TRUE(Heard(observer, PlaceChange::kSuspected, next));
    EXPECT_TRUE(Heard(observer, PlaceChange::kGivenUp, next));
    EXPECT_TRUE(Heard(observer, PlaceChange::kUnlinked, next));
    EXPECT_TRUE(Heard(observer, PlaceChange::kSuccessor, world.others[1]));
    EXPECT_FALSE(Heard(observer, PlaceChange::kPredecessor, before));

    world.maintenance.Leave(world.now);
    EXPECT_TRUE(Heard(observer, PlaceChange::kLeft, std::nullopt));
}

TEST(ObserversTest, WhoeverAnswersAgainIsTrustedAgain)
{
    MaintenanceWorld world(6);
    test::RecordingObserver observer;
    world.maintenance.SetObserver(&observer);
    world.maintenance.Join(world.now, {world.others[3]});
    world.Run(20);
    const Endpoint next = world.others.front();
    world.up[0] = false;
    world.Run(30, [&] { return Heard(observer, PlaceChange::kSuspected, next); });
    EXPECT_FALSE(Heard(observer, PlaceChange::kGivenUp, next));
    world.up[0] = true;
    world.Run(20);
    EXPECT_TRUE(Heard(observer, PlaceChange::kTrusted, next));
    EXPECT_FALSE(Heard(observer, PlaceChange::kGivenUp, next));
}

} // namespace
} // namespace dht
