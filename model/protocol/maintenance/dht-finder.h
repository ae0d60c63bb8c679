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

        /// The responsible peer is found. @param now The present. @param responsible It.
        /// @param next Its successors, this peer apart.
        virtual void OnFound(Time now, const RingNode& responsible, const RingNodes& next) = 0;
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

    /// Look for the peer that is responsible for a key; an earlier search ends without result.
    /// @param now The present. @param seeker For whom. @param key The key. @param start Whom to
    /// begin with. @param attempts How often to ask one peer. @param doubts Whether somebody whom
    /// this peer knows refutes a claim; not if it may be of another ring.
    void Find(Time now,
              Seeker& seeker,
              const Key& key,
              const RingNodes& start,
              unsigned attempts = kAttempts,
              bool doubts = true);
    /// End the search without result.
    void Stop();

    /// @return Whether there is a search.
    bool IsBusy() const;
    /// @param seeker Somebody. @return Whether there is a search for it.
    bool IsBusyFor(const Seeker& seeker) const;

    /// Somebody answered. @param now The present. @param from Who. @param answer What.
    void OnAnswer(Time now, const RingNode& from, const MaintenanceMessage& answer);
    /// Somebody has not answered yet. @param now The present.
    void OnLate(Time now);
    /// Somebody did not answer at all. @param now The present. @param to Who.
    void OnUnanswered(Time now, const RingNode& to);

  private:
    /// @param now The present. @param from Who says that it is responsible. @param next Its
    /// successors, as it says. @return Whether there is somebody between it and them.
    bool IsRefuted(Time now, const RingNode& from, const RingNodes& next) const;
    /// Ask whomever the search asks next. @param now The present. @param evenFarther Whether those
    /// who are asked already seem not to answer.
    void Advance(Time now, bool evenFarther);

    MaintenanceContext& m_context;    ///< What is shared.
    const RingView& m_view;           ///< What this peer knows.
    Correspondence& m_correspondence; ///< How to ask.
    std::optional<Search> m_search;   ///< The search.
    Seeker* m_seeker{nullptr};        ///< For whom it is, or was.
    unsigned m_attempts{0};           ///< How often it asks one peer.
    bool m_doubts{true};              ///< Whether whom this peer knows refutes a claim.
    Time m_until{kNever};             ///< When to find nobody at the latest.
};

} // namespace dht

#endif // DHT_FINDER_H
