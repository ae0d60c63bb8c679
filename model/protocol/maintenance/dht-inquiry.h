/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_INQUIRY_H
#define DHT_INQUIRY_H

#include "dht-ring-node.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Whether somebody is responsible for a key.
 */

namespace dht
{

/**
 * Finds out whether a peer that answers for a key is responsible for it: whom to ask, and what
 * follows from the answers. Whoever is nearer to the key and answers refutes it. The peer that it
 * names as the next one vouches for it, by naming it as the one before. And others, who know the
 * ring from elsewhere, may know somebody nearer; they are asked if there is no such witness, or the
 * claim is an odd one.
 */
class Inquiry
{
  public:
    /// What has come out.
    enum class Verdict : std::uint8_t
    {
        kOpen,    ///< Nothing yet.
        kRight,   ///< It is responsible, as far as can be found out.
        kWrong,   ///< Somebody is nearer, or it takes it back.
        kUnknown, ///< Nobody could tell.
    };

    /// What to ask whom.
    struct Question
    {
        RingNode to; ///< Whom.
        Key key;     ///< About what.
    };

    /// @param now The present. @param key The key. @param claimant Who answers for it. @param
    /// candidates Peers that may know better, those nearest to the key first. @param isOdd Whether
    /// its word and another one's are not enough.
    Inquiry(Time now,
            const Key& key,
            const RingNode& claimant,
            const RingNodes& candidates,
            bool isOdd);

    /// @return What to ask next, which then is asked; nothing if there is nothing, or others are to
    /// answer first.
    std::optional<Question> TakeNext();

    /// @param to A peer. @param key A key. @return Whether that was asked and not answered.
    bool IsAsking(const RingNode& to, const Key& key) const;

    /// A peer has answered about the key. @param from It. @param claims Whether it says that it is
    /// responsible. @param named Whom it names: who comes next if it is, else who is nearer.
    void OnAnswer(const RingNode& from, bool claims, const RingNodes& named);
    /// The witness has answered. @param from It. @param before Who comes before it, as it says.
    void OnWitness(const RingNode& from, const std::optional<RingNode>& before);
    /// The peer that inquires comes next, as the claimant says. @param isVouched Whether it knows
    /// the claimant as the one before it. @param self Its id.
    void OnOwnWord(bool isVouched, const Key& self);
    /// A peer is late: others need not wait for it. @param from Which.
    void OnLate(const RingNode& from);
    /// A peer does not answer. @param from Which.
    void OnFailed(const RingNode& from);

    /// @param now The present. @return What has come out.
    Verdict Judge(Time now) const;

    /// @return The key.
    const Key& GetKey() const;
    /// @return Who answers for it.
    const RingNode& Claimant() const;
    /// @return Where the claimant's arc ends, as it says, asked for itself; at its own id if it is
    /// alone. Nothing if it has not claimed the key then.
    std::optional<Key> ClaimedEnd() const;

  private:
    /// How far somebody has got.
    enum class State : std::uint8_t
    {
        kNew,   ///< It may be asked.
        kAsked, ///< It has not answered.
        kLate,  ///< It has not for long.
        kDone,  ///< It has, or it never will.
    };

    /// Somebody who may know.
    struct Party
    {
        RingNode node;            ///< Who.
        State state{State::kNew}; ///< How far.
    };

    /// @param node A peer. @return Whether it is nearer to the key than the claimant.
    bool IsNearer(const RingNode& node) const;
    /// @param node Somebody who may know better.
    void Add(const RingNode& node);
    /// @param [in,out] party Whom to ask. @param key About what. @return The question.
    Question Ask(Party& party, const Key& key);
    /// @return The best candidate that was not asked; null if there is none.
    Party* Best();
    /// @return Whether anybody is to answer before others are asked.
    bool IsWaiting() const;
    /// @return Whether there are enough answers of others.
    bool HasOthers() const;
    /// @param to A peer. @param state What becomes of it.
    void Set(const RingNode& to, State state);

    Key m_key;                      ///< The key.
    Time m_end;                     ///< When to come to an end.
    bool m_isOdd;                   ///< Whether a witness is not enough.
    Party m_claimant;               ///< Who answers for it.
    std::optional<Party> m_witness; ///< Who comes next, as it says.
    std::vector<Party> m_parties;   ///< All others.
    std::size_t m_asked{0};         ///< Questions so far.
    std::size_t m_others{0};        ///< Peers that know nobody nearer.
    std::optional<Key> m_claimed;   ///< Up to where the claimant stands by it.
    bool m_isVouched{false};        ///< Whether the witness bears it out.
    bool m_isWrong{false};          ///< Whether somebody is nearer.
};

} // namespace dht

#endif // DHT_INQUIRY_H
