/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_AUDITOR_H
#define DHT_AUDITOR_H

#include "dht-correspondence.h"
#include "dht-finder.h"
#include "dht-ring-view.h"

#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who doubts.
 */

namespace dht
{

/// Sees whether those who answer for a key are responsible for it: by what this peer knows itself,
/// at each answer, and by a search that takes another way, now and then.
class Auditor : private Finder::Seeker
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise.
    /// @param correspondence Likewise. @param finder Likewise.
    Auditor(MaintenanceContext& context,
            const RingView& view,
            Correspondence& correspondence,
            Finder& finder);

    /// A peer has answered for a key. @param now The present. @param key The key. @param
    /// responsible The peer. @return Whether to believe it: this peer knows none that is nearer.
    bool Believes(Time now, const Key& key, const Endpoint& responsible);

    /// A peer was asked about a key for which it may not be responsible, or who comes before it.
    /// @param now The present. @param query What it was asked. @param answer What it says. @return
    /// Who has lied time and again, and about which key: it, or the one of whom it tells; nothing
    /// if nobody has.
    std::optional<LostPeers::Liar> Convict(Time now,
                                           const Query& query,
                                           const MaintenanceMessage& answer);

    /// @param key A key. @param responsible Who answers for it. @return Whether that is less likely
    /// than most answers.
    bool IsOdd(const Key& key, const RingNode& responsible) const;

    /// Others deny that somebody is responsible who has answered. @param now The present. @param
    /// claimant The peer that answered.
    void OnDenied(Time now, const RingNode& claimant);

    /// @param now The present. @return Whether somebody has lied lately, and more than once.
    bool IsAlarmed(Time now) const;

  private:
    /// A peer that answered for others' keys.
    struct Suspicion
    {
        Endpoint endpoint; ///< Address of the suspect.
        unsigned lies;     ///< How often.
        Time last;         ///< When for the last time.
    };

    /// A claim that somebody is asked about who knows better.
    struct Trial
    {
        RingNode accused; ///< Who claims.
        Key key;          ///< For which key.
        RingNode witness; ///< Who is asked: whoever comes next, as the accused says.
    };

    void OnFound(Time now, const RingNode& responsible, const RingNodes& next) override;
    void OnNotFound(Time now, bool answered) override;

    /// @param now The present. @param key A key. @param responsible Who answers for it. @return
    /// Whether somebody is nearer who is there, as this peer knows, or itself.
    bool IsRefuted(Time now, const Key& key, const RingNode& responsible) const;
    /// Look for the responsible peer by another way. @param now The present. @param key The key
    /// that was looked up.
    /// @param responsible Who has answered for it.
    void Check(Time now, const Key& key, const RingNode& responsible);
    /// @param now The present. @param query To whom and about what. @param claim What it says,
    /// being responsible. @return Whether that is wrong; if not, a witness may be asked.
    bool IsLie(Time now, const Query& query, const MaintenanceMessage& claim);
    /// Remember a lie, and be alarmed by the second one. @param now The present. @param liar Who
    /// lies, or does not know better. @param list Where to remember it. @return Which lie of its
    /// own it is there; 0 if it comes too soon after the last one to count.
    unsigned CountLie(Time now, const RingNode& liar, std::vector<Suspicion>& list);
    /// @param now The present. @param liar Who lies, or does not know better. @return Whether that
    /// is no mistake any more.
    bool IsThirdLie(Time now, const RingNode& liar);
    /// Ask a peer whether it is responsible for a key. @param now The present. @param key The key.
    /// @param responsible The peer.
    void Question(Time now, const Key& key, const RingNode& responsible);

    MaintenanceContext& m_context;       ///< What is shared.
    const RingView& m_view;              ///< What this peer knows.
    Correspondence& m_correspondence;    ///< How to ask.
    Finder& m_finder;                    ///< How to search.
    Time m_checked{0};                   ///< When an answer was checked last.
    Key m_key{0};                        ///< The key that is being checked.
    RingNode m_responsible;              ///< Who answered for it.
    std::optional<RingNode> m_nearer;    ///< Who is nearer to it, by the last check.
    std::optional<Trial> m_trial;        ///< The claim that a witness is asked about.
    std::vector<Suspicion> m_suspicions; ///< The last few.
    std::vector<Suspicion> m_denials; ///< Those whom others deny; they alarm, and convict nobody.
    Time m_alarmedUntil{0};           ///< For how long others' answers are doubted.
};

} // namespace dht

#endif // DHT_AUDITOR_H
