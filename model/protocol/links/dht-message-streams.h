/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MESSAGE_STREAMS_H
#define DHT_MESSAGE_STREAMS_H

#include "dht-endpoint.h"
#include "dht-frame-cutter.h"
#include "dht-message-stream-counts.h"
#include "dht-storage-message.h"
#include "dht-transport-endpoint.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Messages of a store over the transport.
 */

namespace dht
{

/**
 * Messages of a store as streams over the transport, to any peer and from any: a link is opened
 * when there is something to send, and closed when there was nothing for kIdleAfter; who takes
 * nothing for so long has lost it. A link that only answers ends with the one that asks, so that
 * others have no more of them than they may open. All have one priority, which may change at any
 * time. It has no sockets and no clock; a host drives it as LinkTransport. It may share a port with
 * one: its packets are those of kLane.
 *
 * What a peer is to send sooner, it is asked for: as long as the priority is above the least one,
 * this peer wishes it for what others send here. They grant it if theirs may rise as high, and
 * also if their own is higher: most of what they send is what was asked for.
 */
class MessageStreams
{
  public:
    /// LaneOf() their packets.
    static constexpr std::uint8_t kLane = 1;
    /// After so long without a message to a peer, the link there is closed.
    static constexpr Time kIdleAfter = FromSeconds(120);

    /// How they are.
    struct Options
    {
        double priority{0}; ///< Of each link, unless it is raised.
        double most{0};     ///< To which others may raise it by wishing; at least the priority.
        /// Of all links together, at the most.
        double together{std::numeric_limits<double>::infinity()};
    };

    /// Whom to tell what happens. They may send.
    struct Listeners
    {
        /// A message came. @param from The sender's endpoint. @param message The message.
        std::function<void(const Endpoint& from, const StorageMessage& message)> onMessage;
        /// A peer does not answer, or a link is lost with what was on its way. @param to Where it
        /// leads, or led.
        std::function<void(const Endpoint& to)> onSilent;
    };

    /// @param options How they are. @param makeWindow Makes windows. @param random For what others
    /// should not guess; must outlive this object. @param listeners Whom to tell.
    MessageStreams(const Options& options,
                   TransportEndpoint::WindowMaker makeWindow,
                   Random& random,
                   Listeners listeners);

    /// Send a message. @param now The present. @param to The receiver's endpoint. @param message
    /// The message.
    void Send(Time now, const Endpoint& to, const StorageMessage& message);
    /// End all links, both ways, and tell the other ends; nobody here is told, nor may listeners
    /// call it. @param now The present.
    void AbortAll(Time now);
    /// @param now The present. @param priority Of all links from now on, at least the least one.
    void SetPriority(Time now, double priority);
    /// @return The priority of links to others that wish nothing.
    double Priority() const;

    /// @return What has happened.
    const MessageStreamCounts& Counted() const;
    /// @return What carries them.
    const TransportEndpoint& Core() const;

    /// A packet came. @param now The present. @param from The sender's endpoint. @param bytes The
    /// packet. @param size Its bytes.
    void OnDatagram(Time now, const Endpoint& from, const std::uint8_t* bytes, std::size_t size);
    /// A packet did not leave, as the way takes none that is so long: shorter ones follow.
    /// @param now The present. @param to Where it was to go. @param size Its bytes.
    void OnTooLong(Time now, const Endpoint& to, std::size_t size);
    /// It is time, or earlier; tells of links that are lost. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer(); kNever if never.
    Time NextTimer() const;
    /// Tell what has happened, and read what can be read. @param now The present.
    void Poll(Time now);
    /// @param now The present. @param buffer Where packets go. @param capacity Its bytes, at least
    /// kMostDataSize. @return What is to be sent; nothing if there is nothing now.
    std::optional<Transmission> PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity);

  private:
    /// A link of this peer.
    struct Outgoing
    {
        TransportLink link{0};    ///< What the endpoint calls it.
        Time used{0};             ///< When a message was sent there last.
        Time moved{0};            ///< Until when all had arrived, or when more was seen to have.
        std::uint64_t arrived{0}; ///< Bytes that had arrived then.
        bool asks{false};         ///< Whether it has carried a question.
    };

    /// A link of another peer.
    struct Incoming
    {
        Endpoint from;      ///< The other end.
        FrameCutter frames; ///< What came.
    };

    /// Links of this peer, by where they lead.
    using OutgoingLinks = std::map<Endpoint, Outgoing, EndpointOrder>;

    /// @return The wish for a link of another peer; nothing if it may have any priority.
    std::optional<double> Wish() const;
    /// End links over which nothing was sent for long, or nothing arrives. @param now The present.
    void CloseIdle(Time now);
    /// A link ends: it is lost if not all has arrived. @param now The present. @param entry The
    /// link. @return The one behind it.
    OutgoingLinks::iterator End(Time now, OutgoingLinks::iterator entry);
    /// @param outgoing A link. @return Whether all that was sent there has arrived.
    bool HasArrived(const Outgoing& outgoing) const;
    /// @param peer Another peer. @return Whether it has a link to here.
    bool IsLinkedFrom(const Endpoint& peer) const;
    /// @param now The present. @param event What the endpoint tells.
    void OnEvent(Time now, const TransportEvent& event);
    /// Another peer has opened a link. @param now The present. @param event What tells so.
    void Accept(Time now, const TransportEvent& event);
    /// A link of another peer has ended. @param now The present. @param link The link.
    void Forget(Time now, TransportLink link);
    /// Read what has come. @param now The present. @param link A link of another peer.
    void Read(Time now, TransportLink link);
    /// Hand over what was read. @param incoming A link of another peer. @return Whether it is not
    /// broken.
    bool Deliver(Incoming& incoming);

    Options m_options;                        ///< How they are.
    double m_priority;                        ///< The present one.
    TransportEndpoint m_endpoint;             ///< Carries them.
    Listeners m_listeners;                    ///< Whom to tell.
    OutgoingLinks m_to;                       ///< Links of this peer.
    std::map<TransportLink, Incoming> m_from; ///< Those of others.
    Time m_idle{kNever}; ///< No link of this peer was idle for long before; kNever if it has none.
    MessageStreamCounts m_counts; ///< What has happened.
};

} // namespace dht

#endif // DHT_MESSAGE_STREAMS_H
