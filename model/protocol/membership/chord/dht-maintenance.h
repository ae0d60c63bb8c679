/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_H
#define DHT_MAINTENANCE_H

#include "dht-membership.h"
#include "dht-parameter.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
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

/**
 * One peer's place in a Chord ring. It forgets what it need not know: its memory is bounded
 * whatever it is told.
 */
class Maintenance : public Membership
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
    ~Maintenance() override;

    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

    /// @return This peer's id.
    const Key& Id() const;

    std::optional<LinkIndex> NextHop(const Key& key) const override;
    LinkIndex LinkCount() const override;
    LinkIndex LinksInUse() const override;
    bool IsDynamic() const override;
    Belief Believes(Time now, const Key& key, const Endpoint& responsible, Asking asking) override;
    bool TakeNews() override;
    bool IsCutOff() const override;
    bool LosesMuch(Time now) const override;
    PeerIds Ids() const override;
    RingNodes NearestTo(const Key& key, const Endpoint& asker) const override;
    bool IsLost(const Endpoint& endpoint) const override;

    bool IsJoined() const override;
    bool HasLeft() const override;
    bool IsOut() const override;
    bool Solve(std::uint64_t tries) override;
    void Create(Time now) override;

    /// As Membership::Join(). @param now The present. @param bootstrap Peers of the ring. @param
    /// met Up to 64 peers: all are asked at once, and again and again later on, like others that
    /// were lost. If none of all has a place, but one that was met looks for one, too, the one of
    /// the lowest id begins the ring anew.
    void Join(Time now,
              const std::vector<Endpoint>& bootstrap,
              const std::vector<Endpoint>& met = {}) override;

    void Leave(Time now) override;
    void OnOwnFault(Time now) override;
    std::optional<OtherPuzzle> Other() const override;

    bool OnMessage(Time now, const Endpoint& from, const MaintenanceMessage& message) override;
    void OnWake(Time now) override;
    Time NextWake() const override;
    void SetRoutesListener(RoutesListener listener) override;
    void SetObserver(Observer* observer) override;

    /// Its neighbour is asked at once, and routed around until it answers; after the second time in
    /// a row, until the link is made. @param now The present. @param link The link's number.
    void OnLinkFailed(Time now, LinkIndex link) override;

    /// Its neighbour is asked without haste. @param now The present. @param link The link's number.
    void OnLinkSilent(Time now, LinkIndex link) override;

    /// Its neighbour is asked in haste, and routed around only if it does not answer. @param now
    /// The present. @param link The link's number.
    void OnNoAnswer(Time now, LinkIndex link) override;

    /// A host that never says so keeps a neighbour waiting for half a minute after the last
    /// failure. @param now The present. @param link The link's number.
    void OnLinkConnected(Time now, LinkIndex link) override;

    /// The neighbour of a stuck link is asked at once, and routed around until the link moves,
    /// whatever it answers; that of a deaf one, or of one that swallows requests, is given up for a
    /// while, longer each time. @param now The present. @param change What has changed.
    void OnLinkChange(Time now, const LinkChange& change) override;

    void DemandProof() override;
    bool IsOnTrial(LinkIndex link) const override;
    void OnProved(Time now, LinkIndex link) override;

    /// Fewer if the neighbour was banned before. @param now The present. @param link A link.
    /// @return How many unanswered probes are enough.
    unsigned ProbesToDecide(Time now, LinkIndex link) const override;

    /// @param key A key. @return Whether it is this peer's own id.
    bool IsProbe(const Key& key) const override;

    std::optional<Endpoint> NeighbourAt(LinkIndex link) const override;
    std::optional<Endpoint> Predecessor() const override;
    std::vector<Endpoint> Successors() const override;
    std::vector<Endpoint> Fingers() const override;
    std::vector<Endpoint> KnownPeers() const override;
    std::vector<Endpoint> Lost() const override;
    std::unique_ptr<RingInfo> MakeRingInfo() const override;
    const MaintenanceCounters& GetCounters() const override;

  private:
    struct Parts;

    std::unique_ptr<Parts> m_parts; ///< What it is made of.
};

/// @param options How a place in a Chord ring is found and kept. @param queryIds For ids of
/// maintenance messages; must outlive what is made. @return Makes the memberships of
/// peers that join one.
MembershipMaker JoinedPlace(const MaintenanceOptions& options, Random& queryIds);

} // namespace dht

#endif // DHT_MAINTENANCE_H
