/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OWN_WAY_OUT_H
#define DHT_OWN_WAY_OUT_H

#include "dht-joiner.h"
#include "dht-link-keeper.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Whether links fail because of this peer itself.
 */

namespace dht
{

/**
 * Links that fail are evidence about oneself first (Dadgar, Phillips, Currey, Lifeguard, DSN-W
 * 2018): where many fail, though the neighbours that they lead to answer queries, the fault is this
 * peer's own. Then nobody is given up for it. A peer all of whose links fail, those to others that
 * it knows included, can relay nothing: it gives its place up, tries one link after the other, and
 * takes its place again when one works. Where many packets get lost, links may fail for that.
 */
class OwnWayOut
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise. @param
    /// correspondence Likewise. @param links Likewise. @param joiner Likewise.
    OwnWayOut(MaintenanceContext& context,
              RingView& view,
              const Correspondence& correspondence,
              LinkKeeper& links,
              Joiner& joiner);

    /// @param now The present. @return Whether links may fail because of this peer, or of what all
    /// have in common: most of several do. One that works may just have been the first to recover.
    bool IsSuspect(Time now) const;
    /// @param now The present. @return Whether they do so, as far as can be told: several do, and
    /// none works.
    bool IsBlocked(Time now) const;
    /// Links may have failed, or neighbours answered. @param now The present.
    void Look(Time now);
    /// The host knows that it cannot make links. @param now The present.
    void Close(Time now);
    /// A link was made. @param now The present. @param link The link's number.
    void OnConnected(Time now, LinkIndex link);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    /// @return Whom there is no link to yet, of those that are known; nothing if there is nobody.
    std::optional<RingNode> NextHelper() const;
    /// Links need no help any more. @param now The present.
    void EndTest(Time now);
    /// Try the next one of those that were known. @param now The present.
    void TryNext(Time now);

    MaintenanceContext& m_context;          ///< What is shared.
    RingView& m_view;                       ///< What this peer knows.
    const Correspondence& m_correspondence; ///< Whether many packets get lost.
    LinkKeeper& m_links;                    ///< Make what it knows useful.
    Joiner& m_joiner;                       ///< How it comes and goes.
    std::size_t m_next{0};                  ///< Which of them to try next.
    bool m_isOpen{true};                    ///< Whether the host was told that links work.
    bool m_works{false};                    ///< Whether a link was made since then.
    Time m_suspectSince{kNever};            ///< Since when links fail because of this peer.
    Time m_tryAt{kNever};                   ///< When to try the next link.
    Time m_rest{0};                         ///< How long to stay without a place at the least.
    Time m_back{-FromSeconds(1e6)};         ///< When it took its place again.
    Time m_notBefore{0};                    ///< When it may do so next.
};

} // namespace dht

#endif // DHT_OWN_WAY_OUT_H
