/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_H
#define DHT_MAINTENANCE_H

#include "dht-endpoint.h"
#include "dht-host.h"
#include "dht-link-health.h"
#include "dht-maintenance-message.h"
#include "dht-observer.h"
#include "dht-parameter.h"
#include "dht-random.h"
#include "dht-ring-info.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Chord maintenance (Stoica et al., ToN 2003): how a peer finds its place in a ring and keeps it.
 *
 * A peer is responsible for the keys from its own id up to, and without, its successor's. A peer
 * that joins asks who is responsible for its own id: that is its predecessor to be, whose
 * successors are its own. From then on it asks its successor, time and again, whether another peer
 * has come between them, tells it of itself, looks whether its predecessor is still there, and
 * repairs its fingers one after the other. Nobody gets into its tables on hearsay alone, apart from
 * the spare successors that its successor names: a peer has to answer first.
 */

namespace dht
{

/// Of which answers it is found out whether who answers is responsible, before they are delivered.
enum class Vouching : std::uint8_t
{
    kOff,     ///< Of none.
    kOdd,     ///< Of those that are less likely than most: who answers is far from the key.
    kAll,     ///< Of all, as long as there is time.
    kAlarmed, ///< Of all for some minutes after somebody has lied twice; of none else.
};

/// How a peer keeps its place.
struct MaintenanceOptions
{
    Time stabiliseInterval{FromSeconds(1)}; ///< Between two looks at successor and predecessor.
    Time fingerInterval{FromSeconds(0.5)};  ///< Between two looks at fingers, once all are known.
    Time queryTimeout{FromSeconds(1)};      ///< Of a query's first transmission; then it doubles.
    std::uint8_t queryAttempts{3};          ///< A peer is dead that answers none of so many.
    std::size_t successors{8};              ///< Length of the successor list.
    std::size_t fingerCandidates{1};        ///< Of so many in an octave, the nearest is the finger.
    LinkIndex maximumLinks{64};             ///< Neighbours requests may be sent to at once.
    Vouching vouching{Vouching::kAlarmed};  ///< Which answers wait until they are vouched for.
    std::uint8_t puzzleBits{0};             ///< Of the puzzle each place costs (dht-puzzle.h).

    /// @return What users may set of it: all.
    static const std::vector<ParameterOf<MaintenanceOptions>>& Table();
};

/// What maintenance has seen and done.
struct MaintenanceCounters
{
    /// Messages by kind.
    using ByKind = std::array<std::uint64_t, static_cast<std::size_t>(MaintenanceKind::kCount)>;

    ByKind sent{};                  ///< Messages sent.
    ByKind received{};              ///< Messages received, whatever became of them.
    std::uint64_t bytes{0};         ///< Of the frames of messages sent.
    std::uint64_t ignored{0};       ///< Messages of no use: unexpected, or from another family.
    std::uint64_t throttled{0};     ///< Queries that were not answered, as too many came.
    std::uint64_t withheld{0};      ///< Queries not sent, as many had gone where nobody answers.
    std::uint64_t timeouts{0};      ///< Transmissions of queries that were not answered in time.
    std::uint64_t failures{0};      ///< Peers that were given up as dead.
    std::uint64_t returned{0};      ///< Peers given up as dead that answered again.
    std::uint64_t connected{0};     ///< Links made.
    std::uint64_t removed{0};       ///< Links taken away.
    std::uint64_t suspected{0};     ///< Times a neighbour was routed around until it answered.
    std::uint64_t finds{0};         ///< Searches for a responsible peer.
    std::uint64_t failedFinds{0};   ///< Those that found none.
    std::uint64_t refuted{0};       ///< Answers of peers that were not responsible for the key.
    std::uint64_t checks{0};        ///< Answers that were checked by a search.
    std::uint64_t disagreements{0}; ///< Those of which it found somebody nearer to the key.
    std::uint64_t inquiries{0};     ///< Times others were asked who is responsible for a key.
    std::uint64_t held{0};          ///< Answers that waited for what they say.
    std::uint64_t denied{0};        ///< Answers thrown away for it, or for want of any.
    std::uint64_t unvouched{0};     ///< Answers believed although nobody has vouched for them.
    std::uint64_t alarms{0};   ///< Times this peer has begun to doubt all, as somebody lied twice.
    std::uint64_t unsolved{0}; ///< Messages whose senders showed no work of the ring's puzzle.

    /// @param other Counters to add. @return The sum.
    MaintenanceCounters& operator+=(const MaintenanceCounters& other);
};

/// A peer that was asked, and wants another puzzle than this one.
struct OtherPuzzle
{
    Endpoint peer;        ///< The asked peer.
    std::uint8_t bits{0}; ///< Of the puzzle it wants; those of this peer's: its work is wrong.
};

/**
 * One peer's view of its ring; no clock, no I/O. Times must not decrease from call to call. It
 * forgets what it need not know: its memory is bounded whatever it is told.
 */
class Maintenance
{
  public:
    /**
     * @param options How to keep the peer's place.
     * @param self Where others reach this peer; all peers of a ring are of one address family.
     * @param host Carries out the actions; must outlive this object.
     * @param random For ids of queries; must outlive this object.
     */
    Maintenance(const MaintenanceOptions& options,
                const Endpoint& self,
                LiveHost& host,
                Random& random);
    ~Maintenance();

    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

