/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_VOUCHER_H
#define DHT_VOUCHER_H

#include "dht-auditor.h"
#include "dht-joiner.h"
#include "dht-witnesses.h"

#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who finds out whether to believe an answer.
 */

namespace dht
{

/**
 * Asks others whether who has answered for a key is responsible for it. An id follows from an
 * endpoint, so who answers cannot lie about its own place, only about who comes after it. It is
 * responsible if the next peer after the key says that nobody is between the two, and is not if
 * somebody is there, and says so itself.
 *
 * It changes no table: who is not believed stays a neighbour until others say otherwise.
 */
class Voucher
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise.
    /// @param correspondence Likewise. @param joiner Likewise. @param auditor Likewise.
    Voucher(MaintenanceContext& context,
            const RingView& view,
            Correspondence& correspondence,
            const Joiner& joiner,
            Auditor& auditor);

    /// As RoutingTable::Believes(). @param now The present. @param key The key. @param responsible
    /// Who has answered for it. @param asking How often this was asked. @return Whether to believe
    /// the answer.
    Belief Believes(Time now, const Key& key, const Endpoint& responsible, Asking asking);
    /// @return As RoutingTable::TakeNews().
    bool TakeNews();

    /// A peer has answered, whatever it was asked for. @param now The present. @param query What it
    /// was asked. @param answer What it says.
    void OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer);
    /// A peer that was asked to vouch for somebody does not answer, or has left. @param now The
    /// present. @param node The peer that is gone.
    void OnGone(Time now, const RingNode& node);
    /// @param node Who was given up, or has left.
    void Forget(const Endpoint& node);

  private:
    /// Something to find out.
    struct Inquiry
    {
        RingNode claimant;           ///< Who has answered.
        Key key;                     ///< The key that somebody claims.
        std::vector<Endpoint> asked; ///< Who was asked; the last one has not answered.
        Time until;                  ///< When it is forgotten.
    };

    /// @param now The present. @return Which answers are to be vouched for at present.
    Vouching Mode(Time now) const;
    /// Look at an answer that is believed: it may show that somebody lies. @param now The present.
    /// @param key The key. @param claimant Who has answered for it.
    void Sample(Time now, const Key& key, const RingNode& claimant);
    /// @param now The present. @return What this peer knows of its own place.
    Witness Own(Time now) const;
    /// @param now The present. @param key A key. @return The first peer after it that has answered,
    /// or this peer.
    Witness After(Time now, const Key& key) const;
    /// @param now The present. @param key A key. @param claimant Who has answered for it. @return
    /// Whether to believe that, by what others have said.
    Belief Judge(Time now, const Key& key, const RingNode& claimant) const;
    /// @param now The present. @param key A key. @param claimant Who has answered for it. @return
    /// Whether the next peer after the key knows nobody else in between.
    bool IsVouchedFor(Time now, const Key& key, const RingNode& claimant) const;
    /// @param key A key. @param claimant Who has answered for it. @param fits What is to be true of
    /// a peer. @return The last peer between the two that has answered and of which that is true.
    template <typename Condition>
    std::optional<RingNode> Nearer(const Key& key, const RingNode& claimant, Condition fits) const;
    /// @param now The present. @param key A key. @param claimant Who has answered for it. @return
    /// Whether it is better not to believe that if nothing is found out: it is less likely than
    /// most answers, or somebody says otherwise.
    bool IsDoubtful(Time now, const Key& key, const RingNode& claimant) const;
    /// @param now The present. @param claimant Somebody. @return Whether something is being found
    /// out about it.
    bool IsInquiring(Time now, const RingNode& claimant);
    /// Begin to find out about a claim. @param now The present. @param key The key. @param claimant
    /// Who has answered for it. @param isDoubtful Whether that is doubtful. @return Whether there
    /// is somebody to ask, and enough time.
    bool Inquire(Time now, const Key& key, const RingNode& claimant, bool isDoubtful);
    /// Go on with what waits for a peer. @param now The present. @param node Who has answered, or
    /// will not.
    void Proceed(Time now, const RingNode& node);
    /// Ask the next peer. @param now The present. @param inquiry About what. @return Whether there
    /// is one.
    bool Ask(Time now, Inquiry& inquiry);
    /// @param now The present. @param inquiry The inquiry, with the peers asked so far. @return
    /// Whom to ask next; nothing if nobody knows more.
    std::optional<RingNode> NextFor(Time now, const Inquiry& inquiry) const;
    /// @param now The present. @param isDoubtful Whether the answer is doubtful. @return Whether
    /// others may be asked for it.
    bool TakeBudget(Time now, bool isDoubtful);

    MaintenanceContext& m_context;                       ///< What is shared.
    const RingView& m_view;                              ///< What this peer knows.
    Correspondence& m_correspondence;                    ///< How to ask.
    const Joiner& m_joiner;                              ///< Whether there is a place.
    Auditor& m_auditor;                                  ///< Who doubts.
    Witnesses m_witnesses;                               ///< Who has answered.
    std::vector<Inquiry> m_inquiries;                    ///< What is being found out.
    std::vector<std::pair<Endpoint, Key>> m_undecided{}; ///< Claims of which nothing was.
    double m_budget;                                     ///< Inquiries that may begin at once.
    Time m_filled{0};                                    ///< When that was computed.
    Time m_sampled{0};                                   ///< When an answer was looked at last.
    bool m_isNews{false};                                ///< Whether an inquiry has ended.
    bool m_isNeeded{false};                              ///< Whether any answer has come.
};

} // namespace dht

#endif // DHT_VOUCHER_H
