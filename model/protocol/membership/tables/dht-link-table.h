/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_TABLE_H
#define DHT_LINK_TABLE_H

#include "dht-ring-node.h"
#include "dht-routing-table.h"
#include "dht-time.h"

#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Greedy clockwise routing over neighbours that come and go.
 */

namespace dht
{

/// Which link leads to which neighbour, and which of them a key goes to.
class LinkTable
{
  public:
    /// What a change of neighbours means for the links.
    struct Change
    {
        std::vector<std::pair<LinkIndex, RingNode>> made;    ///< Links made, and where they lead.
        std::vector<std::pair<LinkIndex, RingNode>> removed; ///< Links taken away, likewise.
        bool isRouted{false}; ///< Whether some carry requests from now on that did not.
    };

    /// Where requests go that would go to a neighbour out of reach.
    struct Detour
    {
        Endpoint to;  ///< The neighbour.
        Endpoint via; ///< Another one, which reaches it.
    };

    /// @param self The key of the peer that has the links. @param links How many links there may be
    /// at once.
    LinkTable(const Key& self, LinkIndex links);

    /**
     * @param wanted The neighbours that there are to be from now on. Whoever finds no free link is
     *        left out: those that are removed by this very call are not free yet.
     * @param idle Those of them that no request goes to.
     * @return What has changed.
     */
    Change Set(const RingNodes& wanted, const RingNodes& idle = {});

    /// @param endpoint A neighbour. @param suspect Whether to route around it where that is
    /// possible. @return Its link, if that is news.
    std::optional<LinkIndex> SetSuspect(const Endpoint& endpoint, bool suspect);

    /// @param endpoint A peer. @return Whether it is a neighbour to be routed around.
    bool IsSuspect(const Endpoint& endpoint) const;

    /// A link takes nothing, or moves again. @param now The present. @param link The link's number,
    /// in use. @param stuck Whether it takes nothing.
    void SetStuck(Time now, LinkIndex link, bool stuck);

    /// Requests come to nothing on a link, until it is made anew or moves. @param link The link's
    /// number, in use.
    void SetUseless(LinkIndex link);

    /// A peer has answered a query: if its link fails, that is not because it is gone. @param
    /// endpoint The peer's endpoint.
    void OnAnswer(const Endpoint& endpoint);

    /// How many links fail.
    struct Failing
    {
        LinkIndex working{0}; ///< Links that were made, and do not fail.
        LinkIndex all{0};     ///< Links in use.
        LinkIndex some{0};    ///< Those that take nothing though their neighbours answer queries.
        LinkIndex lasting{0}; ///< Those of them that have done so for long, or again and again.
    };

    /// @param now The present. @param brief How long a link may be down after it failed once: it
    /// may have been reset, and be made again; likewise before it is made. @return How many links
    /// fail though their neighbours have answered queries since.
    Failing CountFailing(Time now, Time brief) const;

    /// A link takes far less than others, or as much again. @param link The link's number, in use.
    /// @param slow Whether to route around it where that is possible. @return Whether that is news.
    bool SetSlow(LinkIndex link, bool slow);

    /// @param endpoint A peer. @return Whether it is a neighbour to be routed around, as it is
    /// suspect or its link slow.
    bool IsAvoided(const Endpoint& endpoint) const;

    /// @param detours From now on; those before are forgotten.
    void SetDetours(std::vector<Detour> detours);

    /// @param to A neighbour. @return Whether others take what would go there.
    bool HasDetour(const Endpoint& to) const;

    /// @param link A link in use. @return Whether it failed, and was not made since.
    bool IsDown(LinkIndex link) const;

    /// A link failed. @param now The present. @param link The link's number, in use. @param apart
    /// Failures that are farther apart do not count together. @return How often it failed by now.
    unsigned CountFailure(Time now, LinkIndex link, Time apart);

    /// A link was made after all. @param link The link's number. @return Its neighbour, if the link
    /// had failed again and again; null otherwise.
    const RingNode* Restore(LinkIndex link);

    /// @param now The present. @param endpoint A peer. @param apart As above. @return Whether it is
    /// a neighbour whose link is stuck, or has failed again and again and was not made since.
    bool IsBroken(Time now, const Endpoint& endpoint, Time apart) const;

    /// @param link A link. @return Where it leads; null if it is free.
    const RingNode* At(LinkIndex link) const;

    /// @param key A key. @return The link it goes to: the farthest neighbour not beyond the key, a
    /// suspect or slow one, or the detour to it, only where there is no other; nothing if this peer
    /// is responsible for it.
    std::optional<LinkIndex> NextHop(const Key& key) const;

    /// @param key A key. @param asker Who is not to be among them. @param most How many to name.
    /// @return Neighbours not beyond the key, nearest to it first, without suspects: each of them
    /// was fine a moment ago. The suspect NextHop() alone where there is no other.
    RingNodes NearestTo(const Key& key, const Endpoint& asker, std::size_t most) const;

    /// @return How many links there may be.
    LinkIndex Size() const;

    /// @return How many there are.
    LinkIndex InUse() const;

  private:
    /// A link in use.
    struct Route
    {
        Key distance;   ///< To its neighbour.
        LinkIndex link; ///< Where it begins.
        bool avoided;   ///< Whether to avoid it.
        bool idle;      ///< Whether it is out of the question.
    };

    /// A link.
    struct Slot
    {
        RingNode node;         ///< Where it leads.
        bool suspect{false};   ///< Whether to avoid it.
        bool isSlow{false};    ///< Likewise, as it takes far less than others.
        unsigned failures{0};  ///< How often it failed, each time soon after the last.
        bool isDown{false};    ///< Whether it was not made since.
        Time lastFailure{0};   ///< When it failed last.
        bool isStuck{false};   ///< Whether it takes nothing.
        Time stuckSince{0};    ///< Since when, if so.
        bool isIdle{false};    ///< Whether no request goes there.
        bool isMade{false};    ///< Whether it was ever made, as far as the host has said.
        bool isUseless{false}; ///< Whether what is sent there comes to nothing.
        bool answers{false};   ///< Whether its neighbour has answered a query since it fails.
    };

    /// @param slot A link. @return Whether it fails.
    static bool Fails(const Slot& slot);
    /// @param key A key. @return Behind the last route that is not beyond it.
    std::vector<Route>::const_iterator EndOfRoutes(const Key& key) const;
    /// @param key A key. @return As NextHop(), but for detours.
    std::optional<LinkIndex> StraightHop(const Key& key) const;
    /// @param endpoint A peer. @return Its link, if it is a neighbour.
    std::optional<LinkIndex> Find(const Endpoint& endpoint) const;
    /// The links have changed.
    void UpdateRoutes();

    Key m_self;                               ///< The key of the peer that has the links.
    std::vector<std::optional<Slot>> m_slots; ///< By link; as many as were ever used at once.
    LinkIndex m_size;                         ///< How many there may be.
    std::vector<Route> m_routes;              ///< Nearest first.
    std::vector<Detour> m_detours;            ///< Few.
};

} // namespace dht

#endif // DHT_LINK_TABLE_H