    /// @return The routing table for this peer's Peer. It reads this object, which must outlive it.
    std::unique_ptr<RoutingTable> MakeTable();

    /// @return What this peer's Storage knows of the ring. It reads this object, which must outlive
    /// it.
    std::unique_ptr<RingInfo> MakeRingInfo() const;

    /// Is called when the routing table has changed, so that queued requests find another way; with
    /// the links that lead elsewhere or nowhere from now on.
    using RoutesListener = std::function<void(Time now, const std::vector<LinkIndex>& changed)>;

    /// @param listener Is told from now on; empty for nobody.
    void SetRoutesListener(RoutesListener listener);

    /// @param observer Is told of changes of this peer's place; nullptr for nobody.
    void SetObserver(Observer* observer);

    /// Work for this peer's place, which a host may do in steps before Create() or Join(); else
    /// these do all of it. @param tries How many hashes to try. @return Whether it is done.
    bool Solve(std::uint64_t tries);

    /// Be the first peer of a ring. @param now The present.
    void Create(Time now);

    /// Look for this peer's place in a ring. @param now The present. @param bootstrap Peers of the
    /// ring, as far as is known; they are also asked if all others are lost. @param met Up to 64
    /// peers that it had met when it had a place: all are asked at once, and again and again later
    /// on, like others that were lost. If none of all has a place, but one that was met looks for
    /// one, too, the one of the lowest id begins the ring anew.
    void Join(Time now,
              const std::vector<Endpoint>& bootstrap,
              const std::vector<Endpoint>& met = {});

    /// Tell the neighbours that this peer leaves. It answers no more queries, but links stay until
    /// the host has sent what is queued, and stops it. @param now The present.
    void Leave(Time now);

    /// A message arrived. @param now The present. @param from Where its datagram came from.
    /// @param message The message.
    void OnMessage(Time now, const Endpoint& from, const MaintenanceMessage& message);

    /// A link could not be made or broke: its neighbour is asked at once, and routed around until
    /// it answers; after the second time in a row, until the link is made. @param now The present.
    /// @param link The link's number.
    void OnLinkFailed(Time now, LinkIndex link);

    /// The same for a link on which the neighbour has been silent for a while, which may be no more
    /// than congestion: it is asked without haste. @param now The present. @param link The link's
    /// number.
    void OnLinkSilent(Time now, LinkIndex link);

    /// A link takes requests, and none was answered for a while: its neighbour is asked in haste,
    /// and routed around only if it does not answer. @param now The present. @param link The link's
    /// number.
    void OnNoAnswer(Time now, LinkIndex link);

    /// A link was made that had failed; for others it does nothing. A host that never says so keeps
    /// a neighbour waiting for half a minute after the last failure. @param now The present.
    /// @param link The link's number.
    void OnLinkConnected(Time now, LinkIndex link);

    /// A link has turned out to be something else than it was. The neighbour of a stuck one is
    /// asked at once, and routed around until the link moves, whatever it answers; that of a deaf
    /// one, or of one that swallows requests, is given up for a while, longer each time.
    /// @param now The present. @param change What has changed.
    void OnLinkChange(Time now, const LinkChange& change);

    /// The host cannot make links, and knows it, such as for want of open files: this peer gives
    /// its place up, and takes it again when links can be made. @param now The present.
    void OnOwnFault(Time now);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);

    /// @return When OnWake() is to be called; kNever if there is nothing to wait for.
    Time NextWake() const;

    /// @return This peer's id.
    const Key& Id() const;
    /// @param now The present. @param link A link. @return How many unanswered probes make sure
    /// that its neighbour answers no requests: fewer if it was banned before.
    unsigned ProbesToDecide(Time now, LinkIndex link) const;
    /// From now on, who was banned gets a link after that to prove itself (IsOnTrial()), and no
    /// request until OnProved().
    void DemandProof();
    /// @param link A link. @return Whether its neighbour has to prove itself: somebody is to probe
    /// it.
    bool IsOnTrial(LinkIndex link) const;
    /// A probe was answered. @param now The present. @param link Where it was sent.
    void OnProved(Time now, LinkIndex link);
    /// @return Whether it has a place in a ring, be it alone.
    bool IsJoined() const;
    /// @return Whether it has given its place up.
    bool HasLeft() const;
    /// @return Whether it has given it up for a while, as its own links fail.
    bool IsOut() const;
    /// @return Who answered last that wants another puzzle, since it began to join.
    const std::optional<OtherPuzzle>& Other() const;
    /// @return Its predecessor, as far as is known.
    std::optional<Endpoint> Predecessor() const;
    /// @return Its successors, nearest first; none if it is alone.
    std::vector<Endpoint> Successors() const;
    /// @return Its distinct fingers, nearest first; the first one is its successor.
    std::vector<Endpoint> Fingers() const;
    /// @return Its successors, its predecessor and its fingers, each once.
    std::vector<Endpoint> KnownPeers() const;
    /// @return Those that were given up, or met before it joined, and have not answered since.
    std::vector<Endpoint> Lost() const;
    /// @param link A link. @return Whom it leads to; nothing if it is free.
    std::optional<Endpoint> NeighbourAt(LinkIndex link) const;
    /// @return What it has seen and done.
    const MaintenanceCounters& GetCounters() const;

  private:
    struct Parts;

    std::unique_ptr<Parts> m_parts; ///< What it is made of.
};

} // namespace dht

#endif // DHT_MAINTENANCE_H
