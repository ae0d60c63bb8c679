/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_RECORDING_HOST_H
#define DHT_CC_TEST_RECORDING_HOST_H

#include "dht-observer.h"
#include "dht-scheme-registry.h"
#include "idle-host.h"
#include "memory-ring.h"

#include <deque>
#include <map>
#include <set>

/**
 * @file
 * @ingroup dht-cc-tests
 * A host that writes down what its peer does, and takes as much of it as a test allows.
 */

namespace dht
{
namespace test
{

/// When most of what is checked happens.
constexpr Time kNow = FromSeconds(1);

/// Writes a peer's actions down.
class RecordingHost : public IdleHost
{
  public:
    LinkState StateOf(LinkIndex link, const Request& /* request */) override
    {
        if (down.count(link))
        {
            return LinkState::kDown;
        }
        const auto found = room.find(link);
        const bool ready = found == room.end() || found->second > 0;
        return ready ? LinkState::kReady : LinkState::kBusy;
    }

    void Send(LinkIndex link, const Request& request) override
    {
        if (room.count(link))
        {
            --room[link];
        }
        sent.emplace_back(link, request);
    }

    std::size_t Backlog(LinkIndex link) const override
    {
        const auto found = backlog.find(link);
        return found == backlog.end() ? 0 : found->second;
    }

    Time UplinkIdleAt() const override
    {
        return uplinkIdleAt;
    }

    Endpoint EndpointOf(LinkIndex link) override
    {
        return Endpoint::Ipv4(0x0a000100 + link, 7000);
    }

    LinkState StateOfDatagrams(std::size_t /* size */) override
    {
        return lookupsReady ? LinkState::kReady : LinkState::kBusy;
    }

    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        if (const auto* const lookup = std::get_if<Request>(&datagram))
        {
            lookups.push_back(*lookup);
        }
        else if (const auto* const ack = std::get_if<OverlayAck>(&datagram))
        {
            acks.emplace_back(to, *ack);
        }
        else
        {
            said.emplace_back(to, std::get<MaintenanceMessage>(datagram));
        }
    }

    void WakeAt(Time time) override
    {
        wake = time;
    }

    void Resume(ConnectionId connection) override
    {
        resumed.push_back(connection);
    }

    std::set<LinkIndex> down;      ///< Links that lose what is sent.
    std::map<LinkIndex, int> room; ///< Requests a link still takes; as many as you like if absent.
    std::map<LinkIndex, std::size_t> backlog; ///< What is on its way on a link; none if absent.
    Time uplinkIdleAt{kNever};                ///< When its uplink idles.
    std::vector<std::pair<LinkIndex, Request>> sent;           ///< What was sent where.
    bool lookupsReady{true};                                   ///< Whether lookups are sent.
    std::vector<Request> lookups;                              ///< The lookups sent.
    std::vector<std::pair<Endpoint, OverlayAck>> acks;         ///< The overlay-acks.
    std::vector<std::pair<Endpoint, MaintenanceMessage>> said; ///< The maintenance messages.
    std::vector<ConnectionId> resumed;                         ///< The connections, in order.
    Time wake{kNever};                                         ///< When the peer wants to be woken.
};

/// Writes down what an observer is told.
class RecordingObserver : public Observer
{
  public:
    void OnDelivered(const EventContext& /* at */, const Request& request) override
    {
        deliveries.push_back(request);
    }

    void OnAnswered(const EventContext& /* at */, const Answer& answer) override
    {
        answers.push_back(answer);
    }

    void OnDropped(const EventContext& /* at */, const DropEvent& drop) override
    {
        drops.emplace_back(drop.request.id, drop.reason);
    }

    void OnMarked(const EventContext& /* at */,
                  QueueIndex /* queue */,
                  const Request& request) override
    {
        marks.push_back(request);
    }

    void OnGivenUp(const EventContext& /* at */, std::uint64_t id) override
    {
        givenUp.push_back(id);
    }

    void OnQueueLength(const EventContext& /* at */, const QueueEvent& queue) override
    {
        lengths.push_back(queue.total);
    }

    void OnLevel(const EventContext& /* at */, double level) override
    {
        levels.push_back(level);
    }

    void OnLookupWindow(const EventContext& /* at */, const LookupWindowEvent& window) override
    {
        windows.push_back(window);
    }

