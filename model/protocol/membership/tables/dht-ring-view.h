/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_VIEW_H
#define DHT_RING_VIEW_H

#include "dht-finger-list.h"
#include "dht-link-table.h"
#include "dht-lost-peers.h"
#include "dht-maintenance-message.h"
#include "dht-near-fingers.h"
#include "dht-successor-list.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What one peer knows of its ring.
 */

namespace dht
{

/// What one peer knows of its ring, and what it tells others.
struct RingView
{
    /// @param endpoint This peer's endpoint. @param mostSuccessors Length of the successor list.
    /// @param mostLinks How many links there may be. @param mostCandidates Among how many the
    /// nearest stands in for a finger.
    RingView(const Endpoint& endpoint,
             std::size_t mostSuccessors,
             LinkIndex mostLinks,
             std::size_t mostCandidates = 1);

    /// @param endpoint Anything. @return The peer it may be; nothing if no other peer of this ring
    /// can be there.
    std::optional<RingNode> Node(const Endpoint& endpoint) const;

    /// @param endpoints Anything. @return The peers they may be, in the same order; without this
    /// peer itself, and not more than a message may name.
    RingNodes Nodes(const std::vector<Endpoint>& endpoints) const;

    /// @param id An id. @return The neighbour or finger of that id; nothing if none has it.
    std::optional<RingNode> WithId(const Key& id) const;

    /// @param endpoint Anything. @return Whether it would have this peer's own place.
    bool IsRival(const Endpoint& endpoint) const;

    /// @param message An answer or a leave. @return The predecessor it names, if it names one.
    std::optional<RingNode> PredecessorIn(const MaintenanceMessage& message) const;

    /// @param endpoint A peer. @return Whether it is in any of the tables.
    bool Knows(const Endpoint& endpoint) const;

    /// @return The distinct fingers, nearest first; the first one is the successor.
    RingNodes Fingers() const;

    /// @return The same, each with who stands in for it; the successor stays.
    RingNodes UsedFingers() const;

    /// @return To whom there should be links: the fingers in use, the first successor that there is
    /// no doubt about, those on trial, helpers, bridges, and those whom others do not reach.
    RingNodes Neighbours() const;

    /// @return Those on trial, and helpers, who are in no table.
    RingNodes Unproven() const;

    /// @param key A key. @param asker Somebody to leave out. @param most How many.
    /// @return Peers not beyond the key, nearest to it first; those in doubt come last.
    RingNodes NearestTo(const Key& key, const Endpoint& asker, std::size_t most) const;

    /// @param key What is looked for. @param asker Who looks for it. @return As
    /// RoutingTable::NearestTo(): by the links, which tell of a crash long before a query does; of
    /// a peer that is cut off, by all whom it knows.
    RingNodes NearestTo(const Key& key, const Endpoint& asker) const;

    /// @param key A key. @param asker A peer. @return Whether this peer were responsible for the
    /// key if there was no such peer.
    bool IsResponsible(const Key& key, const Endpoint& asker) const;

    /// @param query A query. @param asker Who asks: it wants to know what there is apart from
    /// itself, as it may have been here before. @return The answer, without id and attempt.
    MaintenanceMessage AnswerTo(const MaintenanceMessage& query, const Endpoint& asker) const;
    /// @param probe An indirect probe. @param asker Who asks. @return The answer, without id and
    /// attempt: it names the peer that is meant, if that is known here.
    MaintenanceMessage AnswerToProbe(const MaintenanceMessage& probe, const Endpoint& asker) const;

    /// A peer is there, and has said who comes next. @param node The peer that is there. @param
    /// next Its successors.
    /// @param spares Those of them that have shown themselves. @return Whether it is the new
    /// successor.
    bool Meet(const RingNode& node, const RingNodes& next, const RingNodes& spares);

    /// @param endpoint Whom to take out of all tables, apart from the links. If no successor is
    /// left, whoever else is known takes its place. @param isSilent Whether it does not answer;
    /// else it has left.
    void Forget(const Endpoint& endpoint, bool isSilent);

    /// @return Whether this peer is cut off: it knows nobody, and is responsible for nothing. The
    /// last one in the tables fell silent, and nobody came back or gave it up since, so that it is
    /// as likely that nobody reaches this peer as that it is alone; or its own links fail.
    bool IsCutOff() const;

    /// @param endpoint Who is not on trial any more.
    void EndTrial(const Endpoint& endpoint);

    /// Be alone.
    void Clear();

  private:
    /// @param key A key. @param asker Somebody to leave out. @param nodes Peers. @return Those of
    /// them that are not beyond the key, nearest to it first.
    RingNodes Towards(const Key& key, const Endpoint& asker, RingNodes nodes) const;

  public:
    RingNode self;                       ///< The peer that has this view.
    SuccessorList successors;            ///< The next peers.
    std::optional<RingNode> predecessor; ///< The peer before, if known.
    FingerList fingers;                  ///< Peers that have answered; the successor may be absent.
    NearFingers near;                    ///< Who stands in for them.
    LinkTable links;                     ///< The links.
    LostPeers lost;                      ///< Who was given up.
    RingNodes bridges;                   ///< Who takes what goes to others out of reach.
    RingNodes lent;                      ///< Who gets a link as others do not reach it.
    RingNodes known;                     ///< Who was known when it gave its place up for a while.
    RingNodes helpers;                   ///< Who gets a link for what it shows, or carries.
    RingNodes trials;                    ///< Who of them gets a link to prove itself.
    bool isCutOff{false};                ///< Whether it is cut off if it knows nobody.
};

} // namespace dht

#endif // DHT_RING_VIEW_H
