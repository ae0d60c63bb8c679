/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_ENDPOINT_H
#define DHT_TRANSPORT_ENDPOINT_H

#include "dht-connection-table.h"
#include "dht-endpoint.h"
#include "dht-fifo.h"
#include "dht-flight-control.h"
#include "dht-link-timers.h"
#include "dht-link-turns.h"
#include "dht-priority-sum.h"
#include "dht-random.h"
#include "dht-time.h"
#include "dht-tokens.h"
#include "dht-transport-counters.h"
#include "dht-transport-options.h"
#include "dht-transport-receiver.h"
#include "dht-transport-replies.h"
#include "dht-transport-sender.h"
#include "dht-transport-window.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A peer's transport: reliable streams over datagrams, whose priority may change at any time
 * (Reale, Roverso, El-Ansary, Haridi: DTL, ICDCN 2012). doc/transport.rst describes it.
 */

namespace dht
{

/// Something that the host of an endpoint should know.
struct TransportEvent
{
    /// What it is.
    enum class Kind : std::uint8_t
    {
        kOpened,   ///< A link of this peer: the other end has answered data.
        kAccepted, ///< Another peer has opened a link.
        kWritable, ///< A link has room for what did not fit.
        kReadable, ///< More of a stream has arrived.
        kSilent,   ///< The other end of a link of this peer does not answer.
        kLost,     ///< A link has ended before its stream did.
        kClosed,   ///< A link has ended: all has arrived, or all was read.
    };

    TransportLink link;                        ///< Of which link.
    Endpoint peer;                             ///< Its other end.
    Kind kind;                                 ///< What it is.
    TransportLoss loss{TransportLoss::kReset}; ///< Why it is lost, if it is.
};

/// Datagrams that leave.
struct Transmission
{
    Endpoint to;         ///< The receiver's endpoint.
    std::size_t size;    ///< Bytes of all.
    std::size_t segment; ///< Bytes of each but the last one, which may be shorter.
};

/**
 * All links of a peer. It does no I/O and knows no clock: the host hands in datagrams and the time,
 * then polls until there is nothing left to send and no event. Times never decrease; an earlier one
 * counts as the latest. The same calls give the same bytes.
 *
 * A link carries bytes one way, from who opened it. Calls that name a link that is not there, or
 * not of the right end, do nothing.
 */
class TransportEndpoint
{
  public:
    /// Makes a window.
    using WindowMaker = std::function<std::unique_ptr<TransportWindow>()>;

    /// @param options Constants. @param makeWindow Makes the windows. @param random For what others
    /// should not guess; must outlive this object.
    TransportEndpoint(const TransportOptions& options, WindowMaker makeWindow, Random& random);

    TransportEndpoint(const TransportEndpoint&) = delete;
    TransportEndpoint& operator=(const TransportEndpoint&) = delete;

    /// @param now The present. @param to The other end's endpoint. @param priority 0: yields to
    /// everything; N > 0: as much as N TCP flows. @return A link, which can be written to at once.
    /// @throws std::invalid_argument The priority is negative, infinite or no number.
    TransportLink Open(Time now, const Endpoint& to, double priority);
    /// @param link A link of this peer. @return Bytes that can be written; 0 if it is none.
    std::size_t Room(TransportLink link) const;
    /// @param link A link of this peer. @param size Bytes. @return Whether Write() would take them
    /// now. If not, and it ever could, an event tells when it would.
    bool Fits(TransportLink link, std::size_t size);
    /// @param now The present. @param link A link of this peer. @param bytes What to send. @param
    /// size How many. @return Whether they were taken: all or nothing. If not, an event tells when
    /// there is room.
    bool Write(Time now, TransportLink link, const std::uint8_t* bytes, std::size_t size);
    /// @param now The present. @param link A link of this peer. @param priority From now on, but
    /// while the other end has a wish that is taken. @throws std::invalid_argument It is negative,
    /// infinite or no number.
    void SetPriority(Time now, TransportLink link, double priority);
    /// Nothing more is written. @param now The present. @param link A link of this peer.
    void Close(Time now, TransportLink link);
    /// A link ends at once, without an event here. @param now The present. @param link Any link.
    void Abort(Time now, TransportLink link);

