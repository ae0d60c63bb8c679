/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FLIGHT_CONTROL_H
#define DHT_FLIGHT_CONTROL_H

#include "dht-limited-rounds.h"
#include "dht-transport-window.h"

#include <cstddef>
#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a window allows, of one link or of all links of a peer.
 */

namespace dht
{

/// A window, what is in flight under it, and when the next packet may leave.
class FlightControl
{
  public:
    /// @param window The window.
    explicit FlightControl(std::unique_ptr<TransportWindow> window);

    /// @return The window.
    TransportWindow& Window()
    {
        return *m_window;
    }

    /// @return The window.
    const TransportWindow& Window() const
    {
        return *m_window;
    }

    /// @return Bytes of payload in flight.
    std::size_t InFlight() const
    {
        return m_inFlight;
    }

    /// @return Bytes of payload that a packet should have at the most: fewer than kMostPayload
    /// where the window is smaller than two such packets.
    std::size_t PacketSize() const;
    /// @param size Bytes of payload. @return Whether the window has room for them; one packet may
    /// be in flight in any window.
    bool HasRoom(std::size_t size) const;
    /// @param now The present. @return When the next packet may leave.
    Time NextDeparture(Time now) const;

    /// A packet leaves. @param now The present. @param size Bytes of its payload.
    void OnSent(Time now, std::size_t size);
    /// Packets have arrived. @param acked What is known of them; whether the window limits is found
    /// out here.
    void OnAcked(AckedPackets acked);
    /// Packets are lost. @param lost What is known of them. @param size Bytes of their payload.
    void OnLost(const LostPackets& lost, std::size_t size);
    /// A packet that was taken for lost has arrived. @param now The present. @param sent When it
    /// left.
    void OnLate(Time now, Time sent);
    /// Nobody waits for packets any more. @param size Bytes of their payload.
    void Forget(std::size_t size);
    /// Somebody waits again for packets that were forgotten. @param size Bytes of their payload.
    void Recall(std::size_t size);

  private:
    std::unique_ptr<TransportWindow> m_window; ///< The window.
    std::size_t m_inFlight{0};                 ///< Bytes of payload.
    Time m_departure{0};                       ///< When the next packet may leave.
    LimitedRounds m_rounds;                    ///< Which round trips the window bounds.
};

} // namespace dht

#endif // DHT_FLIGHT_CONTROL_H
