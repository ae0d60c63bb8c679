/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FINDER_H
#define DHT_FINDER_H

#include "dht-correspondence.h"
#include "dht-ring-view.h"
#include "dht-search.h"

#include <cstddef>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who carries out searches.
 */

namespace dht
{

/// Carries out one search at a time, for whoever begins it.
class Finder
{
  public:
    /// Who looks for somebody. The finder is free again when it is told.
    class Seeker
    {
      public:
        virtual ~Seeker() = default;

        /// The responsible peer is found. @param now The present. @param responsible The
        /// responsible peer.
        /// @param next Its successors, this peer apart.
        virtual void OnFound(Time now, const RingNode& responsible, const RingNodes& next) = 0;

        /// Somebody says that it is responsible, and somebody else refutes that; there is no better
        /// one. @param now The present. @param claimant The peer that says so. @param next Its
        /// successors, as it says.
        virtual void OnRefuted(Time now,
                               const RingNode& /* claimant */,
                               const RingNodes& /* next */)
        {
            OnNotFound(now, true);
        }

        /// Nobody is found. @param now The present. @param answered Whether anybody has answered.
        virtual void OnNotFound(Time now, bool answered) = 0;
    };

    /// Peers that are asked at once, while the first ones do not answer.
    static constexpr std::size_t kMostAsked = 4;
    /// How often to ask one peer in a search that will be repeated.
    static constexpr unsigned kAttempts = 2;

    /// @param context What is shared; must outlive this object. @param view Likewise.
    /// @param correspondence Likewise.
    Finder(MaintenanceContext& context, const RingView& view, Correspondence& correspondence);

    /// How to search.
    struct Manner
    {
        unsigned attempts{kAttempts}; ///< How often to ask one peer.
        bool doubts{true}; ///< Whether somebody whom this peer knows refutes a claim; not if it may
                           ///< be of another ring.
        bool yields{false}; ///< Whether others may begin a search meanwhile, which ends this one.
    };

    /// Look for the peer that is responsible for a key; an earlier search ends without result.
    /// @param now The present. @param seeker Hears how the search ends. @param key The key. @param
    /// start Whom to begin with. @param manner Breadth and patience of the search.
    void Find(Time now,
              Seeker& seeker,
              const Key& key,
              const RingNodes& start,
              const Manner& manner);
    /// The same in the usual manner. @param now The present. @param seeker Hears how the search
    /// ends. @param key The key. @param start Whom to begin with.
    void Find(Time now, Seeker& seeker, const Key& key, const RingNodes& start);
    /// End the search without result.
    void Stop();

    /// @return Whether there is a search that must not be ended by another one.
    bool IsBusy() const;
    /// @param seeker Somebody. @return Whether there is a search for it.
    bool IsBusyFor(const Seeker& seeker) const;

    /// Somebody answered. @param now The present. @param from The peer that answered. @param answer
    /// The answer, with the peers that it names.
    void OnAnswer(Time now, const RingNode& from, const MaintenanceMessage& answer);
    /// Somebody has not answered yet. @param now The present.
    void OnLate(Time now);
    /// Somebody did not answer at all. @param now The present. @param to The silent peer.
    void OnUnanswered(Time now, const RingNode& to);

  private:
    /// @param now The present. @param from Who says that it is responsible. @param next Its
    /// successors, as it says. @return Whether there is somebody between it and them.
    bool IsRefuted(Time now, const RingNode& from, const RingNodes& next) const;
    /// Ask whomever the search asks next. @param now The present. @param evenFarther Whether those
    /// who are asked already seem not to answer.
    void Advance(Time now, bool evenFarther);

    MaintenanceContext& m_context;                           ///< What is shared.
    const RingView& m_view;                                  ///< What this peer knows.
    Correspondence& m_correspondence;                        ///< How to ask.
    std::optional<Search> m_search;                          ///< The search.
    Seeker* m_seeker{nullptr};                               ///< For whom it is, or was.
    Manner m_manner;                                         ///< How the search asks.
    std::optional<std::pair<RingNode, RingNodes>> m_refuted; ///< The best claim that was refuted.
    Time m_until{kNever};                                    ///< When to find nobody at the latest.
};

} // namespace dht

#endif // DHT_FINDER_H
