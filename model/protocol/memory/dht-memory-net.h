/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_NET_H
#define DHT_MEMORY_NET_H

#include "dht-event-queue.h"
#include "dht-memory-faults.h"
#include "dht-memory-host.h"
#include "dht-memory-net-options.h"
#include "dht-storage-events.h"

#include <memory>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Rings of peers in memory, under a virtual clock.
 */

namespace dht
{

class MemoryBlockStore;
class MemoryTap;
struct MemoryParts;
class Storage;

/// What becomes of the disk of a host that crashes.
enum class MemoryDisk : std::uint8_t
{
    kLost, ///< It is gone with the host.
    kKept, ///< Who is at the same place next has it.
};

/// Datagrams, and what they weigh.
struct MemoryTraffic
{
    std::size_t datagrams{0}; ///< Number of datagrams.
    std::size_t bytes{0};     ///< Their frames.
    std::size_t longest{0};   ///< The longest one.
};

/**
 * Hosts with a peer each, and a network between them, under a virtual clock. Each host has an
 * uplink of a given rate, which its links share first come first served, and behind it a delay. A
 * link takes no more requests than its window; a request has left the window when the next peer has
 * accepted it and its word of that is back. A request that is not accepted stays, and all behind it
 * on the same link. Datagrams take the delay, but no capacity, unless they wait for room.
 *
 * A place is where a host may be. Either peers join, leave, crash and return, or the ring is
 * ready-made: then peers may crash, nobody's table is told, and a link that fails is down for ever.
 * The network has faults (MemoryFaults): a packet that gets lost on a link is sent again, as TCP
 * does, a datagram is not; datagrams may arrive twice, and overtake each other.
 *
 * Hosts may have stores (MemoryNetOptions::store), each with a disk.
 */
class MemoryNet
{
  public:
    /// @param options What the net is made of. @param places How many hosts there may be.
    MemoryNet(const MemoryNetOptions& options, std::size_t places);
    /// A ready-made ring: at each place there is a host, whose peer has a table and has joined, and
    /// whose links are open. @param options What the net is made of. @param overlay Who knows whom;
    /// must outlive the net if hosts have stores, and else need not outlive this constructor.
    MemoryNet(const MemoryNetOptions& options, const Overlay& overlay);
    MemoryNet(const MemoryNet&) = delete;
    MemoryNet& operator=(const MemoryNet&) = delete;
    ~MemoryNet();

    /// Begin a ring. @param place Of its first peer. @throws std::logic_error There is a ready-made
    /// one.
    void Create(std::size_t place);
    /// A peer joins a ring, if it is not a ready-made one, as above. Who is still at its place is
    /// gone without a word, and leaves its disk. @param place Its place. @param through Places of
    /// those it asks. @param met Whom it had met.
    void Join(std::size_t place,
              const std::vector<std::size_t>& through,
              const std::vector<Endpoint>& met = {});
    /// @param place Of a host that is there. @return Whom its peer has met, as a host would note
    /// it.
    std::vector<Endpoint> MetBy(std::size_t place) const;
    /// A peer leaves its ring, and its host is gone after a while. @param place Its place.
    void Leave(std::size_t place);
    /// A host is gone, at the present. @param place Its place. @param disk What becomes of its
    /// disk.
    void Crash(std::size_t place, MemoryDisk disk = MemoryDisk::kLost);
    /// All peers issue no further requests.
    void Stop();
    /// A peer relays nothing, or goes on; or its whole process does nothing, with
    /// PauseScope::kProcess. @param place Its place. @param isPaused Which of both.
    void SetPaused(std::size_t place, bool isPaused);
    /// A peer changes; to greedy or back, none can. @param place Its place. @param behaviour What
    /// it is like from now on.
    void Set(std::size_t place, Behaviour behaviour);
    /// Watch whoever is at a place, now and later. @param place The place. @param observer Gets all
    /// events from now on; nullptr for no observer.
    void SetObserver(std::size_t place, Observer* observer);

    /// Read along. @param tap Sees all datagrams from now on; null for nobody.
    void SetTap(MemoryTap* tap);

