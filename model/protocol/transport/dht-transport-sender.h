/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_SENDER_H
#define DHT_TRANSPORT_SENDER_H

#include "dht-endpoint.h"
#include "dht-flight-control.h"
#include "dht-random.h"
#include "dht-round-trip.h"
#include "dht-sent-packets.h"
#include "dht-stream-source.h"
#include "dht-transport-counters.h"
#include "dht-transport-opening.h"
#include "dht-transport-options.h"
#include "dht-transport-packet.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The sending end of a link of the transport.
 */

namespace dht
{

/// What has happened on a link since it was asked last.
struct SenderNews
{
    bool isOpened{false};   ///< The other end has answered data for the first time.
    bool isWritable{false}; ///< There is room again for what did not fit.
    bool isSilent{false};   ///< The other end does not answer: a second probe in a row was due.
    bool isWishNew{false};  ///< The other end wishes for another priority, or for none any more.
};

/// Sends a stream: opens the connection, says what goes into the next packet, learns from acks what
/// has arrived and what was lost.
class TransportSender
{
  public:
    /// What all senders of a peer share.
    struct Shared
    {
        const TransportOptions& options; ///< Constants.
        Random& random;                  ///< For numbers that others should not guess.
        TransportCounters& counters;     ///< What happens.
    };

    /// Where a sender is.
    struct Context
    {
        const Shared& shared;   ///< Of the peer.
        FlightControl& control; ///< The window.
        std::uint32_t link;     ///< What the window calls the link.
    };

    /// @param now The present. @param connection What the connection is called. @param context
    /// What must outlive this object.
    TransportSender(Time now, std::uint64_t connection, const Context& context);

    /// @param size Bytes. @return Whether they can be written; if not, and they ever can, there
    /// will be news.
    bool Fits(std::size_t size);
    /// @param bytes What is written. @param size How many; they must fit.
    void Write(const std::uint8_t* bytes, std::size_t size);
    /// Nothing is written any more.
    void Close();

    /// @param now The present. @param to Where up to kMostDataSize bytes go. @return How many bytes
    /// the next packet has; 0: none may leave now.
    std::size_t Poll(Time now, std::uint8_t* to);
    /// @param now The present. @param cookie What came. @return What is wrong with it.
    TransportError OnCookie(Time now, const CookiePacket& cookie);
    /// @param now The present. @param ack What came. @return What is wrong with it.
    TransportError OnAck(Time now, const AckPacket& ack);
    /// The way takes no packet that is so long. @param size Its bytes.
    void Shorten(std::size_t size);

    /// @return Bytes of payload that a packet has at the most.
    std::size_t MostPayload() const
    {
        return m_mostPayload;
    }

    /// @param number What a reset names. @return Whether it is a packet of this end.
    bool IsOwn(std::uint32_t number) const;
    /// It is time, or earlier. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer().
    Time NextTimer() const;

    /// @return Whether Poll() gave nothing because of the window or its pace.
    bool IsHeldBack() const
    {
        return m_isFull || m_isPaced;
    }

    /// @return Whether Poll() will give what no window holds back.
    bool IsUrgent() const
    {
        return m_probesDue > 0 || !HasCookie();
    }

    /// @return Whether the link uses its window, or would: it has something in flight, or something
    /// that the other end has room for; and the other end answers.
    bool IsUsingWindow() const;

    /// @return The priority that the other end wishes for, within the limit; nothing if none, or
    /// if none is taken.
    std::optional<double> Wish() const;

    /// @return What has happened since this was called last.
    SenderNews TakeNews();
    /// @return Whether there is room for what did not fit; told once.
    bool TakeWritable();

    /// @return Why the link is lost, if it is.
    std::optional<TransportLoss> Loss() const
    {
        return m_loss;
    }

    /// @return Whether all has arrived and nothing will follow.
    bool IsDone() const
    {
        return m_source.IsDone();
    }

    /// Forget what is in flight. Nothing may be done after it.
    void Abandon();

    /// @return The number of the last ack that came; nothing if none did.
    std::optional<std::uint32_t> LastAck() const
    {
        return m_lastAck;
    }

    /// @return The stream.
    const StreamSource& Source() const
    {
        return m_source;
    }

    /// @return The packets.
    const SentPackets& Packets() const
    {
        return m_packets;
    }

    /// @return The round-trip time.
    const RoundTrip& Path() const
    {
        return m_path;
    }

  private:
    /// @return Whether data may be sent.
    bool HasCookie() const
    {
        return !m_opening || m_opening->HasCookie();
    }

