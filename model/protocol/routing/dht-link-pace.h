/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_PACE_H
#define DHT_LINK_PACE_H

#include "dht-routing-table.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How fast links take what waits for them.
 */

namespace dht
{

/**
 * Finds links that move, but far more slowly than the others of the peer. A link is slow if
 * something has waited for it for a quarter of a period, each time long on average, and far longer
 * than for other links. Links that are slow or waited for so much are no measure for others.
 * Where the peer's own uplink is the bottleneck, most links are waited for alike, so none of them
 * is slow.
 *
 * A slow link stays slow until it has been in less demand for a pause. The pause is doubled each
 * time the link turns out slow again soon after.
 */
class LinkPace
{
  public:
    /// The first pause of a slow link.
    static constexpr Time kShortestPause = FromSeconds(4);
    /// The longest one.
    static constexpr Time kLongestPause = FromSeconds(64);

    /// @param period How long links are compared; above 0, or kNever: no link is slow.
    /// @param timesLonger How many times longer than others a slow link is waited for.
    LinkPace(Time period, int timesLonger);

    /// A message finds a link busy. @param now The present. @param link The link's number.
    void OnBusy(Time now, LinkIndex link);
    /// A link takes messages. @param now The present. @param link The link's number.
    void OnReady(Time now, LinkIndex link);
    /// A link leads elsewhere or nowhere from now on. @param link The link's number.
    void Renew(LinkIndex link);
    /// What happened in this period says nothing. @param now The present.
    void Restart(Time now);

    /// @param link A link. @return Whether it was found slow (Update()).
    bool IsSlow(LinkIndex link) const;

    /// Compare the links, if a period is over. @param now The present.
    void Update(Time now);

    /// @return When to call Update().
    Time Next() const;

  private:
    /// Waits for a link.
    struct Waits
    {
        Time together{0};        ///< How long they were, added up.
        std::uint32_t number{0}; ///< Number of waits.

        /// @return How long one was on average; 0 if there was none.
        Time Mean() const;
    };

    /// What is known of a link.
    struct State
    {
        Time busySince{kNever}; ///< When the present wait began, or the period; kNever if none.
        Waits waits;            ///< In this period, up to then.
        bool isUsed{false};     ///< Whether anything was to be sent there in this period.
        bool isSlow{false};     ///< Whether it is slow.
        Time slowUntil{0};      ///< Until when at least.
        Time pause{0};          ///< How long a pause it was given last.
        Time forgivenAt{0};     ///< From when on the next pause is the shortest again.
    };

    /// Begin a period. @param now The present.
    void Begin(Time now);
    /// @param now The present. @param state A link's. @return Whether the waits for it were often
    /// and long in the period that ends.
    bool WasWaitedFor(Time now, const State& state) const;
    /// @param now The present. @return The waits for the links that others are to be measured by;
    /// nothing if there are none.
    std::optional<Waits> Measure(Time now) const;
    /// A period is over. @param now The present. @param [in,out] state A link's. @param wasSlow
    /// Whether it was slow in the period.
    static void Judge(Time now, State& state, bool wasSlow);

    Time m_period;               ///< How long links are compared.
    int m_timesLonger;           ///< How many times longer a slow link is waited for.
    Time m_begin{kNever};        ///< When the period began; kNever if there is none.
    std::vector<State> m_states; ///< By link.
};

} // namespace dht

#endif // DHT_LINK_PACE_H
