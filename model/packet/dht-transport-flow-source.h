/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_FLOW_SOURCE_H
#define DHT_CC_DHT_TRANSPORT_FLOW_SOURCE_H

#include "dht-transport-application.h"
#include "dht-window.h"

#include "ns3/address.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A greedy source: it opens a link of the overlay's own transport to a DhtTransportFlowSink, and
 * sends as much as its window allows. Its priority may change at any time.
 *
 * The byte at offset n of the stream is n modulo 256.
 */
class DhtTransportFlowSource : public DhtTransportApplication
{
  public:
    /// @return The TypeId.
    static TypeId GetTypeId();

    /// @param priority From now on, or, before the start, at first: 0 yields to everything, N > 0
    /// takes as much as N TCP flows.
    void SetPriority(double priority);
    /// @return The priority.
    double GetPriority() const;

    /// @return The window of the flow; null while it does not run.
    const dht::TransportWindow* GetWindow() const;

  private:
    void StartApplication() override;
    void StopApplication() override;
    void OnEvent(const dht::TransportEvent& event) override;

    /// Write as much as there is room for.
    void Fill();

    Address m_remote;          //!< The sink's address and port.
    uint64_t m_maxBytes{0};    //!< How much is sent; 0: no end.
    double m_priority{0};      //!< The priority.
    Ptr<DhtWindow> m_polite;   //!< Governs at priority 0.
    Ptr<DhtWindow> m_variable; //!< Governs above.
    uint64_t m_link{0};        //!< The link, while there is one.
    uint64_t m_written{0};     //!< Bytes of the stream that were written.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_FLOW_SOURCE_H
