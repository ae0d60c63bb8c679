/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_HEALTH_H
#define DHT_LINK_HEALTH_H

#include "dht-link-pace.h"
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
    kMoving,   ///< It takes messages again.
    kSlow,     ///< It takes messages, but far more slowly than other links.
    kStuck,    ///< It takes nothing.
    kDeaf,     ///< It has taken nothing for too long.
    kSwallows, ///< It takes messages, but its neighbour answers none, its own least of all.
};

/// A link, and what it has turned out to be.
struct LinkChange
{
    LinkIndex link{0};   ///< The link.
    LinkVerdict verdict; ///< What it is.
};

/**
 * Judges the links of a peer by what becomes of requests: that a neighbour answers queries says
 * only that it is there. A link that is busy for too long is stuck, and later deaf. A link that
 * takes far less than others is slow. A link that has brought no answer for a while, although
 * something was sent there, is probed: with a request for the neighbour's own id, which nobody else
 * can lose.
 */
class LinkHealth
{
  public:
    /// After how long a probe is taken for lost that was not sent.
    static constexpr Time kLostAfter = FromSeconds(60);

    /// How long to wait.
    struct Patience
    {
        Time stuckAfter;  ///< A link is stuck that has been busy for as long; above 0.
        Time deafAfter;   ///< A link is deaf that has been.
        Time probeAfter;  ///< A link is probed that has brought no answer for as long; and the last
                          ///< probe is waited for, once it is sent.
        Time askAfter;    ///< Whether a neighbour is there is asked if an own request was sent and
                          ///< no answer has come by its link for as long.
        Time comparedFor; ///< How long links are compared; kNever: none is slow.
        int timesLonger;  ///< How many times longer than others a slow link is waited for.
        /// How many times longer it takes until a link is deaf where others were busy meanwhile, as
        /// neighbours hold up what comes; and how many times longer than that, probes.
        int whileBusy{1};
    };

    /// @param patience How long to wait.
    explicit LinkHealth(const Patience& patience);

    /// A message finds a link busy. @param now The present. @param link The link's number.
    void OnBusy(Time now, LinkIndex link);
    /// A link takes messages. @param now The present. @param link The link's number.
    void OnReady(Time now, LinkIndex link);
    /// A link broke, or was not made: it is stuck at once. @param now The present. @param link
    /// The link that failed.
    void OnFailed(Time now, LinkIndex link);
    /// A message is sent. @param now The present. @param link The link's number. @param id Its id.
    void OnSent(Time now, LinkIndex link, std::uint64_t id);
    /// An own request is sent. @param now The present. @param link The link's number.
    void OnOwnSent(Time now, LinkIndex link);
    /// An own request was answered. @param link Where it was sent; one on trial may not have been
    /// it.
    void OnAnswered(LinkIndex link);
    /// A probe was answered. @param link Where it was sent.
    void OnProved(LinkIndex link);
    /// The neighbour on a new link has to prove itself: it is probed as soon as the link can have
    /// been made. @param now The present. @param link The link's number.
    void Try(Time now, LinkIndex link);
    /// A link leads elsewhere or nowhere from now on. @param link The link's number.
    void Renew(LinkIndex link);
    /// A pause of this peer is over, which says nothing about others. @param now The present.
    void OnEndOfPause(Time now);

    /// @param link A link. @return Whether it was found stuck (Update()), and takes nothing yet.
    bool IsStuck(LinkIndex link) const;

    /// @param link A link. @return Whether it was found slow (Update()).
    bool IsSlow(LinkIndex link) const;

    /// @param link A link. @return Whether it has brought no answer for so long that it is probed.
    bool IsSilent(LinkIndex link) const;

    /// @param link A link. @return Whether most of those used are neither stuck nor slow nor
    /// silent, even if this one is: then the fault is its neighbour's, and not this peer's own.
    bool IsException(LinkIndex link) const;

    /// @param now The present. @return The links that have become stuck since the last call.
    std::vector<LinkIndex> Update(Time now);

