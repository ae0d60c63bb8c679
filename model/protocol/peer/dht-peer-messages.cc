/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer.h"
#include "dht-wire-format.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

/// What a peer does with the messages that arrive.

namespace dht
{

namespace
{

/// @param routed An overlay-ack that has come through the overlay. @return The same as if it had
/// come in a datagram.
OverlayAck
OverlayAckIn(const Request& routed)
{
    OverlayAck ack;
    ack.id = routed.id;
    ack.attempt = routed.attempt;
    ack.hopLimit = routed.extras->requestHopLimit;
    ack.marked = routed.marked;
    ack.responsible = routed.source;
    if (routed.extras->payload.size > 0 || !routed.extras->extensions.Area().empty())
    {
        ack.extras.Write() = {routed.extras->payload, routed.extras->extensions};
    }
    return ack;
}

/// @return Bytes before an answer, at the most: in a routed overlay-ack of an IPv6 peer, with
/// feedback.
std::size_t
LongestHeader()
{
    Request ack;
    ack.kind = MessageKind::kRoutedAck;
    ack.source.ipv6 = true;
    SetFeedback(ack.extras.Write().extensions, 1);
    return HeaderSize(ack);
}

} // namespace

bool
Peer::OnRequest(Time now, ConnectionId from, Request& request)
{
    const auto turn = m_relay.TakeTurn(from);
    if (HasNoPlace())
    {
        m_relay.Refuse(now, request); // it would take itself for responsible
        m_relay.PassTurn(turn);
        UpdateWake(now);
        return true;
    }
    const LinkIndex link = m_relay.HopTo(request.key).value_or(m_relay.Here());
    const auto full = m_relay.FullQueueFor(link, request);
    if (full)
    {
        m_relay.Wait(now, *full, from);
    }
    else
    {
        m_relay.Accept(now, link, std::move(request), from);
    }
    m_relay.PassTurn(turn);
    UpdateWake(now);
    return !full;
}

WireError
Peer::OnDatagram(Time now, const Endpoint& from, Datagram&& datagram)
{
    WireError error = WireError::kNone;
    if (const auto* const ack = std::get_if<OverlayAck>(&datagram))
    {
        if (const auto link = m_relay.TakeProbeAnswer(*ack, from))
        {
            m_membership->OnProved(now, *link);
        }
        else
        {
            m_requester.OnAck(now, *ack, &from);
        }
    }
    else if (auto* const lookup = std::get_if<Request>(&datagram))
    {
        if (!(lookup->source == from))
        {
            return WireError::kField; // the answer would go to somebody who has not asked
        }
        if (HasNoPlace() && m_membership->NearestTo(lookup->key, lookup->source).empty())
        {
            m_relay.Refuse(now, *lookup);
        }
        else
        {
            m_relay.Accept(now, m_relay.Here(), std::move(*lookup));
        }
    }
    else if (const auto* const message = std::get_if<MaintenanceMessage>(&datagram);
             message && m_membership->OnMessage(now, from, *message))
    {
        m_requester.ReviewHeld(now);
    }
    else
    {
        error = WireError::kType;
    }
    UpdateWake(now);
    return error;
}

void
Peer::OnArrived(Time now, Request message)
{
    if (message.kind == MessageKind::kLookup)
    {
        const auto link = m_membership->NextHop(message.key);
        if (link || message.extras->isWithheld || HasNoPlace())
        {
            ++m_context.counters.redirected;
            m_context.host.SendDatagram(message.source, RedirectFor(message, link));
            return;
        }
    }
    if (m_membership->IsOut() && message.kind == MessageKind::kRequest)
    {
        m_relay.Discard(now, message); // it waited for a link that does not work
        return;
    }
    ++m_context.counters.delivered;
    if (message.kind == MessageKind::kRoutedAck)
    {
        m_requester.OnAck(now, OverlayAckIn(message), nullptr);
        return;
    }
    m_context.observer->OnDelivered(m_context.At(now), message);
    if (IsProbe(message))
    {
        Answer(now, message, {});
    }
    else if (auto payload = m_context.AnswerTo(now, message))
    {
        Answer(now, message, std::move(*payload));
    }
}

OverlayAck
Peer::RedirectFor(const Request& lookup, std::optional<LinkIndex> link) const
{
    OverlayAck redirect = AckOf(lookup);
    redirect.redirect = true;
    const RingNodes nearer = m_membership->NearestTo(lookup.key, lookup.source);
    if (!link && nearer.empty())
    {
        return redirect; // to this peer itself, for the payload
    }
    redirect.responsible =
        nearer.empty() ? m_context.host.EndpointOf(*link) : nearer.front().endpoint;
    if (nearer.size() > 1)
    {
        std::vector<Endpoint> all = EndpointsOf(nearer);
        redirect.extras.Write().further.assign(all.begin() + 1, all.end());
    }
    // who asks in somebody else's name must not make much out of little
    while (!redirect.extras->further.empty() && FrameSize(redirect) > FrameSize(lookup))
    {
        redirect.extras.Write().further.pop_back();
    }
    return redirect;
}

std::size_t
Peer::LongestAnswer(const Request& request) const
{
    static const std::size_t longest = LongestHeader();
    std::size_t header = longest;
    std::size_t frame = m_context.options.longestFrame;
    const bool isOwn = request.source == m_context.options.self;
    if (m_membership->IsDynamic() && !request.extras->replyTo && !isOwn)
    {
        header = FrameSize(AckOf(request));
        frame = std::min<std::size_t>(frame, FrameSize(request));
    }
    return std::max(frame, header) - header;
}

void
Peer::Respond(Time now, const Request& request, Payload answer)
{
    if (request.source == m_context.options.self)
    {
        m_requester.AnswerItself(now, request.id, std::move(answer));
    }
    else
    {
        Answer(now, request, std::move(answer));
    }
    UpdateWake(now);
}

void
Peer::Answer(Time now, const Request& request, Payload payload)
{
    const std::size_t longest = LongestAnswer(request);
    if (payload.size > longest)
    {
        throw std::length_error("an answer of " + std::to_string(payload.size) +
                                " bytes: that request may be answered with " +
                                std::to_string(longest));
    }
    const auto& replyTo = request.extras->replyTo;
    if (!replyTo)
    {
        OverlayAck ack = AckOf(request);
        if (payload.size > 0)
        {
            ack.extras.Write().payload = std::move(payload);
        }
        m_context.host.SendDatagram(request.source, ack);
        return;
    }
    Request ack;
    ack.kind = MessageKind::kRoutedAck;
    ack.id = request.id;
    ack.key = *replyTo;
    ack.source = m_context.options.self;
    ack.milliRate = request.milliRate;
    ack.attempt = request.attempt;
    ack.hopLimit = m_context.options.hopLimit;
    ack.marked = request.marked;
    Extras& extras = ack.extras.Write();
    extras.requestHopLimit = request.hopLimit;
    extras.payload = std::move(payload);
    SetFeedback(extras.extensions, FeedbackIn(request.extras->extensions));
    m_relay.Accept(now, m_membership->NextHop(ack.key).value_or(m_relay.Here()), ack);
}

OverlayAck
Peer::AckOf(const Request& request) const
{
    OverlayAck ack;
    ack.id = request.id;
    ack.attempt = request.attempt;
    ack.hopLimit = request.hopLimit;
    ack.marked = request.marked;
    ack.responsible = m_context.options.self;
    if (const std::uint8_t feedback = FeedbackIn(request.extras->extensions))
    {
        SetFeedback(ack.extras.Write().extensions, feedback);
    }
    return ack;
}

} // namespace dht
