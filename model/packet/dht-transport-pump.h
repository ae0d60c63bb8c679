/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_PUMP_H
#define DHT_CC_DHT_TRANSPORT_PUMP_H

#include "dht-endpoint.h"
#include "dht-present-time.h"
#include "dht-transport-packet.h"
#include "dht-wake-timer.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Keeps links over the overlay's own transport going: it hands in packets and the time, lets what
 * has happened be told, and sends what is to be sent.
 *
 * @tparam Links dht::LinkTransport, or what is driven as that is.
 */
template <typename Links>
class DhtTransportPump
{
  public:
    /// Sends a packet. @param to The receiver's endpoint. @param bytes The packet. @param size Its
    /// bytes.
    using Send =
        std::function<void(const dht::Endpoint& to, const uint8_t* bytes, std::size_t size)>;

    /// @param links What is driven; must outlive this object. @param send Sends packets.
    DhtTransportPump(Links& links, Send send)
        : m_links(links),
          m_send(std::move(send)),
          m_timer([this] {
              m_links.OnTimer(DhtPresent());
              Poll();
          }),
          m_packet(dht::kMostDataSize)
    {
    }

    /// A packet came. @param from The sender's endpoint. @param bytes The packet. @param size Its
    /// bytes.
    void OnPacket(const dht::Endpoint& from, const uint8_t* bytes, std::size_t size)
    {
        m_links.OnDatagram(DhtPresent(), from, bytes, size);
        Poll();
    }

    /// @return The present.
    dht::Time Now() const
    {
        return DhtPresent();
    }

    /// Something may have changed while the peer is at work: see to it when this event is over.
    void PollSoon()
    {
        if (!m_isPolling)
        {
            m_timer.SetAt(DhtPresent());
        }
    }

    /// Tell what has happened, send what may leave, and see to the next timer.
    void Poll()
    {
        if (m_isStopped)
        {
            return;
        }
        m_isPolling = true;
        do
        {
            m_links.Poll(DhtPresent());
        } while (Transmit());
        m_isPolling = false;
        m_timer.SetAt(std::max(m_links.NextTimer(), DhtPresent()));
    }

    /// Send nothing more, and tell nothing more. @param isStopped Whether nothing is sent
    /// from now on; false: it begins again.
    void SetStopped(bool isStopped)
    {
        m_isStopped = isStopped;
    }

    /// @return Whether nothing is sent.
    bool IsStopped() const
    {
        return m_isStopped;
    }

  private:
    /// @return Whether there was a packet to send.
    bool Transmit()
    {
        const auto sent = m_links.PollTransmit(DhtPresent(), m_packet.data(), m_packet.size());
        if (sent && !m_isStopped)
        {
            m_send(sent->to, m_packet.data(), sent->size);
        }
        return sent.has_value();
    }

    Links& m_links;                //!< What is driven.
    Send m_send;                   //!< Sends packets.
    DhtWakeTimer m_timer;          //!< When there is something to do.
    std::vector<uint8_t> m_packet; //!< What is being sent.
    bool m_isPolling{false};       //!< Whether Poll() is at work.
    bool m_isStopped{false};       //!< Whether nothing is sent.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_PUMP_H
