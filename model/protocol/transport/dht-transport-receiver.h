/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_RECEIVER_H
#define DHT_TRANSPORT_RECEIVER_H

#include "dht-received-packets.h"
#include "dht-stream-assembly.h"
#include "dht-time.h"
#include "dht-transport-options.h"
#include "dht-transport-packet.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The receiving end of a link of the transport.
 */

namespace dht
{

/// Receives a stream: puts it together, and says in acks what has arrived and what more fits.
class TransportReceiver
{
  public:
    /// @param now The present. @param options Constants; must outlive this object. @param clock
    /// What this link's clock shows at time 0, in microseconds.
    TransportReceiver(Time now, const TransportOptions& options, std::uint32_t clock);

    /// @param now The present. @param packet What came. @return What is wrong with it.
    TransportError OnData(Time now, const DataPacket& packet);
    /// @param now The present. @param connection What the connection is called. @return The ack
    /// that is due.
    AckPacket MakeAck(Time now, std::uint64_t connection);
    /// @param now The present. @return Whether an ack is due.
    bool IsAckDue(Time now) const;
    /// @param number What a reset names. @return Whether it is one of the last acks of this end.
    bool IsOwn(std::uint32_t number) const;
    /// It is time, or earlier. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer().
    Time NextTimer() const;

    /// @param [out] size How many bytes can be read that lie one behind the other; 0: none. @param
    /// delivery In order, or as arrived: behind a hole. @return The first of them.
    const std::uint8_t* Look(std::size_t& size, StreamDelivery delivery) const;
    /// Bytes that Look() offered were read: they are needed no more, but count against the window
    /// still. @param size Number of bytes. @param delivery As for Look().
    void Read(std::size_t size, StreamDelivery delivery);
    /// Bytes that were read do not count against the window any more. @param now The present.
    /// @param size How many.
    void Consume(Time now, std::size_t size);
    /// Ask the other end for a priority. @param now The present. @param wish In 1/256, or kNoWish.
    void SetWish(Time now, std::uint16_t wish);
    /// The stream has ended: what is sent again is still acknowledged. @param now The present.
    void Finish(Time now);
    /// The connection ends before the stream does: nothing is acknowledged any more. @param now The
    /// present.
    void Break(Time now);

    /// @return Whether there is something to read.
    bool IsReadable() const
    {
        return m_stream.Arrived() > m_stream.BytesRead() || m_stream.IsReadableAhead();
    }

    /// @return Whether all was read to the stream's end.
    bool IsFinished() const
    {
        return m_stream.End() && *m_stream.End() == m_stream.BytesRead();
    }

    /// @return Whether the connection ended, in whatever way.
    bool HasEnded() const
    {
        return m_ended != kNever;
    }

    /// @return Whether Break() was called.
    bool IsBroken() const
    {
        return m_isBroken;
    }

    /// @param now The present. @return Whether the connection can be forgotten.
    bool IsExpired(Time now) const;

    /// @return The number of the newest packet. There must be one.
    std::uint32_t Newest() const
    {
        return m_packets.Newest();
    }

  private:
    /// An ack is due. @param time The instant, or earlier.
    void AckBy(Time time);
    /// @return The first offset that does not fit. What was consumed behind a hole makes no room
    /// before the hole is closed: its bytes are kept, to be compared with what is sent again.
    std::uint64_t Edge() const;
    /// @return Bytes behind those that have arrived that the last ack had room for.
    std::uint64_t ToldRoom() const;
    /// @return Bytes behind those that have arrived that there is room for.
    std::uint64_t Room() const;
    /// @return When the connection can be forgotten.
    Time Expiry() const;

    const TransportOptions& m_options; ///< Constants.
    StreamAssembly m_stream;           ///< What has arrived.
    ReceivedPackets m_packets;         ///< In which packets.
    std::uint64_t m_consumed{0};       ///< Bytes that do not count against the window any more.
    std::uint64_t m_toldEdge;          ///< The first offset that does not fit, by the last ack.
    std::uint32_t m_clock;             ///< Of this link, at time 0.
    std::uint32_t m_timestamp{0};      ///< Of the newest packet.
    Time m_arrival{0};                 ///< When that came.
    std::uint32_t m_acks{0};           ///< Sent.
    std::uint16_t m_wish{kNoWish};     ///< The priority that it asks for.
    unsigned m_unacked{0};             ///< Packets since the last ack.
    Time m_ackTime{kNever};            ///< When the next ack is due.
    unsigned m_repeats{0};             ///< Acks since the window has opened and no packet came.
    Time m_repeatTime{kNever};         ///< When the next one of those is due.
    Time m_lastPacket;                 ///< When a packet came last.
    Time m_ended{kNever};              ///< When the connection ended.
    bool m_isBroken{false};            ///< It ended before the stream did.
    bool m_isShrunk{true};             ///< Memory was given back.
};

} // namespace dht

#endif // DHT_TRANSPORT_RECEIVER_H
