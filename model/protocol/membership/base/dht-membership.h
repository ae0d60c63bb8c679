/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMBERSHIP_H
#define DHT_MEMBERSHIP_H

#include "dht-host.h"
#include "dht-link-health.h"
#include "dht-maintenance-counters.h"
#include "dht-maintenance-message.h"
#include "dht-observer.h"
#include "dht-ring-info.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What one peer of an overlay knows of the others.
 */

namespace dht
{

/// A peer that was asked, and wants another puzzle than this one.
struct OtherPuzzle
{
    Endpoint peer;        ///< The asked peer.
    std::uint8_t bits{0}; ///< Of the puzzle it wants; those of this peer's: its work is wrong.
};

/**
 * One peer's place in an overlay, and whom it knows there: who is on the way to a key
 * (RoutingTable), whom to believe, and who comes and goes. There is no clock and no I/O in it;
 * times must not decrease from call to call.
 *
 * By itself it is a place in a ready-made overlay, which needs no more than NextHop() and
 * LinkCount(). Where peers join, IsDynamic() is true, and these are needed as well: IsJoined(),
 * HasLeft(), Create(), Join(), Leave(), OnMessage(), OnWake(), NextWake(), SetRoutesListener(),
 * OnLinkFailed(), NeighbourAt() and IsProbe(); for iterative lookups Ids(), GetMetric() and
 * NearestTo(). The defaults of the rest do no harm.
 */
class Membership : public RoutingTable
{
  public:
    /// @name The place
    /// @{

    /// @return Whether there is a place in the overlay, be it alone.
    virtual bool IsJoined() const
    {
        return true;
    }

    /// @return Whether it was given up.
    virtual bool HasLeft() const
    {
        return false;
    }

    /// @return Whether it was given up for a while, as this peer's own links fail.
    virtual bool IsOut() const
    {
        return false;
    }

    /// Work for this peer's place, which a host may do in steps before Create() or Join(); else
    /// these do all of it. @param tries How many hashes to try. @return Whether it is done.
    virtual bool Solve(std::uint64_t /* tries */)
    {
        return true;
    }

    /// Be the first peer. @param now The present. @throws std::logic_error The place was given.
    virtual void Create(Time /* now */)
    {
        throw std::logic_error("this place was given: nobody creates or joins its overlay");
    }

    /**
     * Look for this peer's place.
     *
     * @param now The present.
     * @param bootstrap Peers of the overlay, as far as is known; they are also asked if all others
     *        are lost.
     * @param met Peers that it had met when it had a place.
     * @throws std::logic_error The place was given.
     */
    virtual void Join(Time now,
                      const std::vector<Endpoint>& /* bootstrap */,
                      const std::vector<Endpoint>& /* met */)
    {
        Create(now);
    }

    /// Tell others that this peer leaves. It answers no more queries, but links stay until the host
    /// has sent what is queued, and stops it. @param now The present.
    virtual void Leave(Time /* now */)
    {
    }

    /// The host cannot make links, and knows it, such as for want of open files: this peer gives
    /// its place up, and takes it again when links can be made. @param now The present.
    virtual void OnOwnFault(Time /* now */)
    {
    }

    /// @return Who answered last that wants another puzzle, since it began to join.
    virtual std::optional<OtherPuzzle> Other() const
    {
        return std::nullopt;
    }

    /// @}
    /// @name Messages and time
    /// @{

    /// A message arrived. @param now The present. @param from Where its datagram came from.
    /// @param message The message. @return Whether such messages are of any use here.
    virtual bool OnMessage(Time /* now */,
                           const Endpoint& /* from */,
                           const MaintenanceMessage& /* message */)
    {
        return false;
    }

    /// It is time, or earlier. @param now The present.
    virtual void OnWake(Time /* now */)
    {
    }

    /// @return When OnWake() is to be called; kNever if there is nothing to wait for.
    virtual Time NextWake() const
    {
        return kNever;
    }

    /// Is called when the routing table has changed, so that queued requests find another way; with
    /// the links that lead elsewhere or nowhere from now on.
    using RoutesListener = std::function<void(Time now, const std::vector<LinkIndex>& changed)>;

