/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_FLOW_SINK_H
#define DHT_CC_DHT_TRANSPORT_FLOW_SINK_H

#include "dht-transport-application.h"

#include <set>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Reads what DhtTransportFlowSources send it, at once. It may wish for a priority, which they
 * follow within their limits (TransportWishLimit).
 */
class DhtTransportFlowSink : public DhtTransportApplication
{
  public:
    /// Bytes of a stream arrived, in order. @param link The stream's link. @param bytes The bytes.
    /// @param size How many.
    typedef void (*ReceivedTracedCallback)(uint64_t link, const uint8_t* bytes, std::size_t size);

    /// @return The TypeId.
    static TypeId GetTypeId();

    /// @param priority What it wishes for from now on, or, before the start, at first: 0 to 255;
    /// negative: nothing, so that each source has the priority of its own.
    void SetWish(double priority);
    /// @return What it wishes for; negative: nothing.
    double GetWish() const;

    /// @return Bytes of all streams that were read.
    uint64_t GetReceived() const;

  private:
    void StartApplication() override;
    void StopApplication() override;
    void OnEvent(const dht::TransportEvent& event) override;

    /// Read what a source has sent. @param link Its link.
    void Read(uint64_t link);
    /// Tell a source what is wished for. @param link Its link.
    void Wish(uint64_t link);

    uint16_t m_port{0};         //!< The port.
    double m_wish{-1};          //!< What it wishes for; negative: nothing.
    std::set<uint64_t> m_links; //!< Those of sources that are there.
    uint64_t m_received{0};     //!< Bytes that were read.
    TracedCallback<uint64_t, const uint8_t*, std::size_t> m_receivedTrace; //!< Of bytes.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_FLOW_SINK_H