    void OnRtt(const EventContext& /* at */, Time rtt) override
    {
        rtts.push_back(rtt);
    }

    void OnPlace(const EventContext& /* at */, const PlaceEvent& place) override
    {
        places.push_back(place);
    }

    std::vector<Request> deliveries;                         ///< What this peer answered.
    std::vector<Answer> answers;                             ///< The answers.
    std::vector<std::pair<std::uint64_t, DropReason>> drops; ///< What was dropped, and why.
    std::vector<Request> marks;                              ///< What was marked.
    std::vector<std::uint64_t> givenUp;                      ///< What was given up.
    std::vector<std::size_t> lengths;                        ///< Of the queues, in order.
    std::vector<double> levels;                              ///< Of the scheme, in order.
    std::vector<LookupWindowEvent> windows;                  ///< For lookups, in order.
    std::vector<Time> rtts;                                  ///< The RTTs measured.
    std::vector<PlaceEvent> places;                          ///< Of the peer, in order.
};

/// Offers given keys, one after the other, all at once.
class ScriptedSource : public RequestSource
{
  public:
    Time NextAt(Time now) override
    {
        return keys.empty() ? kNever : now;
    }

    Item Take(Time /* now */) override
    {
        const Key key = keys.front();
        keys.pop_front();
        return {key, payload};
    }

    std::deque<Key> keys; ///< What to look up.
    Payload payload;      ///< What goes with each request.
};

/// Peer 0 of an even ring of eight: its links 0, 1 and 2 lead to the peers 1, 2 and 4.
class PeerFixture
{
  public:
    /// A scheme's constants, by name.
    using Values = std::vector<std::pair<const char*, double>>;

    /// @param scheme The scheme. @param values Its constants. @param options The peer's options.
    explicit PeerFixture(const char* scheme,
                         const Values& values = {},
                         const PeerOptions& options = {},
                         const Ring& ring = Ring::Even(8))
        : PeerFixture(Make(scheme, values), options, ring)
    {
    }

    /// @param scheme The scheme. @param options The peer's options.
    explicit PeerFixture(std::unique_ptr<CongestionControl> scheme,
                         const PeerOptions& options = {},
                         const Ring& ring = Ring::Even(8))
        : peer(WithSelf(options), ChordOverlay(ring).MakeTable(0), std::move(scheme), host, random)
    {
        peer.SetObserver(&observer);
    }

    /// @param index Which peer. @return A key it is responsible for.
    static Key KeyOf(std::uint64_t index)
    {
        return EvenKey(index, 8) + Key(12345);
    }

    /// @return A request from elsewhere. @param id Its id. @param to Who is responsible.
    static Request Foreign(std::uint64_t id, std::uint64_t to)
    {
        Request request;
        request.id = id;
        request.key = KeyOf(to);
        request.source = Endpoint::Ipv4(0x0a000099, 9000);
        request.hopLimit = 10;
        return request;
    }

    /// Offers a request from elsewhere. @return Whether it was accepted.
    bool Offer(Time now, ConnectionId from, Request request)
    {
        return peer.OnRequest(now, from, request);
    }

    /// Issue a request. @param now The present. @param to Who is responsible.
    void Issue(Time now, std::uint64_t to)
    {
        source.keys.push_back(KeyOf(to));
        peer.Start(now, source);
    }

    /// @param request A request that was sent. @return What the responsible peer answers.
    static OverlayAck AckOf(const Request& request)
    {
        return {request.id, request.attempt, request.hopLimit, request.marked, Endpoint{}};
    }

    MersenneRandom random{1};   ///< The peer's.
    RecordingHost host;         ///< The peer's.
    RecordingObserver observer; ///< Watches the peer.
    ScriptedSource source;      ///< The peer's application.
    Peer peer;                  ///< The peer.

  private:
    static PeerOptions WithSelf(PeerOptions options)
    {
        options.self = Endpoint::Ipv4(0x0a000001, 7000);
        return options;
    }

    static std::unique_ptr<CongestionControl> Make(const char* name, const Values& values)
    {
        const Scheme& scheme = SchemeRegistry::Get().Find(name);
        Parameters parameters = scheme.parameters;
        for (const auto& [parameter, value] : values)
        {
            parameters.Set(parameter, value);
        }
        return scheme.make(parameters);
    }
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_RECORDING_HOST_H
