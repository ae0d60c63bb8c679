/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tapped-transport.h"

#include <utility>
#include <vector>

namespace dht
{

TappedTransport::TappedTransport(const LinkTransport::Options& options,
                                 TransportEndpoint::WindowMaker makeWindow,
                                 Random& random,
                                 LinkTransport::Listeners listeners)
    : m_links(options, std::move(makeWindow), random, Tapped(std::move(listeners)))
{
}

LinkTransport::Listeners
TappedTransport::Tapped(LinkTransport::Listeners listeners)
{
    const auto tapped = [this](auto listener) {
        return [this, listener = std::move(listener)](auto about) {
            listener(about);
            Told();
        };
    };
    TransportLinks::Listeners& links = listeners.links;
    return {{tapped(std::move(links.onConnected)),
             tapped(std::move(links.onWritable)),
             tapped(std::move(links.onLost)),
             tapped(std::move(links.onSilent))},
            [this, onRequest = std::move(listeners.onRequest)](ConnectionId connection,
                                                               Request& request) {
                return Told(onRequest(connection, request));
            },
            tapped(std::move(listeners.onClosed))};
}

void
TappedTransport::SetTap(TransportTap* tap)
{
    m_tap = tap;
}

void
TappedTransport::OnDatagram(Time now,
                            const Endpoint& from,
                            const std::uint8_t* bytes,
                            std::size_t size)
{
    if (m_tap)
    {
        m_tap->OnCall([now, from, packet = std::vector<std::uint8_t>(bytes, bytes + size)](
                          LinkTransport& links) {
            links.OnDatagram(now, from, packet.data(), packet.size());
        });
    }
    m_links.OnDatagram(now, from, bytes, size);
}

void
TappedTransport::Send(Time now, LinkIndex link, const Request& request)
{
    if (m_tap)
    {
        m_tap->OnCall(
            [now, link, request](LinkTransport& links) { links.Links().Send(now, link, request); });
    }
    m_links.Links().Send(now, link, request);
}

std::optional<Transmission>
TappedTransport::PollTransmit(Time now, std::uint8_t* buffer, std::size_t capacity)
{
    auto sent = m_links.PollTransmit(now, buffer, capacity);
    if (m_tap)
    {
        m_tap->OnTransmit(now, capacity, sent, buffer);
    }
    return sent;
}

void
TappedTransport::OnTooLong(Time now, const Endpoint& to, std::size_t size)
{
    Do([now, to, size](LinkTransport& links) { links.OnTooLong(now, to, size); });
}

void
TappedTransport::OnTimer(Time now)
{
    Do([now](LinkTransport& links) { links.OnTimer(now); });
}

Time
TappedTransport::NextTimer() const
{
    return m_links.NextTimer();
}

void
TappedTransport::Poll(Time now)
{
    Do([now](LinkTransport& links) { links.Poll(now); });
}

const LinkTransport&
TappedTransport::Get() const
{
    return m_links;
}

bool
TappedTransport::Told(bool accepted)
{
    if (m_tap)
    {
        m_tap->OnTold(accepted);
    }
    return accepted;
}

} // namespace dht
