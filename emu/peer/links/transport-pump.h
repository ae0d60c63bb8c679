/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_TRANSPORT_PUMP_H
#define DHT_EMU_TRANSPORT_PUMP_H

#include "datagram-port.h"
#include "dht-transport-endpoint.h"
#include "peer-clock.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What keeps links over the overlay's own transport going.
 */

namespace dht
{

/**
 * Keeps links over the overlay's own transport going, on the socket of a peer's datagrams: it hands
 * in packets and the time, lets what has happened be told, and sends what is to be sent.
 *
 * @tparam Links LinkTransport, or what is driven as that is.
 * @tparam Port DatagramPort, or what sends packets as that does.
 */
template <typename Links, typename Port = DatagramPort>
class TransportPump
{
  public:
    /// @param links What is driven; must outlive it, as all the others. @param context Runs it.
    /// @param clock The clock. @param datagrams Carries packets; set up for them.
    TransportPump(Links& links,
                  boost::asio::io_context& context,
                  const PeerClock& clock,
                  Port& datagrams)
        : m_context(context),
          m_clock(clock),
          m_datagrams(datagrams),
          m_links(links),
          m_timer(context,
                  clock,
                  [this] {
                      m_links.OnTimer(m_clock.Now());
                      Poll();
                  }),
          m_packets(UdpBatches::kMostBytes)
    {
        m_datagrams.PrepareForPackets();
    }

    TransportPump(const TransportPump&) = delete;
    TransportPump& operator=(const TransportPump&) = delete;

    /// @return The present.
    Time Now() const
    {
        return m_clock.Now();
    }

    /// A packet came. @param from The sender's endpoint. @param bytes The packet. @param size Its
    /// bytes. @param late How long ago.
    void OnPacket(const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late)
    {
        // the time at which it came: that of the event loop would be a delay of the path
        m_links.OnDatagram(m_clock.Now() - late, from, bytes, size);
        PollSoon();
    }

    /// Something may have changed while the peer is at work: see to it when this event is over.
    void PollSoon()
    {
        if (!std::exchange(m_isPolling, true))
        {
            boost::asio::post(m_context, [this] {
                m_isPolling = false;
                Poll();
            });
        }
    }

    /// Tell nothing more, and send what is to be sent, as far as the system has room.
    void Stop()
    {
        m_isStopped = true;
        m_timer.Stop();
        m_isFull = false; // there may be room, of which nobody will tell any more
        Transmit();
    }

    /// @return Whether Stop() was called.
    bool IsStopped() const
    {
        return m_isStopped;
    }

  private:
    /// Tell what has happened, and send what is to be sent.
    void Poll()
    {
        if (m_isStopped)
        {
            return;
        }
        // what is sent may make room, of which links are told by the next poll
        do
        {
            m_links.Poll(m_clock.Now());
        } while (Transmit());
        m_timer.SetAt(m_links.NextTimer());
    }

    /// Send what is to be sent, until the system has no room. @return Whether to poll at once: some
    /// was sent, and there is still room.
    bool Transmit()
    {
        for (bool hasSent = false; !m_isFull; hasSent = true)
        {
            if (!m_unsent)
            {
                m_unsent = m_links.PollTransmit(m_clock.Now(), m_packets.data(), m_packets.size());
                m_sent = 0;
            }
            if (!m_unsent)
            {
                return hasSent;
            }
            const auto onRoom = [this] {
                m_isFull = false;
                Poll();
            };
            const auto result =
                m_datagrams.SendPackets(*m_unsent, m_packets.data(), m_sent, onRoom);
            m_isFull = result == UdpBatches::Sent::kNoRoom;
            if (result == UdpBatches::Sent::kTooLong)
            {
                m_links.OnTooLong(m_clock.Now(), m_unsent->to, m_unsent->segment);
            }
            if (!m_isFull)
            {
                m_unsent.reset();
            }
        }
        return false; // it polls again when there is room
    }

    boost::asio::io_context& m_context;   ///< Runs it.
    const PeerClock& m_clock;             ///< The clock.
    Port& m_datagrams;                    ///< Carries packets.
    Links& m_links;                       ///< What is driven.
    WakeTimer m_timer;                    ///< To what they do by themselves.
    std::vector<std::uint8_t> m_packets;  ///< What is being sent.
    std::optional<Transmission> m_unsent; ///< What the system had no room for.
    std::size_t m_sent{0};                ///< Bytes of that which are on their way.
    bool m_isFull{false};                 ///< The system has no room, and will tell of some.
    bool m_isPolling{false};              ///< Poll() will come.
    bool m_isStopped{false};              ///< Whether Stop() was called.
};

/// @param endpoint What carries links. @return Whether something that was sent over them has not
/// arrived.
inline bool
IsSendingOver(const TransportEndpoint& endpoint)
{
    const TransportEndpoint::State now = endpoint.Now();
    return now.bytesInFlight > 0 || now.bytesWaiting > 0;
}

} // namespace dht

#endif // DHT_EMU_TRANSPORT_PUMP_H
