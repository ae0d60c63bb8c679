/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_APPLICATION_H
#define DHT_CC_DHT_TRANSPORT_APPLICATION_H

#include "dht-late-attributes.h"
#include "dht-stream-random.h"
#include "dht-transport-counters.h"
#include "dht-transport-options.h"
#include "dht-transport-window.h"

#include "ns3/application.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <memory>
#include <string>

namespace dht
{
struct TransportEvent;
} // namespace dht

namespace ns3
{

class DhtTransportSocket;

/**
 * @ingroup dht-cc
 * An end of flows of the overlay's own transport, without an overlay: what its two kinds share.
 * Its constants are attributes.
 */
class DhtTransportApplication : public Application, public DhtLateAttributes
{
  public:
    /// Something happened. @param event The link's event.
    typedef void (*EventTracedCallback)(const dht::TransportEvent& event);

    /// Makes a window.
    using WindowMaker = std::function<std::unique_ptr<dht::TransportWindow>()>;

    /// @return The TypeId.
    static TypeId GetTypeId();

    Effect GetEffect(const std::string& attribute) const override;

    DhtTransportApplication();
    ~DhtTransportApplication() override;

    /// @return What its endpoint has counted; nothing before it starts.
    dht::TransportCounters GetCounters() const;

    /// @return Whether the identities of its counters hold: nothing has vanished.
    bool IdentitiesHold() const;

    /**
     * Fix the random stream of what others should not guess.
     *
     * @param stream The stream's number.
     * @return How many streams were used.
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

    /// Make the socket. @param port Its port; 0: any. @param makeWindow Makes windows.
    void Open(uint16_t port, WindowMaker makeWindow);
    /// @return The socket; null before the start and after the end.
    DhtTransportSocket* GetSocket() const;
    /// Keep what was counted, and close the socket.
    void CloseSocket();

    /// Something happened. @param event The link's event.
    virtual void OnEvent(const dht::TransportEvent& event) = 0;

  private:
    dht::TransportOptions m_options;                         //!< Constants.
    double m_drift{0};                                       //!< Of the node's clock, in ppm.
    DhtStreamRandom m_random;                                //!< For what others should not guess.
    std::unique_ptr<DhtTransportSocket> m_socket;            //!< While the application runs.
    dht::TransportCounters m_counters;                       //!< Of a socket that was closed.
    bool m_wasOpened{false};                                 //!< Whether it has started.
    bool m_didHold{true};                                    //!< Whether their identities held.
    TracedCallback<const dht::TransportEvent&> m_eventTrace; //!< Of what happens.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_APPLICATION_H
