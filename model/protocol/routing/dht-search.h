/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SEARCH_H
#define DHT_SEARCH_H

#include "dht-ring-node.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The search for the peer that is responsible for a key.
 */

namespace dht
{

/// Where the ids of peers come from.
enum class PeerIds : std::uint8_t
{
    kDigests, ///< An endpoint tells how near to a key its peer is (IdOf()).
    kAgreed,  ///< It tells nothing: only who knows the overlay can say who is nearer.
};

/// How far a key is from the id of a peer, which is the nearer the less that is: in a ring, it is
/// Distance().
using Metric = Key (*)(const Key& id, const Key& key);

/**
 * Whom an iterative search asks next. It survives peers that do not answer as long as somebody else
 * knows the way, and ends whatever it is told: it asks a limited number of peers, each nearer to
 * the key than the one that has named it.
 *
 * Where ids are agreed, it goes to the first peer that is named by the one that was asked last, and
 * has nobody to fall back on.
 */
class Search
{
  public:
    /// Peers that one answer may name. If the best is dead, the others know a way around.
    static constexpr std::size_t kMostNamed = 4;

    /// A search that asks nobody.
    Search() = default;

    /// @param key What is looked for. @param start Whom to begin with. @param ids Where ids come
    /// from. @param metric Who is near.
    Search(const Key& key,
           const RingNodes& start,
           PeerIds ids = PeerIds::kDigests,
           Metric metric = &Distance);

    /// @return What is looked for.
    const Key& GetKey() const;

    /**
     * @param evenFarther Whether those who are asked already seem not to answer.
     * @return Whom to ask now, besides those: who was late least often, among them first who says
     *         that it is responsible (OnClaim()), then the nearest one; nothing if nobody is any
     *         better.
     */
    std::optional<RingNode> TakeNext(bool evenFarther);

    /// @param evenFarther As above. @return Whether there is anybody to ask now.
    bool HasNext(bool evenFarther) const;

    /// Somebody knows nearer peers. @param from The peer that answered. @param nearer The peers
    /// named; whoever is not nearer than the one who names them is left out, and whoever comes
    /// behind the first kMostNamed. Who was late may be asked again.
    /// @return How many were left out, apart from those that are known.
    std::size_t OnAnswer(const RingNode& from, const RingNodes& nearer);

    /// Somebody says that it is responsible, and is to be asked once more. @param from The peer
    /// that says so.
    void OnClaim(const Endpoint& from);

    /// Who is asked has not answered in time: nobody waits for it any more, but its answer counts.
    void OnLate();

    /// Somebody does not answer, or talks nonsense. @param from The peer's endpoint.
    void OnFailed(const Endpoint& from);

    /// Let those be asked again who are late, and nearer than somebody. @param than The peer to be
    /// nearer than. @param most How often to ask one of them.
    void AskAgain(const RingNode& than, unsigned most);

    /// @param than A peer. @return Whether anybody nearer is being asked, or may be.
    bool HasNearer(const RingNode& than) const;

    /// Ask anew; answers of those who were asked before still count. @param start Whom to begin
    /// with.
    void BeginAnew(const RingNodes& start);

    /// @return Whether somebody is being asked, and is not late.
    bool IsAsking() const;

    /// @return Whether anybody has answered.
    bool IsAnswered() const;

    /// @param than A peer. @return Whether anybody nearer has answered.
    bool HasAnsweredNearer(const RingNode& than) const;

    /// @param from Where an arc begins. @param to Where it ends, clockwise; the whole ring if that
    /// is where it begins. @return Whether anybody who has answered is strictly within.
    bool HasAnswerBetween(const Key& from, const Key& to) const;

    /// @param endpoint Anything. @return Whether a peer there was asked since the start, whatever
    /// has become of it.
    bool WasAsked(const Endpoint& endpoint) const;

    /// @param endpoint Anything. @return The peer there, if it was asked and has not answered; else
    /// null. It is valid until the search changes.
    const RingNode* FindAwaited(const Endpoint& endpoint) const;

    /// @param endpoint Of a candidate. @return Peers that were asked on the way to it.
    std::uint8_t HopsTo(const Endpoint& endpoint) const;

    /// @param endpoint Of a candidate. @return Whether it has said that it is responsible.
    bool HasClaimed(const Endpoint& endpoint) const;

    /// @param candidates How many peers a search knows of. @return Bytes that it keeps of them.
    static constexpr std::size_t BytesOf(std::size_t candidates)
    {
        return candidates * sizeof(Candidate);
    }

  private:
    /// How far a candidate has got.
    enum class State : std::uint8_t
    {
        kNew,   ///< It may be asked.
        kAsked, ///< It has not answered.
        kLate,  ///< It has not for long.
        kDone,  ///< It has, or it never will.
    };

    /// Somebody who may know.
    struct Candidate
    {
        RingNode node;            ///< The candidate.
        State state{State::kNew}; ///< How far.
        std::uint8_t hops{0};     ///< Peers that were asked on the way to it.
        std::uint8_t late{0};     ///< How often it was late, 255 for more.
        bool wasAsked{false};     ///< Whether it was ever asked.
        bool hasAnswered{false};  ///< Whether it has answered.
        bool hasClaimed{false};   ///< Whether it has said that it is responsible.
    };

    /// @param endpoint A peer. @return Its entry; null if it has none.
    Candidate* Find(const Endpoint& endpoint);
    /// @param endpoint A peer. @return Its entry; null if it has none.
    const Candidate* Find(const Endpoint& endpoint) const;
    /// @param evenFarther As for TakeNext(). @return Its place; the end if there is none.
    std::size_t PlaceOfNext(bool evenFarther) const;
    /// @param a A candidate. @param b Another. @return Whether the first one is the better one.
    bool IsBetter(const Candidate& a, const Candidate& b) const;
    /// @param candidate A candidate. @param than A peer. @return Whether the first one is nearer.
    bool IsNearer(const Candidate& candidate, const RingNode& than) const;
    /// @param node A peer. @return How far the key is from it.
    Key DistanceFrom(const RingNode& node) const;
    /// @param node Somebody new, if there is room. @param hops Peers asked on the way to it.
    void Add(const RingNode& node, std::uint8_t hops);

    Key m_key{0};                        ///< What is looked for.
    PeerIds m_ids{PeerIds::kDigests};    ///< Where ids come from.
    Metric m_metric{&Distance};          ///< Who is near.
    bool m_answered{false};              ///< Whether anybody has answered.
    std::vector<Candidate> m_candidates; ///< All there ever were, but for BeginAnew().
};

} // namespace dht

#endif // DHT_SEARCH_H
