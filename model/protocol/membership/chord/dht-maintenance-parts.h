/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_PARTS_H
#define DHT_MAINTENANCE_PARTS_H

#include "dht-auditor.h"
#include "dht-indirect-probe.h"
#include "dht-joiner.h"
#include "dht-own-way-out.h"
#include "dht-rivalry.h"
#include "dht-voucher.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What maintenance is made of; for its own sources only.
 */

namespace dht
{

/// The parts of Maintenance, and what concerns several of them.
struct Maintenance::Parts : private Correspondence::Owner
{
    /// @param options How to keep the peer's place. @param self Where others reach this peer.
    /// @param host Carries out the actions. @param random For ids of queries.
    Parts(const MaintenanceOptions& options, const Endpoint& self, LiveHost& host, Random& random);

    /// A query arrived. @param now The present. @param from The sender's endpoint. @param message
    /// The query. @param hasWorked Whether its sender may have a place: others may ask, no more.
    void OnQuery(Time now, const Endpoint& from, const MaintenanceMessage& message, bool hasWorked);
    /// A peer leaves. @param now The present. @param from The leaving peer's endpoint. @param
    /// message What it says.
    void OnLeave(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// A peer says that it may be a neighbour. @param now The present. @param from The sender's
    /// endpoint. @param message The notification.
    void OnNotify(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// A peer that is where it says may be a neighbour. @param now The present. @param from The
    /// peer's endpoint.
    void Introduce(Time now, const Endpoint& from);
    /// Give a peer up. @param now The present. @param node The peer to give up. @param until Not to
    /// be believed before.
    void GiveUp(Time now, const RingNode& node, Time until = Time(0));

    /// A link failed, or seems to. @param now The present. @param link The link's number. @param
    /// ask How to ask its neighbour.
    void OnLinkTrouble(Time now, LinkIndex link, void (Neighbours::*ask)(Time, const RingNode&));
    /// Give a peer up that answers, but takes no requests, or lies: for a while, longer each time.
    /// @param now The present. @param node The peer to ban. @param lie For which key it
    /// lies, if it does.
    void Ban(Time now, const RingNode& node, std::optional<Key> lie = std::nullopt);
    /// The link to a peer does not work, though it answers: ban it, unless that is this peer's own
    /// fault, or others reach it. @param now The present. @param link The link's number. @param
    /// node The peer.
    void OnUseless(Time now, LinkIndex link, const RingNode& node);
    /// Give up whom others do not reach either. @param now The present.
    void GiveUpLost(Time now);

    MaintenanceContext context;    ///< What they share.
    RingView view;                 ///< What this peer knows.
    Correspondence correspondence; ///< How it asks others.
    LinkKeeper links;              ///< Who keeps its links.
    Neighbours neighbours;         ///< Who keeps its successors and its predecessor.
    Finder finder;                 ///< Who carries out its searches.
    FingerKeeper fingers;          ///< Who keeps its fingers.
    RingMerger merger;             ///< Who makes one ring of two.
    Joiner joiner;                 ///< How it comes and goes.
    IndirectProbe indirect;        ///< Who finds out whether others reach its successor.
    OwnWayOut wayOut;              ///< Who finds out whether its own links work at all.
    Rivalry rivalry;               ///< Who finds out whether another peer has its place.
    Auditor auditor;               ///< Who doubts.
    Voucher voucher;               ///< Who finds out whom to believe.

    /// A link has brought the answer to a probe. @param now The present. @param link The link's
    /// number.
    void OnProved(Time now, LinkIndex link);
    /// @param link A link's number. @return Whether its peer has to prove itself there.
    bool IsOnTrial(LinkIndex link) const;

  private:
    /// Make a link to a peer whose ban is over, so that it can prove itself. @param now The
    /// present.
    /// @param node The peer to try.
    void Try(Time now, const RingNode& node);
    /// A peer is not on trial any more. @param now The present. @param endpoint The peer's
    /// endpoint.
    void EndTrial(Time now, const Endpoint& endpoint);

    void OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer) override;
    void OnLate(Time now, const Query& query) override;
    void OnUnanswered(Time now, const Query& query) override;

    /// Go on without the answer to a query. @param now The present. @param query The query.
    void OnRefused(Time now, const Query& query);
    /// Take a peer out of all tables. @param now The present. @param endpoint The peer's endpoint.
    void Drop(Time now, const Endpoint& endpoint, bool isSilent);
};

} // namespace dht

#endif // DHT_MAINTENANCE_PARTS_H