    /// @param listener Is told from now on; empty for nobody.
    virtual void SetRoutesListener(RoutesListener /* listener */)
    {
    }

    /// @param observer Is told of changes of this peer's place; nullptr for nobody.
    virtual void SetObserver(Observer* /* observer */)
    {
    }

    /// @}
    /// @name What becomes of links
    /// @{

    /// A link could not be made or broke. @param now The present. @param link The link's number.
    virtual void OnLinkFailed(Time /* now */, LinkIndex /* link */)
    {
    }

    /// The neighbour has been silent on a link for a while, which may be no more than congestion.
    /// @param now The present. @param link The link's number.
    virtual void OnLinkSilent(Time /* now */, LinkIndex /* link */)
    {
    }

    /// A link takes requests, and none was answered for a while. @param now The present. @param
    /// link The link's number.
    virtual void OnNoAnswer(Time /* now */, LinkIndex /* link */)
    {
    }

    /// A link was made that had failed; for others it does nothing. @param now The present. @param
    /// link The link's number.
    virtual void OnLinkConnected(Time /* now */, LinkIndex /* link */)
    {
    }

    /// A link has turned out to be something else than it was. @param now The present. @param
    /// change What has changed.
    virtual void OnLinkChange(Time /* now */, const LinkChange& /* change */)
    {
    }

    /// From now on, who was given up for what became of its link gets a link after that to prove
    /// itself (IsOnTrial()), and no request until OnProved().
    virtual void DemandProof()
    {
    }

    /// @param link A link. @return Whether its neighbour has to prove itself: somebody is to probe
    /// it.
    virtual bool IsOnTrial(LinkIndex /* link */) const
    {
        return false;
    }

    /// A probe was answered. @param now The present. @param link Where it was sent.
    virtual void OnProved(Time /* now */, LinkIndex /* link */)
    {
    }

    /// @param now The present. @param link A link. @return How many unanswered probes make sure
    /// that its neighbour answers no requests.
    virtual unsigned ProbesToDecide(Time /* now */, LinkIndex /* link */) const
    {
        return 4; // one in ten overlay-acks may get lost
    }

    /// @param key Of a request without payload. @return Whether it only asks whether this peer
    /// answers.
    virtual bool IsProbe(const Key& /* key */) const
    {
        return false;
    }

    /// @}
    /// @name Who is known
    /// @{

    /// @param link A link. @return Whom it leads to; nothing if it is free, or if only the host
    /// knows.
    virtual std::optional<Endpoint> NeighbourAt(LinkIndex /* link */) const
    {
        return std::nullopt;
    }

    /// @return The peer before it, in an overlay that has an order.
    virtual std::optional<Endpoint> Predecessor() const
    {
        return std::nullopt;
    }

    /// @return The peers nearest to it that take over what it leaves, nearest first.
    virtual std::vector<Endpoint> Successors() const
    {
        return {};
    }

    /// @return The distinct peers that it has links to, nearest first.
    virtual std::vector<Endpoint> Fingers() const
    {
        return {};
    }

    /// @return All whom it knows, each once.
    virtual std::vector<Endpoint> KnownPeers() const
    {
        return {};
    }

    /// @return Those that were given up, or met before it joined, and have not answered since.
    virtual std::vector<Endpoint> Lost() const
    {
        return {};
    }

    /// @return What this peer's store knows of the overlay; it reads this object, which must
    /// outlive it. Null if this one cannot tell.
    virtual std::unique_ptr<RingInfo> MakeRingInfo() const
    {
        return nullptr;
    }

    /// @return What was seen and done.
    virtual const MaintenanceCounters& GetCounters() const
    {
        static const MaintenanceCounters none;
        return none;
    }

    /// @}
};

/// Makes a peer's membership. @param self Where others reach the peer. @param host Carries out what
/// keeping the place takes; must outlive the result, which calls it not before Create() or Join().
/// @return The membership.
using MembershipMaker =
    std::function<std::unique_ptr<Membership>(const Endpoint& self, LiveHost& host)>;

} // namespace dht

#endif // DHT_MEMBERSHIP_H