    /// @param size Bytes. @return Whether there is room for them.
    bool HasRoom(std::size_t size) const;
    /// @param now The present. @return What goes into the next packet; nothing if none may leave.
    std::optional<StreamChunk> NextChunk(Time now);
    /// @return Bytes of payload that a packet should have now, at the most.
    std::size_t PacketSize() const;
    /// @return What goes into a probe.
    StreamChunk ProbeChunk() const;
    /// A packet leaves. @param now The present. @param chunk What is in it. @param isProbe Whether
    /// it is a probe. @param to Where it goes. @return Its bytes.
    std::size_t Send(Time now, const StreamChunk& chunk, bool isProbe, std::uint8_t* to);
    /// Leave a number out if it is time to. @param now The present.
    void SkipSometimes(Time now);
    /// @param window In packets. @return Packets until a number is left out: one to four windows.
    std::uint32_t SkipAfter(std::uint64_t window) const;

    /// @param ack An ack. @return What is wrong with it.
    TransportError Judge(const AckPacket& ack) const;
    /// Learn from what an ack acknowledges. @param now The present. @param ack The ack.
    void TakeArrivals(Time now, const AckPacket& ack);
    /// @param now The present. @param newest The newest packet that has arrived now. @param ack
    /// What says so. @return What it tells of the path.
    PathSample Measure(Time now, const SentPacket& newest, const AckPacket& ack);
    /// Find out what was lost. @param now The present.
    void DetectLosses(Time now);
    /// Learn how much may be sent. @param ack An ack that is newer than all before.
    void TakeWindow(const AckPacket& ack);

    /// @return Bytes of payload in flight.
    std::size_t FlyingBytes() const;
    /// What is in flight fills the window no more, until anything of it arrives: the other end may
    /// be gone, and other links share the window.
    void StepAside();
    /// The other end answers again. @param acked Bytes that were in flight until now.
    void StepBack(std::size_t acked);

    /// A probe may be due. @param now The present.
    void ProbeIfDue(Time now);
    /// @return When to probe, or kNever.
    Time ProbeTime() const;
    /// @return When to ask whether the window has opened, or kNever.
    Time WindowProbeTime() const;
    /// @return When to see whether the other end is still there, or kNever.
    Time KeepAliveTime() const;
    /// @return When to give the link up, or kNever.
    Time GiveUpTime() const;

    /// @param time An instant. @return What this link's clock shows.
    std::uint32_t ClockAt(Time time) const;

    std::uint64_t m_connection;                  ///< What the connection is called.
    Context m_context;                           ///< What it shares.
    std::unique_ptr<TransportOpening> m_opening; ///< Until the first ack.
    StreamSource m_source;                       ///< The stream.
    SentPackets m_packets;                       ///< What was sent.
    RoundTrip m_path;                            ///< How long answers take.
    SenderNews m_news;                           ///< What nobody has asked for yet.

    // by size, as there may be many idle links
    std::uint64_t m_edge{0};   ///< The first offset that may not be sent.
    Time m_oneWay{0};          ///< The last one-way delay, continued where it wraps.
    Time m_nextSilence{0};     ///< Before it, the other end is not said to be silent again.
    Time m_lastUse;            ///< When something was sent or acknowledged last.
    Time m_unanswered{kNever}; ///< Since when there is something in flight and no answer.

    std::uint32_t m_clockOffset;            ///< Of this link's clock, in microseconds.
    std::uint32_t m_untilSkip;              ///< Packets until a number is left out.
    std::optional<std::uint32_t> m_lastAck; ///< The greatest number of an ack.
    std::uint32_t m_lastDelay{0};           ///< The last one-way delay, as it was told.
    std::uint32_t m_wanted{0};              ///< Bytes that did not fit; 0: all did.

    std::uint16_t m_mostPayload{kMostPayload}; ///< What the way takes.
    std::uint16_t m_wish;        ///< What the other end wishes for, in 1/256; kNoWish if nothing.
    std::uint8_t m_probesDue{0}; ///< Probes that are to be sent.
    std::uint8_t m_backoff{0};   ///< Doublings of the probe timeout, since anything was
                                 ///< acknowledged.
    std::uint8_t m_windowBackoff{0};     ///< Likewise, since the window has opened.
    std::optional<TransportLoss> m_loss; ///< Why the link is lost.
    bool m_isFull{false};                ///< The next packet does not fit into the window.
    bool m_isPaced{false};               ///< The next packet waits for the pace.
    bool m_isAside{false};               ///< What is in flight does not count in the window.
    bool m_isShrunk{true};               ///< Memory was given back.
};

} // namespace dht

#endif // DHT_TRANSPORT_SENDER_H