    /// @return A link that has changed, and was not told yet; nothing if there is none.
    std::optional<LinkChange> TakeChange();

    /// @param now The present. @return A link that has brought no answer for a while: its neighbour
    /// is to be asked. If it is there, the link is given twice as long the next time, and less
    /// again with each answer. Nothing if there is none.
    std::optional<LinkIndex> TakeSilent(Time now);

    /// @param now The present. @return A link to probe: OnProbed() is to be called; nothing if
    /// there is none.
    std::optional<LinkIndex> DueProbe(Time now) const;
    /// A probe is to be queued. @param now The present. @param link For which link. @param id The
    /// probe's; nothing if there is no room for it now. @param most Probes without an answer until
    /// a link swallows requests: with as many there is no other.
    /// @return Whether to queue it.
    bool OnProbed(Time now, LinkIndex link, std::optional<std::uint64_t> id, std::size_t most);
    /// @param id An overlay-ack's. @return The link on which that probe was sent, if it is one.
    std::optional<LinkIndex> LinkOfProbe(std::uint64_t id) const;

    /// @return When to call Update(), DueProbe() and TakeChange(); the past for at once.
    Time Next() const;

  private:
    /// An instant, by what becomes of other links until then.
    struct Due
    {
        Time calm{kNever}; ///< If none was busy.
        Time busy{kNever}; ///< Else.
    };

    /// When some link was busy last.
    struct Busy
    {
        Time at{-1};       ///< When it was busy; -1 for never.
        LinkIndex link{0}; ///< Which link.
    };

    /// What is known of a link.
    struct State
    {
        Time busySince{kNever};   ///< kNever if it is not busy.
        Time silentSince{kNever}; ///< Of the first message after the last answer, or kNever.
        Due probeAt;              ///< When to probe it; kNever if it need not prove itself.
        Due waitUntil;            ///< For how long the last probe is waited for.
        Time askAt{kNever};       ///< When to ask; kNever if no own request waits for an answer.
        Time askAfter{0};         ///< How long to wait then; at least what all links are given.
        bool isUsed{false};       ///< Whether anything was to be sent there.
        bool isOnTrial{false};    ///< Whether only the answer to a probe counts.
        std::optional<std::uint64_t> queued;       ///< A probe that was not sent yet.
        std::vector<std::uint64_t> probes;         ///< Those that were sent since the last answer.
        LinkVerdict verdict{LinkVerdict::kMoving}; ///< What it is, but for its pace.
        LinkVerdict told{LinkVerdict::kMoving};    ///< What it was at the last TakeChange().
    };

    /// @param link A link. @return What it is.
    LinkVerdict VerdictOn(LinkIndex link) const;

    /// A link is busy, or was until now. @param now The present. @param link The link's number.
    void NoteBusy(Time now, LinkIndex link);
    /// @param link A link. @param since Some time in the past. @return Whether others were busy
    /// since then.
    bool AreOthersBusy(LinkIndex link, Time since) const;
    /// @param now The present. @param parts What to divide the time by. @return When a probe is
    /// due, or waited for no more.
    Due ProbeDue(Time now, int parts) const;
    /// @param link A link. @param due An instant, which counts from its silence. @return When it
    /// is, as far as can be told.
    Time At(LinkIndex link, const Due& due) const;
    /// @param link A link that is busy. @return When it is deaf, as far as can be told.
    Time DeafAt(LinkIndex link) const;

    /// @param state A link's. @return How long to wait for an answer before asking.
    Time AskAfter(const State& state) const;

    Patience m_patience;         ///< How long to wait.
    Busy m_lastBusy;             ///< The link that was busy last.
    Busy m_lastOtherBusy;        ///< The last one that is another one than that.
    std::size_t m_busy{0};       ///< How many are.
    LinkPace m_pace;             ///< Which links are slow.
    std::vector<State> m_states; ///< By link.
};

} // namespace dht

#endif // DHT_LINK_HEALTH_H
