/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_HELD_REQUESTS_H
#define DHT_EMU_HELD_REQUESTS_H

#include "dht-held-links.h"
#include "dht-uplink-pacer.h"
#include "outgoing-link.h"
#include "peer-clock.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Requests that wait while the uplink is busy.
 */

namespace dht
{

/// How a peer holds requests.
struct HoldOptions
{
    LeastBatch batch;     ///< Requests that cross together.
    double uploadRate{0}; ///< Of the uplink, in bytes/s; above 0 if anything is held.
};

/// What crosses the links of a peer that holds, and when: full segments at once, and the rest when
/// a pacer takes the uplink to idle. Then all that waits for one neighbour crosses in one write.
class HeldRequests
{
  public:
    using Links = std::vector<std::shared_ptr<OutgoingLink>>;

    /// @param context Runs it. @param clock The clock; must outlive it. @param options How to hold.
    /// @param links The links by number, null where there is none; must outlive it.
    HeldRequests(boost::asio::io_context& context,
                 const PeerClock& clock,
                 const HoldOptions& options,
                 const Links& links);

    /// A request was written to a link. @param link The link's number.
    void OnWritten(LinkIndex link);
    /// What waits on a link is gone. @param link The link's number.
    void Forget(LinkIndex link);
    /// A datagram was sent. @param bytes Its frame. @param to The receiver's endpoint.
    void OnDatagram(std::size_t bytes, const Endpoint& to);
    /// Nothing crosses any more.
    void Stop();

  private:
    /// Let cross what may, and look again when more may.
    void Cross();
    /// Tell the pacer what a link has handed to TCP since it was told last. @param link The link.
    void Charge(OutgoingLink& link);
    /// @return Bytes that were sent on any link and not acknowledged.
    double Unacknowledged() const;

    const PeerClock* m_clock;         ///< The clock.
    const Links* m_links;             ///< The links by number.
    HeldLinks m_turns;                ///< Whose turn it is.
    UplinkPacer m_pacer;              ///< Tells when the uplink idles.
    boost::asio::steady_timer m_look; ///< To the next look.
};

} // namespace dht

#endif // DHT_EMU_HELD_REQUESTS_H