    /**
     * @param link A link of another peer.
     * @param [out] size How many bytes can be read that lie one behind the other; 0: none.
     * @param delivery In order; or as arrived: frames that may be read before others that were
     *                 lost, if the peer says so. They were written at once, and each is read once.
     *                 All that is there should be read, as what arrives meanwhile may close the
     *                 hole before it.
     * @return The first of them, until the next call.
     */
    const std::uint8_t* Look(TransportLink link,
                             std::size_t& size,
                             StreamDelivery delivery = StreamDelivery::kInOrder) const;
    /// Bytes were read. @param now The present. @param link A link of another peer. @param size How
    /// many of those that Look() offered. @param delivery As there.
    void Read(Time now,
              TransportLink link,
              std::size_t size,
              StreamDelivery delivery = StreamDelivery::kInOrder);
    /// The other peer may send more. @param now The present. @param link A link of another peer.
    /// @param size How many of the bytes that were read.
    void Consume(Time now, TransportLink link, std::size_t size);
    /// Ask the other peer for a priority. @param now The present. @param link A link of it. @param
    /// priority 0 to 255; nothing: as it likes. @throws std::invalid_argument It is negative,
    /// infinite or no number.
    void Wish(Time now, TransportLink link, std::optional<double> priority);

    /// A datagram came. @param now The present. @param from The sender's endpoint. @param bytes The
    /// datagram. @param size Its bytes.
    void OnDatagram(Time now, const Endpoint& from, const std::uint8_t* bytes, std::size_t size);
    /// A packet did not leave, as the way takes none that is so long: links to there send shorter
    /// ones. @param now The present. @param to Where it was to go. @param size Its bytes.
    void OnTooLong(Time now, const Endpoint& to, std::size_t size);
    /// It is time, or earlier. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer(); kNever if never.
    Time NextTimer() const;
    /// @param now The present. @param buffer Where datagrams go. @param capacity Its bytes, at
    /// least kMostDataSize; with more, full packets of a link come several at a time. @return What
    /// is to be sent; nothing if there is nothing now.
    std::optional<Transmission> PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity);
    /// @return What has happened; nothing if all was told.
    std::optional<TransportEvent> PollEvent();

    /// What of links is under way.
    struct State
    {
        std::uint64_t packetsInFlight{0}; ///< Data packets.
        std::uint64_t bytesInFlight{0};   ///< Of streams.
        std::uint64_t bytesWaiting{0};    ///< Of streams.
        std::size_t links{0};             ///< Of this peer.
        std::size_t accepted{0};          ///< Of others.
        std::size_t remembered{0};        ///< Of others, that have ended.
    };

    /// @return What is under way now.
    State Now() const;

    /// @return Whether the identities of TransportCounters hold: nothing has vanished.
    bool IdentitiesHold() const;

    /// @return What has happened.
    const TransportCounters& Counts() const
    {
        return m_counters;
    }

    /// @param link A link of this peer. @return Its sending end; null if it is none.
    const TransportSender* Sender(TransportLink link) const;
    /// @param link A link of this peer. @return Its window; null if it is none.
    const TransportWindow* Window(TransportLink link) const;

  private:
    /// What links of both directions have.
    struct Connection : TimedConnection
    {
        unsigned told{0}; ///< Events that the host has not taken yet: bits by kind.
    };

    /// The share of a link that does not use the shared window; one that does has 0 or more.
    static constexpr double kNoShare = -1;

    /// A link of this peer.
    struct Outgoing : Connection
    {
        /// @param now The present. @param connection What the connection is called. @param context
        /// Of its sending end.
        Outgoing(Time now, std::uint64_t connection, const TransportSender::Context& context)
            : sender(now, connection, context)
        {
        }

        bool isActive{false};                   ///< It is among LinkTurns.
        bool isUrgent{false};                   ///< It is among m_urgent.
        std::unique_ptr<FlightControl> control; ///< Its window; null if all share one.
        TransportSender sender;                 ///< Its sending end.
        double priority{0};                     ///< This peer's choice.
        double start{0};                        ///< Its own time among LinkTurns.
        double share{kNoShare};                 ///< What it adds to the shared window's priority.
    };

    /// A link of another peer.
    struct Incoming : Connection
    {
        /// @param now The present. @param options Constants. @param clock Of the link, at time 0.
        Incoming(Time now, const TransportOptions& options, std::uint32_t clock)
            : receiver(now, options, clock)
        {
        }

        bool isAcking{false};       ///< It is among m_acking.
        TransportReceiver receiver; ///< Its receiving end.
    };

    /// @param now The present, as the host sees it. @return The present.
    Time Advance(Time now);
    /// @param link A link of this peer. @return Its window.
    FlightControl& ControlOf(const Outgoing& link) const;
    /// @param link A link of this peer. @return Its priority: what the other end wishes for, if
    /// that is taken, or else this peer's choice.
    static double PriorityOf(const Outgoing& link);
    /// The priority of a link may have changed. @param link The link.
    void Prioritise(Outgoing& link);
    /// A link may have begun to use the window, or have ended to, or has another priority. @param
    /// link The link.
    void Count(Outgoing& link);
    /// The shared window's priority is the sum of those of the links that use it. While none does,
    /// it stays what it was. @param link The link. @param share What it adds from now on; kNoShare
    /// if it does not use the window.
    void Share(Outgoing& link, double share);