    // stores; who asks waits, and the clock goes on, until there is a report, an hour at the most.
    // @throws std::logic_error There are none. @throws std::runtime_error There is no report.
    /// Fetch a block. @param place Of who asks. @param key Its key. @return What comes of it.
    FetchReport Get(std::size_t place, const Key& key);
    /// Ask all who should hold a block what they have of it. @param place Of who asks. @param key
    /// Its key. @return What they have.
    FetchReport Check(std::size_t place, const Key& key);
    /// Likewise those who are said to hold it. @param place Of who asks. @param key Its key. @param
    /// holders Who is said to. @return What they have.
    FetchReport Check(std::size_t place, const Key& key, const std::vector<Endpoint>& holders);
    /// Store a block. @param place Of who asks. @param block The block. @return What comes of it.
    PutReport Put(std::size_t place, Bytes block);
    /// Let a block be kept as long as if it was put now. @param place Of who asks. @param block The
    /// block. @return What comes of it.
    PutReport Renew(std::size_t place, Bytes block);
    /// @param place Of a host that is there. @return Its store, whose header is not installed.
    Storage& StorageAt(std::size_t place);
    /// @param place A place. @return The disk there, of a host that is there or has crashed.
    /// @throws std::out_of_range There is none.
    MemoryBlockStore& DiskAt(std::size_t place);
    /// @return The counters of all stores that are there.
    StorageCounters StorageTotals() const;
    /// From now on, the stores of a ready-made ring know that only some hosts are there. @param
    /// places Of these, in rising order. @throws std::logic_error Peers join, or there are none.
    void SetPresent(std::vector<std::uint32_t> places);

    /// @return The clock.
    EventQueue& Events();
    /// @return The present.
    Time Now() const;
    /// @param until When to stop the clock.
    void RunUntil(Time until);

    /// @return What is wrong with the network, to change it.
    MemoryFaults& Faults();
    /// Reset all links that a host has opened, and those that lead to it. @param place Its place.
    void BreakLinks(std::size_t place);
    /// A datagram arrives, whoever has sent it, if somebody is there. @param from The named sender.
    /// @param to The receiver's place. @param datagram The datagram.
    void SendAs(const Endpoint& from, std::size_t to, const Datagram& datagram);
    /// @param place A place. @return What was sent there while nobody was there.
    MemoryTraffic SentToNobodyAt(std::size_t place) const;

    /// @return What the net is made of.
    const MemoryNetOptions& Options() const;
    /// @return How many places there are.
    std::size_t Size() const;
    /// @return Places of hosts that are there and whose peers have not left.
    std::set<std::size_t> Alive() const;
    /// @param place A place. @return Whether a host is there.
    bool IsThere(std::size_t place) const;
    /// @param place Of a host that is there. @return The host.
    /// @throws std::out_of_range Nobody is there. So do other methods that take such a place.
    MemoryHost& At(std::size_t place);
    /// The same. @param place Of a host that is there. @return The host.
    const MemoryHost& At(std::size_t place) const;
    /// @param endpoint Any. @return Which place it belongs to; Size() or more if to none.
    std::size_t PlaceOf(const Endpoint& endpoint) const;
    /// @param place A place. @return Where to reach its host, unless endpoints were given.
    static Endpoint EndpointOf(std::size_t place);

    /// @return The counters of all peers that are there.
    Counters Totals() const;
    /// @return The maintenance counters of all peers that are there; 0 in a ready-made ring.
    MaintenanceCounters MaintenanceTotals() const;
    /// @return Requests in the queues of those that are there.
    std::size_t Queued() const;
    /// @return Their outstanding requests.
    std::size_t Outstanding() const;
    /// @return Requests that were sent over links and not accepted yet.
    std::size_t OnTheWay() const;
    /// @return How often the counters of a peer did not agree after a call, or a peer used its
    /// links in a way that it must not: 0, unless there is a defect.
    std::size_t Violations() const;

  private:
    /// Make a host anew. @param place Its place. @param overlay Where its peer's table comes from;
    /// null in a ring that peers join. @return The new host.
    MemoryHost& Start(std::size_t place, const Overlay* overlay);
    /// @param value Something of a host. @return Its sum over those that are there.
    template <typename Value>
    std::size_t Sum(Value value) const;

    std::unique_ptr<MemoryParts> m_parts; ///< What hosts share, and the hosts.
};

} // namespace dht

#endif // DHT_MEMORY_NET_H
