/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_LINK_TRACE_H
#define DHT_CC_LINK_TRACE_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * When a link whose rate changes can deliver, as the emulator Mahimahi has it: at each
 * opportunity, 1500 bytes. After the last one, the trace begins again.
 */
class LinkTrace
{
  public:
    /// Bytes that an opportunity delivers.
    static constexpr uint32_t kBytes = 1500;

    /// @param in A line for each opportunity: a whole number of milliseconds from the beginning,
    /// not before that of the line before it; the last one, above 0, is the length of the trace.
    /// @throws std::invalid_argument Something in it is wrong; the message names the line.
    explicit LinkTrace(std::istream& in);

    /// @return The length of the trace.
    Time GetLength() const;

    /// @return The mean rate in bit/s.
    double GetMeanRate() const;

    /// @param at A time from the beginning. @return The number of the first opportunity that is not
    /// before it, from 0 on.
    uint64_t FirstFrom(Time at) const;

    /// @param opportunity A number. @return When it is, from the beginning.
    Time When(uint64_t opportunity) const;

  private:
    std::vector<uint32_t> m_milliseconds; //!< When there are opportunities.
};

/**
 * @ingroup dht-cc
 * A transmitter that follows a trace. What an opportunity could deliver besides is lost when
 * nothing waits.
 */
class TracedTransmitter
{
  public:
    /// @param trace What it follows. @param start Where it is in the trace at the time 0.
    TracedTransmitter(std::shared_ptr<const LinkTrace> trace, Time start);

    /**
     * Send a packet, after all others.
     *
     * @param now The present; must not decrease from call to call.
     * @param bytes Of the packet.
     * @return When its last byte is delivered.
     */
    Time Send(Time now, uint32_t bytes);

  private:
    std::shared_ptr<const LinkTrace> m_trace; //!< What it follows.
    Time m_start;                             //!< Where it is in the trace at the time 0.
    uint64_t m_next{0};                       //!< The first opportunity that is not used up.
    uint32_t m_left{LinkTrace::kBytes};       //!< Bytes that it can deliver.
    Time m_busyUntil{0};                      //!< When the last packet is delivered.
};

} // namespace ns3

#endif // DHT_CC_LINK_TRACE_H
