/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_HEALTH_H
#define DHT_LINK_HEALTH_H

#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Whether links carry requests.
 */

namespace dht
{

/// What a link has turned out to be.
enum class LinkVerdict : std::uint8_t
{
    kStuck,    ///< It takes nothing.
    kMoving,   ///< It takes messages again.
    kSwallows, ///< It takes messages, but its neighbour answers none, its own least of all.
};

/// A link, and what it has turned out to be.
struct LinkChange
{
    LinkIndex link{0};   ///< Which.
    LinkVerdict verdict; ///< What it is.
};

/**
 * Judges the links of a peer by what becomes of requests: that a neighbour answers queries says
 * only that it is there. A link that is busy for too long is stuck. A link that has brought no
 * answer for a while, although something was sent there, is probed: with a request for the
 * neighbour's own id, which nobody else can lose.
 */
class LinkHealth
{
  public:
    /// After how long without an answer to probe a link, and how long each probe is waited for: the
    /// queues before and behind a link may hold a request for seconds.
    static constexpr Time kProbeAfter = FromSeconds(4);
    /// Probes without an answer until a link swallows requests.
    static constexpr std::uint8_t kProbes = 3;

    /// @param patience How long a link may be busy, above 0.
    explicit LinkHealth(Time patience);

    /// A message finds a link busy. @param now The present. @param link Which.
    void OnBusy(Time now, LinkIndex link);
    /// A link takes messages. @param link Which.
    void OnReady(LinkIndex link);
    /// A link broke, or was not made: it is stuck at once. @param now The present. @param link
    /// Which.
    void OnFailed(Time now, LinkIndex link);
    /// A message is sent. @param now The present. @param link Where.
    void OnSent(Time now, LinkIndex link);
    /// An own request was answered, or a probe. @param link Where it was sent.
    void OnAnswered(LinkIndex link);
    /// A link leads elsewhere or nowhere from now on. @param link Which.
    void Renew(LinkIndex link);

    /// @param link A link. @return Whether it was found stuck (Update()), and takes nothing yet.
    bool IsStuck(LinkIndex link) const;

    /// @param now The present. @return The links that have become stuck since the last call.
    std::vector<LinkIndex> Update(Time now);

    /// @return What has changed since the last call.
    std::vector<LinkChange> TakeChanges();

    /// @param now The present. @return A link to probe: OnProbed() is to be called; nothing if
    /// there is none.
    std::optional<LinkIndex> DueProbe(Time now) const;
    /// A probe is about to be sent. @param now The present. @param link On which link. @param id
    /// The probe's; nothing if there is no room for it now.
    void OnProbed(Time now, LinkIndex link, std::optional<std::uint64_t> id);
    /// @param id An overlay-ack's. @return The link on which that probe was sent, if it is one.
    std::optional<LinkIndex> LinkOfProbe(std::uint64_t id) const;

    /// @return When to call Update(), DueProbe() and TakeChanges(); the past for at once.
    Time Next() const;

  private:
    /// What is known of a link.
    struct State
    {
        Time busySince{kNever}; ///< kNever if it is not busy.
        Time unproven{kNever};  ///< First sent or probed after an answer; kNever if none.
        std::vector<std::uint64_t> probes; ///< Ids of those sent since.
        bool isStuck{false};               ///< Whether it is stuck.
        bool wasStuck{false};              ///< Whether it was at the last TakeChanges().
        bool swallows{false};              ///< Whether to say so.
    };

    /// @param link A link. @return What is known of it.
    State& At(LinkIndex link);

    Time m_patience;             ///< How long a link may be busy.
    std::vector<State> m_states; ///< By link.
};

} // namespace dht

#endif // DHT_LINK_HEALTH_H
