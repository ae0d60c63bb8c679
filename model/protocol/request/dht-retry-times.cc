/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-retry-times.h"

#include <algorithm>

namespace dht
{

namespace
{

/// For the estimate alone, of a scheme that never retransmits.
const TimeoutPolicy kNoTimeout{0.125, 0.25, 10, 1, kNever, kNever, kNever};

/// The same of a window's questions, where the scheme has no timer. As for RPCs, it is 1 s at
/// first, and doubles up to 2 s.
const TimeoutPolicy
    kQuestionTimeout{0.125, 0.25, 10, 2, FromSeconds(0.25), FromSeconds(1), FromSeconds(2)};

/// Where many packets get lost, a request is sent again after the round-trip time and four of its
/// errors, as in RFC 6298, or after a second if neither is known; then after twice as long, up to
/// eight times.
constexpr int kLossErrors = 4;
constexpr Time kFirstLossTimeout = FromSeconds(1);
constexpr Time kLeastLossTimeout = FromSeconds(0.25);
constexpr std::uint32_t kMostLossDoublings = 3;

/// @param context A peer's context. @return How its own requests time out.
const TimeoutPolicy&
TimeoutsOf(const PeerContext& context)
{
    if (const auto* const schemes = context.scheme->Retransmission())
    {
        return *schemes;
    }
    return context.options.LimitsLookups() ? kQuestionTimeout : kNoTimeout;
}

} // namespace

RetryTimes::RetryTimes(const PeerContext& context)
    : m_rtt(TimeoutsOf(context))
{
}

Time
RetryTimes::Next(Time now, std::uint32_t retransmissions, bool losesMuch) const
{
    Time timeout = m_rtt.Timeout(retransmissions);
    if (losesMuch)
    {
        timeout = std::min(timeout, LossTimeout(retransmissions));
    }
    return Later(now, timeout); // never, if losses have ended
}

Time
RetryTimes::LossTimeout(std::uint32_t retransmissions) const
{
    const Time estimate =
        m_rtt.Rtt() > Time(0) ? m_rtt.Rtt() + kLossErrors * m_rtt.Error() : kFirstLossTimeout;
    const int longer = 1 << std::min(retransmissions, kMostLossDoublings);
    return longer * std::max(estimate, kLeastLossTimeout);
}

} // namespace dht
