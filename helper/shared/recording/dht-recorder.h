/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDER_H
#define DHT_RECORDER_H

#include "dht-endpoint.h"
#include "dht-key.h"
#include "dht-observer.h"
#include "dht-peer-columns.h"
#include "dht-recording-writer.h"
#include "dht-ring-statistics.h"
#include "dht-starvation-watch.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * A recording of a ring (doc/recording.rst), whatever the host.
 */

namespace dht
{

/// The peers of a recording, by their numbers.
struct RecordedRing
{
    std::vector<Key> ids;            ///< Where they are on the ring.
    std::vector<Endpoint> endpoints; ///< Where they are reached.
    std::vector<LinkIndex> links;    ///< How many they have; none where that changes.
};

/// Records a ring: it observes the peers, and its host has it take samples. It keeps no clock.
class Recorder : public Observer
{
  public:
    /// Tells whom a peer has a link to: somebody's endpoint, or nobody's.
    using LinkEnd = std::function<Endpoint(std::size_t peer, LinkIndex link)>;

    /// Counts by link how many requests in a peer's queues are for it.
    using Queues = std::function<void(std::size_t peer, std::vector<std::size_t>& lengths)>;

    /// What a host has of its peers besides.
    struct More
    {
        std::vector<RecordedColumn> columns; ///< What it is.
        /// Takes, by a peer's number, a value for each of these columns.
        std::function<void(std::size_t peer, std::uint64_t* values)> look;
    };

    /// What a recording is made from.
    struct Plan
    {
        RecordingOptions options;         ///< What is asked for; a file is named.
        nlohmann::ordered_json about;     ///< How the run is made: fields of the header.
        RecordedRing ring;                ///< The peers.
        RingStatistics::Look look;        ///< Shows them, in the order of their numbers.
        LinkEnd linkEnd;                  ///< Where their links lead.
        Queues queues;                    ///< For RecordingOptions::queues; null: unknown.
        More more;                        ///< What else there is of them.
        std::vector<std::string> without; ///< Columns that have no meaning for them.
    };

    /// @param plan What it is made from. @throws OptionError The file cannot be written.
    explicit Recorder(Plan plan);

    /// Take a sample. @param now The present. @throws std::runtime_error The file cannot be
    /// written; so with all other methods.
    void Sample(Time now);

    /// Peers wait for each other in a circle. @param now The present. @param since Since when.
    /// @param circle Their numbers: each waits for the next, the last for the first.
    void AddLockUp(Time now, Time since, const std::vector<std::size_t>& circle);

    /// A get or put has ended. @param at The instant, and the peer. @param kind A get or a put.
    /// @param ok Whether it did what it was to do. @param took The time from begin to end.
    void AddEnd(const EventContext& at, RecordedEvent kind, bool ok, Time took);

    /// The run is over. @param now The present. @param counters As its summary has them.
    void Close(Time now, const nlohmann::ordered_json& counters);

    void OnIssued(const EventContext& at, const Request& request) override;
    void OnForwarded(const EventContext& at, LinkIndex link, const Request& request) override;
    void OnDelivered(const EventContext& at, const Request& request) override;
    void OnAnswered(const EventContext& at, const Answer& answer) override;
    void OnDropped(const EventContext& at, const DropEvent& drop) override;
    void OnMarked(const EventContext& at, QueueIndex queue, const Request& request) override;
    void OnTimeout(const EventContext& at, std::uint64_t id) override;
    void OnRetransmitted(const EventContext& at, const Request& request) override;
    void OnGivenUp(const EventContext& at, std::uint64_t id) override;
    void OnPlace(const EventContext& at, const PlaceEvent& place) override;

  private:
    /// What is remembered of a peer.
    struct Memory
    {
        Time delays{0};                     ///< Of its answered requests, summed.
        Presence presence{Presence::kAway}; ///< In the last sample.
        bool left{false};                   ///< Whether it has said that it goes.
    };

    /// Peers by where they are reached.
    using Numbers = std::unordered_map<Endpoint, std::size_t, EndpointHash>;

    /// @param ring The peers. @return Their numbers.
    static Numbers NumbersOf(const RecordedRing& ring);
    /// @param plan What a recording is made from. @return The same for its file.
    static RecordingWriter::Plan MakeWriterPlan(const Plan& plan);
    /// @param plan What a recording is made from. @return What the header says of the peers.
    static nlohmann::ordered_json PeersToJson(const Plan& plan);
    /// @param endpoint A peer's. @return Its number plus one; 0 if it has none.
    std::uint64_t NumberOf(const Endpoint& endpoint) const;
    /// @param peer A peer's number. @param link One of its links. @return The number, plus one, of
    /// the peer at its other end; 0 if that has none.
    std::uint64_t NumberAt(std::size_t peer, LinkIndex link) const;
    /// @param id A request's. @return Whether it is followed.
    bool IsFollowed(std::uint64_t id) const;
    /// Something has happened to a peer. @param at When and to whom. @param kind What has happened.
    /// @param fields Of that kind.
    void Add(const EventContext& at,
             RecordedEvent kind,
             std::initializer_list<std::uint64_t> fields = {});
    /// Look at a peer. @param now The present. @param number The peer's number. @param peer What
    /// the peer holds and has done.
    void Look(Time now, std::size_t number, const PeerState& peer);
    /// @param peer A peer's number. @return Its queues by neighbour.
    RecordedQueues::Lengths QueuesOf(std::size_t peer);

    Plan m_plan;                         ///< What it is made from.
    PeerColumns m_columns;               ///< What there is of peers of any kind.
    RecordingWriter m_writer;            ///< Where it goes.
    Numbers m_numbers;                   ///< Of the peers.
    std::vector<Memory> m_peers;         ///< By number.
    StarvationWatch m_starvation;        ///< Recognises peers that starve.
    std::vector<std::uint64_t> m_values; ///< What a sample has of a peer; kept for the next.
    std::vector<std::size_t> m_lengths;  ///< Of a peer's queues, by link; likewise.
};

} // namespace dht

#endif // DHT_RECORDER_H
