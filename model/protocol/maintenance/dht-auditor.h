/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_AUDITOR_H
#define DHT_AUDITOR_H

#include "dht-correspondence.h"
#include "dht-inquiry.h"
#include "dht-ring-routing.h"

#include <functional>
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

/// Sees whether those who answer for a key are responsible for it: by what this peer has heard of
/// its ring, and by asking others.
class Auditor : public AnswerJudge
{
  public:
    /// Is told whenever answers that are held may be judged again. @param now The present.
    using Listener = std::function<void(Time now)>;

    /// @param context What is shared; must outlive this object. @param view Likewise.
    /// @param correspondence Likewise.
    Auditor(MaintenanceContext& context, RingView& view, Correspondence& correspondence);

    /// @param listener Is told from now on; empty for nobody.
    void SetListener(Listener listener);

    /// Doubt from now on: this peer has a place, or looks for one.
    void Begin();
    /// Believe everybody: nobody is asked any more. @param now The present.
    void Rest(Time now);

    Belief OnClaim(Time now, const Key& key, const Endpoint& responsible) override;
    std::optional<RingNode> InsteadOf(Time now,
                                      const Key& key,
                                      const Endpoint& responsible) const override;

    /// A peer has answered any query: what it says of itself and others is noted. @param now The
    /// present. @param query Which. @param answer What it says. @return Whether it has lied about
    /// its arc time and again.
    bool Hear(Time now, const Query& query, const MaintenanceMessage& answer);

    /// Somebody who was asked in an inquiry has answered. @param now The present. @param query What
    /// was asked. @param answer What it says. @return Who has lied time and again; nothing if
    /// nobody has.
    std::optional<RingNode> OnAnswer(Time now,
                                     const Query& query,
                                     const MaintenanceMessage& answer);
    /// Somebody has not answered yet. @param now The present. @param query What was asked. @return
    /// As above.
    std::optional<RingNode> OnLate(Time now, const Query& query);
    /// Somebody did not answer at all. @param now The present. @param query What was asked. @return
    /// As above.
    std::optional<RingNode> OnUnanswered(Time now, const Query& query);

  private:
    /// A peer that answered for others' keys.
    struct Suspicion
    {
        Endpoint endpoint; ///< Which.
        unsigned lies;     ///< How often.
        Time last;         ///< When for the last time.
    };

    /// @param now The present. @param key A key. @param responsible Who answers for it. @return
    /// Somebody who is nearer and is there.
    std::optional<RingNode> Nearer(Time now, const Key& key, const RingNode& responsible) const;
    /// @param responsible Who answers. @return Whether it was caught lately.
    bool IsSuspected(const RingNode& responsible) const;
    /// @param key A key. @param responsible Who answers for it. @return Whether that is less likely
    /// than most answers.
    bool IsOdd(const Key& key, const RingNode& responsible) const;
    /// @param now The present. @param node A peer. @param key A key. @return Whether the peer is
    /// responsible for it by the word of somebody else, or of this peer.
    bool IsVouched(Time now, const RingNode& node, const Key& key) const;
    /// @param now The present. @param key A key. @param node Who answers for it. @return Whether
    /// not to believe that before it is found out.
    bool Holds(Time now, const Key& key, const RingNode& node) const;
    /// @param now The present. @param node A peer. @param end Where its arc ends, as it says.
    /// @return Whether too many are between for a mistake.
    bool LeavesOut(Time now, const RingNode& node, const Key& end) const;
    /// Inquire, if there is room. @param now The present. @param key The key. @param responsible
    /// Who answers for it.
    void Inquire(Time now, const Key& key, const RingNode& responsible);
    /// Ask what is to be asked now. @param now The present. @param inquiry In which inquiry.
    void Ask(Time now, Inquiry& inquiry);
    /// Ask what is to be asked in all inquiries, and end those that are over. @param now The
    /// present. @return Who has lied time and again.
    std::optional<RingNode> Advance(Time now);
    /// An inquiry is over. @param now The present. @param inquiry Which. @return Whether it has
    /// found somebody out, and that is no mistake any more.
    bool Conclude(Time now, const Inquiry& inquiry);
    /// @param now The present. @param liar Who lies, or does not know better. @return Whether that
    /// is no mistake any more.
    bool IsThirdLie(Time now, const RingNode& liar);

    MaintenanceContext& m_context;       ///< What is shared.
    RingView& m_view;                    ///< What this peer knows.
    Correspondence& m_correspondence;    ///< How to ask.
    Listener m_listener;                 ///< Is told of verdicts.
    bool m_isResting{true};              ///< Whether everybody is believed.
    std::vector<Inquiry> m_inquiries;    ///< Those under way.
    std::vector<Inquiry> m_over;         ///< Those that are over just now, while others are told.
    Time m_checked{0};                   ///< When an answer was checked last that was believed.
    Time m_refuted{kNever};              ///< When somebody was refuted last.
    std::vector<Suspicion> m_suspicions; ///< The last few.
};

} // namespace dht

#endif // DHT_AUDITOR_H
