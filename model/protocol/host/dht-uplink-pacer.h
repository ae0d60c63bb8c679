/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_UPLINK_PACER_H
#define DHT_UPLINK_PACER_H

#include "dht-time.h"

/**
 * @file
 * @ingroup dht-protocol
 * When a peer takes its uplink to idle, where nobody can tell.
 */

namespace dht
{

/**
 * The uplink as a peer sees it that knows its rate, and no more: what was sent leaves it one after
 * the other, and what was acknowledged has left it. A rate that is too low is made up for by
 * acknowledgements; one that is too high makes the uplink idle too early. Datagrams are not
 * acknowledged: they stay as long as they would if they had the uplink for themselves.
 *
 * Amounts are in bytes, or in any other unit that the rate has, too.
 */
class UplinkPacer
{
  public:
    /// @param rate Of the uplink, in a second; above 0.
    explicit UplinkPacer(double rate);

    /// @return When all that was sent has left the uplink; in the past if it idles.
    Time IdleAt() const;

    /// Something is sent that will be acknowledged. @param now The present. @param amount Its size,
    /// with all headers.
    void OnSent(Time now, double amount);

    /// Something is sent that nobody acknowledges. @param now The present. @param amount Its size,
    /// with all headers.
    void OnDatagram(Time now, double amount);

    /// No more than this can still be in the uplink beside datagrams. @param now The present.
    /// @param amount What was sent and not acknowledged, with all headers.
    void OnUnacknowledged(Time now, double amount);

  private:
    double m_rate;            ///< Of the uplink, in a second.
    Time m_idleAt{0};         ///< When all that was sent has left it.
    Time m_datagramsUntil{0}; ///< When the datagrams among that have left it at the earliest.
};

} // namespace dht

#endif // DHT_UPLINK_PACER_H
