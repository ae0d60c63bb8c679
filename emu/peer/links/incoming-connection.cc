/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "incoming-connection.h"

#include "tcp-tuning.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

IncomingConnection::IncomingConnection(asio::ip::tcp::socket socket,
                                       const Endpoint& host,
                                       std::size_t maximumFrame,
                                       Callbacks callbacks)
    : m_socket(std::move(socket)),
      m_host(host),
      m_deframer(maximumFrame),
      m_callbacks(std::move(callbacks)),
      m_idleSince(m_callbacks.now())
{
}

void
IncomingConnection::Open()
{
    Read();
}

void
IncomingConnection::Resume()
{
    asio::post(m_socket.get_executor(), [self = shared_from_this()] { self->ReadAgain(); });
}

void
IncomingConnection::Close()
{
    m_closed = true;
    error_code ignored;
    m_socket.close(ignored);
}

std::optional<Time>
IncomingConnection::HalfFrameSince() const
{
    return m_halfSince;
}

std::optional<Time>
IncomingConnection::DeliversSince() const
{
    return m_deliversSince;
}

Time
IncomingConnection::IdleSince() const
{
    return m_held ? m_callbacks.now() : m_idleSince;
}

const Endpoint&
IncomingConnection::Host() const
{
    return m_host;
}

bool
IncomingConnection::IsBroken() const
{
    return m_broken;
}

const WireErrorCounts&
IncomingConnection::Errors() const
{
    return m_deframer.Errors();
}

void
IncomingConnection::Read()
{
    m_socket.async_read_some(
        asio::buffer(m_chunk),
        [self = shared_from_this()](const error_code& error, std::size_t size) {
            if (self->m_closed)
            {
                return;
            }
            if (error)
            {
                self->m_callbacks.onEnd();
                return;
            }
            DelayAcknowledgements(self->m_socket);
            self->m_deframer.Append(self->m_chunk.data(), size);
            if (self->Deliver())
            {
                self->Read();
            }
        });
}

void
IncomingConnection::ReadAgain()
{
    if (m_closed || !m_held || !Offer(*m_held))
    {
        return;
    }
    m_held.reset();
    if (Deliver())
    {
        Read();
    }
}

bool
IncomingConnection::Offer(Request& request)
{
    m_idleSince = m_callbacks.now();
    m_deliversSince = m_deliversSince.value_or(m_idleSince);
    return m_callbacks.onRequest(request);
}

bool
IncomingConnection::Deliver()
{
    const std::optional<Time> halfSince = std::exchange(m_halfSince, std::nullopt);
    bool first = true;
    Request request;
    while (true)
    {
        switch (m_deframer.Next(request))
        {
        case Deframer::Result::kNeedMore:
            if (m_deframer.Buffered() > 0)
            {
                m_halfSince = first && halfSince ? halfSince : m_callbacks.now();
            }
            return true;
        case Deframer::Result::kBroken:
            m_broken = true;
            m_callbacks.onEnd();
            return false;
        case Deframer::Result::kRequest:
            first = false;
            if (!Offer(request))
            {
                m_held = std::move(request);
                return false;
            }
        }
    }
}

} // namespace dht