    /// @param time When a link has something to do. @return When its timer should go off: not now,
    /// as timers go off before the host polls.
    Time NotYet(Time time) const;
    /// A link may have something to do. @param link The link.
    void Touch(Outgoing& link);
    /// A link may have something to do. @param now The present. @param link The link.
    void Touch(Time now, Incoming& link);
    /// Tell the host, once until it listens. @param link Of which link. @param kind What has
    /// happened to the link.
    void Tell(Connection& link, TransportEvent::Kind kind);
    /// A link of another ends before its stream does. @param now The present. @param link The link.
    void Break(Time now, Incoming& link);
    /// A link is gone. @param link The link; not there any more then.
    void Remove(Outgoing& link);
    /// A link is lost. @param link The link; not there any more then. @param loss The reason to
    /// tell the host.
    void Lose(Outgoing& link, TransportLoss loss);
    /// @param now The present. @param link A link that may be forgotten; gone if so.
    /// @return Whether it is gone.
    bool ForgetIfExpired(Time now, Incoming& link);

    /// A packet came. @param now The present. @param from The sender's endpoint. @param packet The
    /// packet. @return What is wrong with it.
    TransportError Take(Time now, const Endpoint& from, const OpenPacket& packet);
    /// Take a cookie packet.
    TransportError Take(Time now, const Endpoint& from, const CookiePacket& packet);
    /// Take a data packet.
    TransportError Take(Time now, const Endpoint& from, const DataPacket& packet);
    /// Take an acknowledgement.
    TransportError Take(Time now, const Endpoint& from, const AckPacket& packet);
    /// Take a reset.
    TransportError Take(Time now, const Endpoint& from, const ResetPacket& packet);
    /// @param now The present. @param from Who opens a connection. @param packet Its first data.
    /// @param [out] link The link, or null. @return What is wrong with it.
    TransportError Accept(Time now,
                          const Endpoint& from,
                          const DataPacket& packet,
                          Incoming*& link);
    /// There is no such connection. @param now The present. @param to Who thinks so. @param header
    /// Of a packet of it.
    void Reset(Time now, const Endpoint& to, const TransportHeader& header);

    /// @param now The present. @param buffer Takes the packet. @return An ack that is due.
    std::optional<Transmission> PollAck(Time now, std::uint8_t* buffer);
    /// @param now The present. @param buffer Takes the packet. @return A packet that no window
    /// holds back.
    std::optional<Transmission> PollUrgent(Time now, std::uint8_t* buffer);
    /// @param now The present. @param buffer Takes the packets. @param capacity Of the buffer, in
    /// bytes. @return Packets with data of the link whose turn it is.
    std::optional<Transmission> PollData(Time now, std::uint8_t* buffer, std::size_t capacity);
    /// @param now The present. @param link The link that sends. @param buffer Takes the packets.
    /// @param capacity Of the buffer, in bytes. @return The link's next packets.
    Transmission PollBatch(Time now, Outgoing& link, std::uint8_t* buffer, std::size_t capacity);

    TransportOptions m_options;                ///< Constants.
    WindowMaker m_makeWindow;                  ///< Makes windows.
    Random& m_random;                          ///< For what others should not guess.
    TokenMint m_mint;                          ///< Makes cookies.
    TransportCounters m_counters;              ///< What has happened.
    TransportSender::Shared m_sharedBySenders; ///< What has to outlive them.
    TransportReplies m_replies;                ///< To those with whom there is no connection.
    std::unique_ptr<FlightControl> m_shared;   ///< The window of all; null if each has its own.
    PrioritySum m_priorities;                  ///< Of the links that use it.
    ConnectionTable<Outgoing> m_outgoing;      ///< Links of this peer.
    ConnectionTable<Incoming> m_incoming;      ///< Links of others.
    LinkTimers m_timers;                       ///< Of all.
    LinkTurns m_turns;                         ///< Links of this peer that may send.
    Fifo<TransportLink> m_urgent;              ///< Those that have what no window holds back.
    Fifo<TransportLink> m_acking;              ///< Links of others whose acks are due.
    Fifo<TransportEvent> m_events;             ///< What the host should know.
    std::size_t m_remembered{0};               ///< Links of others that have ended.
    std::uint64_t m_refused{0};                ///< The connection that was refused last.
    TransportLink m_nextLink{1};               ///< The next link's name.
    Time m_now{0};                             ///< The latest time that was handed in.
};

} // namespace dht

#endif // DHT_TRANSPORT_ENDPOINT_H
