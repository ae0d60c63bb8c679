/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MEMORY_LIVE_RING_H
#define DHT_CC_TEST_MEMORY_LIVE_RING_H

#include "dht-behaviour.h"
#include "dht-maintenance.h"
#include "dht-peer-delays.h"
#include "live-faults.h"
#include "memory-live-store.h"
#include "memory-ring.h"

#include <map>
#include <optional>
#include <set>

/**
 * @file
 * @ingroup dht-cc-tests
 * A ring in memory whose peers come and go, under a virtual clock.
 */

namespace dht
{
namespace test
{

/// What a live ring is made of; every peer is alike.
struct LiveRingOptions
{
    MemoryRingOptions ring{};         ///< As in a ring that stays; its workload may be idle.
    MaintenanceOptions maintenance{}; ///< How peers keep their places.
    double loss{0};                   ///< Share of packets that get lost at first.
    bool silentCrashes{false};        ///< Whether a crash closes no connection.
    Time linger{FromSeconds(2)};      ///< How long a peer stays that leaves.
    Time retry{kNever};               ///< How long it waits that found no place; then it retries.
    std::map<std::size_t, Behaviour> behaviours{}; ///< Of those that are hostile from the start.
    const PeerDelays* delays{nullptr};             ///< One way; null: those of the ring.
    std::optional<LiveStoreOptions> store{};       ///< Of every peer's store, if they have any.
};

/// What became of the requests of all honest peers that ever were for keys that honest ones own.
struct LiveRingResults
{
    std::uint64_t right{0};   ///< Answered by the peer that was responsible at that time.
    std::uint64_t wrong{0};   ///< Answered by another one.
    std::uint64_t givenUp{0}; ///< Not answered.
};

/// Datagrams, and what they weigh.
struct LiveRingTraffic
{
    std::size_t datagrams{0}; ///< Number of datagrams.
    std::size_t bytes{0};     ///< Their frames.
    std::size_t longest{0};   ///< The longest one.
};

class LivePeer;

/// Peers that join, crash, leave and return, and a network between them like that of MemoryRing,
/// which has faults besides. A packet that gets lost on a link is sent again, as TCP does.
class LiveRing
{
  public:
    /// @param options What the ring is made of. @param places How many peers there may be.
    LiveRing(const LiveRingOptions& options, std::size_t places);
    ~LiveRing();

    /// Begin a ring. @param peer With which peer.
    void Create(std::size_t peer);
    /// A peer joins. @param peer The peer's number. @param bootstrap Through whom. @param met Whom
    /// it had met.
    void Join(std::size_t peer,
              const std::vector<std::size_t>& bootstrap,
              const std::vector<Endpoint>& met = {});
    /// @param peer A peer that is there. @return Whom it has met, as a host would note it.
    std::vector<Endpoint> MetBy(std::size_t peer) const;
    /// A peer is no more. @param peer The peer's number.
    void Crash(std::size_t peer);
    /// A peer leaves, and stops after a while. @param peer The peer's number.
    void Leave(std::size_t peer);
    /// A peer changes; to greedy or back, none can. @param peer The peer's number. @param behaviour
    /// What it is like from now on.
    void Set(std::size_t peer, Behaviour behaviour);
    /// A peer goes on as it is, and sends requests that it has no business with besides, whatever
    /// its scheme and its uplink. @param peer The peer's number. @param links On how many links;
    /// the longest.
    /// @param rate On each of them, a second; at most what they take.
    void Flood(std::size_t peer, std::size_t links, double rate);
    /// Somebody without a place connects to a peer, and sends it requests for random keys from now
    /// on. @param peer The peer's number. @param source Whom they name as their source. @param rate
    /// How many a second; at most what the connection takes.
    void FloodFromOutside(std::size_t peer, const Endpoint& source, double rate);
    /// @return What is wrong with the network, to change it.
    LiveFaults& Faults();
    /// Reset all links that a peer has opened, and those that lead to it. @param peer The peer's
    /// number.
    void BreakLinks(std::size_t peer);
    /// @param until When to stop the clock.
    void RunUntil(Time until);
    /// @return The present.
    Time Now() const;

    /// @return Peers that are there and have not left.
    std::set<std::size_t> Alive() const;
    /// @param peer A peer that is there. @return The peer.
    const LivePeer& At(std::size_t peer) const;
    /// @param peer A peer that is there. @return Its store.
    LiveStore& StoreAt(std::size_t peer);
    /// Fetch a block, and wait for what comes of it, a minute at the most. @param peer The peer's
    /// number. @param key Its key. @return The report.
    FetchReport Get(std::size_t peer, const Key& key);
    /// Store a block, and wait for what comes of it, a minute at the most. @param peer The peer's
    /// number. @param block The block. @return The report.
    PutReport Put(std::size_t peer, const Bytes& block);
    /// Send a datagram in somebody's name. @param from The named sender. @param to The receiver's
    /// number. @param datagram The datagram.
    void SendAs(std::size_t from, std::size_t to, const Datagram& datagram);
    /// @param place A place. @return What peers have sent there while nobody was there.
    LiveRingTraffic SentToNobodyAt(std::size_t place) const;
    /// @return What is wrong with the tables of those that are there, compared to those of a
    /// ready-made ring; nothing if they are right.
    std::string Flaws() const;
    /// @param limit How long to wait. @return How long it took until there were no flaws; kNever if
    /// it takes longer.
    Time Settle(Time limit);
    /// All peers issue no further requests.
    void Stop();
    /// @return Requests in the queues of those that are there.
    std::size_t Queued() const;
    /// @return Requests that arrived and were not accepted yet.
    std::size_t OnTheWay() const;
    /// @return Their outstanding requests.
    std::size_t Outstanding() const;
    /// @return How often the identities of a peer's counters did not hold after a call.
    std::size_t Violations() const;
    /// @return What became of the requests so far.
    const LiveRingResults& Results() const;
    /// @return The counters of all peers that are there.
    Counters Totals() const;
    /// @return The maintenance counters of all peers that are there.
    MaintenanceCounters MaintenanceTotals() const;
    /// @return A digest of everything that observers of all peers were told, in order.
    std::uint64_t Digest() const;

    /// @param peer The peer's number. @return Where to reach it.
    static Endpoint EndpointOf(std::size_t peer);

  private:
    friend class LivePeer;

    /// Make a peer anew. @param peer The peer's number. @return The new peer.
    LivePeer& Start(std::size_t peer);
    /// @param endpoint Any. @return Whose it is, whether there is such a peer or not.
    static std::size_t IndexOf(const Endpoint& endpoint);
    /// @param peer A number. @return The peer, if it is there.
    LivePeer* Find(std::size_t peer);
    /// @param value Something of a peer. @return Its sum over those that are there.
    template <typename Value>
    std::size_t Sum(Value value) const;

    LiveRingOptions m_options;                       ///< What the ring is made of.
    EventQueue m_events;                             ///< The clock.
    LiveFaults m_faults;                             ///< What is wrong with the network.
    std::uint64_t m_digest{14695981039346656037ULL}; ///< Of what happened so far.
    std::vector<std::unique_ptr<LivePeer>> m_peers;  ///< Those that are there.
    std::uint64_t m_lives{0};                        ///< Peers that ever were.
    std::size_t m_violations{0};                     ///< Calls after which identities did not hold.
    LiveRingResults m_results{};                     ///< What became of the requests.
    std::map<std::size_t, LiveRingTraffic> m_toNobody; ///< By place, what was sent in vain.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MEMORY_LIVE_RING_H
