/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "outgoing-link.h"

#include "dht-wire-format.h"
#include "packet-headers.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// To the first attempt to connect again; it doubles so often at the most.
constexpr std::chrono::seconds kRetryAfter{1};
constexpr int kMostDoubled = 4;
/// Linux itself would try for two minutes.
constexpr std::chrono::seconds kConnectFor{5};
/// Between two looks for room, while what is to be acknowledged next is not reported, and when it
/// is.
constexpr std::chrono::milliseconds kUnreported{2};
constexpr std::chrono::milliseconds kReported{20};
/// With timestamps.
constexpr std::size_t kTcpHeader = 32;
/// Bytes of a packet of an Ethernet; loopback interfaces have longer ones.
constexpr std::size_t kLongestPacket = 1500;

} // namespace

OutgoingLink::OutgoingLink(asio::io_context& context,
                           const Endpoint& self,
                           const Endpoint& neighbour,
                           const TcpOptions& tcp,
                           bool holds,
                           Callbacks callbacks)
    : m_context(&context),
      m_self(self),
      m_neighbour(neighbour),
      m_tcp(tcp),
      m_callbacks(std::move(callbacks)),
      m_socket(context),
      m_retry(context),
      m_look(context),
      m_holds(holds)
{
}

void
OutgoingLink::Open()
{
    error_code error;
    m_socket.open(TcpEndpointOf(m_neighbour).protocol(), error);
    if (!error)
    {
        TuneConnection(m_socket, m_tcp);
        m_socket.bind({AddressOf(m_self), 0}, error);
    }
    if (!error)
    {
        m_socket.non_blocking(true, error);
    }
    auto self = shared_from_this();
    if (error)
    {
        asio::post(*m_context, [self, error] { self->OnConnected(error); });
        return;
    }
    m_socket.async_connect(TcpEndpointOf(m_neighbour),
                           [self](const error_code& result) { self->OnConnected(result); });
    m_retry.expires_after(kConnectFor);
    m_retry.async_wait([self](const error_code& result) {
        if (!result && !self->m_connected && !self->m_closed)
        {
            error_code ignored;
            self->m_socket.close(ignored); // which ends the attempt
        }
    });
}

void
OutgoingLink::OnConnected(const error_code& error)
{
    if (m_closed)
    {
        return;
    }
    if (error)
    {
        // whoever ends the attempt does so as it takes too long
        Fail(error == asio::error::operation_aborted ? error_code(asio::error::timed_out) : error);
        return;
    }
    m_retry.cancel();
    m_connected = true;
    m_failed = 0;
    m_segment =
        std::min(SegmentSize(m_socket), kLongestPacket - HeaderOfIp(m_neighbour) - kTcpHeader);
    WatchForEnd();
    m_callbacks.onConnected();
    m_callbacks.onWritable();
}

void
OutgoingLink::WatchForEnd()
{
    m_socket.async_read_some(asio::buffer(&m_spoken, 1),
                             [self = shared_from_this()](const error_code& error, std::size_t) {
                                 if (!self->m_closed && self->m_connected)
                                 {
                                     self->Fail(error);
                                 }
                             });
}

void
OutgoingLink::Fail(const error_code& why)
{
    error_code ignored;
    m_socket.close(ignored);
    m_look.cancel();
    m_connected = false;
    m_unacknowledged = 0;
    m_wanted = 0;
    m_reported = false;
    m_written = 0;
    m_rest = 0;
    m_bytes.clear();
    m_held = {};
    m_retry.expires_after(kRetryAfter * (1 << std::min(m_failed++, kMostDoubled)));
    m_retry.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error && !self->m_closed)
        {
            self->Open();
        }
    });
    m_callbacks.onFailed(why);
}

void
OutgoingLink::Close()
{
    m_closed = true;
    m_retry.cancel();
    m_look.cancel();
    if (m_connected)
    {
        Flush();
    }
    if (m_rest > 0)
    {
        return; // WriteRest() closes
    }
    error_code ignored;
    m_socket.close(ignored);
}

LinkState
OutgoingLink::StateFor(std::size_t bytes)
{
    if (bytes > m_tcp.sendBuffer)
    {
        return LinkState::kDown; // it would wait for ever, and hold up the others
    }
    if (!m_connected)
    {
        return LinkState::kBusy;
    }
    if (m_unacknowledged + bytes > m_tcp.sendBuffer)
    {
        CountUnacknowledged();
    }
    if (m_unacknowledged + bytes <= m_tcp.sendBuffer && m_rest == 0)
    {
        return LinkState::kReady;
    }
    WaitForRoom(bytes);
    return LinkState::kBusy;
}

void
OutgoingLink::Send(const Request& request)
{
    const std::size_t before = m_bytes.size();
    const std::size_t size = FrameSize(request);
    m_bytes.resize(before + size);
    Encode(request, m_bytes.data() + before);
    m_held.Add(size);
    m_unacknowledged += size;
    m_written += size;
    const std::size_t held = m_bytes.size() - m_rest;
    Write(m_holds ? held / m_segment * m_segment : held);
}

const HeldFrames&
OutgoingLink::Held() const
{
    return m_held;
}

void
OutgoingLink::Flush()
{
    Write(m_bytes.size() - m_rest);
}

bool
OutgoingLink::IsQuiet()
{
    return m_rest == 0 && UnacknowledgedBytes(m_socket) == 0;
}

double
OutgoingLink::TakeCost()
{
    return CostOf(m_handed - std::exchange(m_charged, m_handed));
}

double
OutgoingLink::CostOfUnacknowledged()
{
    return m_connected ? CostOf(UnacknowledgedBytes(m_socket) + m_rest) : 0;
}

double
OutgoingLink::CostOf(std::size_t bytes) const
{
    const std::size_t segments = m_segment > 0 ? (bytes + m_segment - 1) / m_segment : 0;
    return static_cast<double>(bytes + segments * (HeadersOfPacket(m_neighbour) + kTcpHeader));
}

void
OutgoingLink::Write(std::size_t bytes)
{
    if (bytes == 0)
    {
        return;
    }
    m_held.Take(bytes);
    m_rest += bytes;
    m_handed += bytes;
    WriteRest();
}

void
OutgoingLink::WriteRest()
{
    error_code error;
    const std::size_t written = m_socket.write_some(asio::buffer(m_bytes.data(), m_rest), error);
    m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(written));
    m_rest -= written;
    if (m_rest > 0 && (!error || error == asio::error::would_block))
    {
        // Linux has less room than it was asked for
        m_socket.async_wait(asio::socket_base::wait_write,
                            [self = shared_from_this()](const error_code& result) {
                                if (!result && self->m_rest > 0)
                                {
                                    self->WriteRest();
                                }
                            });
        return;
    }
    // a connection that was lost is noticed by WatchForEnd()
    m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_rest));
    m_rest = 0;
    if (m_closed)
    {
        m_socket.close(error);
    }
    else if (m_wanted > 0)
    {
        asio::post(*m_context, [self = shared_from_this()] { self->CheckRoom(); });
    }
}

void
OutgoingLink::CountUnacknowledged()
{
    m_unacknowledged = UnacknowledgedBytes(m_socket) + m_bytes.size();
    if (m_unacknowledged == 0 && m_reported && m_wanted == 0)
    {
        m_reported = false;
        ReportAcknowledgements(m_socket, false);
    }
}

void
OutgoingLink::WaitForRoom(std::size_t bytes)
{
    if (m_wanted > 0)
    {
        m_wanted = std::min(m_wanted, bytes);
        return;
    }
    m_wanted = bytes;
    if (!m_reported)
    {
        m_reported = true;
        m_reportedFrom = m_written;
        ReportAcknowledgements(m_socket, true);
    }
    if (!m_watching)
    {
        WatchForAcknowledgement();
    }
    LookAgain();
}

void
OutgoingLink::WatchForAcknowledgement()
{
    m_watching = true;
    m_socket.async_wait(asio::socket_base::wait_error,
                        [self = shared_from_this()](const error_code& error) {
                            self->m_watching = false;
                            if (error || !self->m_connected || self->m_closed)
                            {
                                return;
                            }
                            DiscardReports(self->m_socket);
                            self->CheckRoom();
                        });
}

void
OutgoingLink::LookAgain()
{
    const bool reported = m_written - m_unacknowledged >= m_reportedFrom;
    m_look.expires_after(reported ? kReported : kUnreported);
    m_look.async_wait([self = shared_from_this()](const error_code& error) {
        if (!error && self->m_connected && !self->m_closed && self->m_wanted > 0)
        {
            self->CheckRoom();
            if (self->m_wanted > 0)
            {
                self->LookAgain();
            }
        }
    });
}

void
OutgoingLink::CheckRoom()
{
    if (m_wanted == 0 || !m_connected || m_closed)
    {
        return;
    }
    CountUnacknowledged();
    if (m_unacknowledged + m_wanted <= m_tcp.sendBuffer && m_rest == 0)
    {
        m_wanted = 0;
        m_look.cancel();
        m_callbacks.onWritable();
        return;
    }
    if (!m_watching)
    {
        WatchForAcknowledgement();
    }
}

} // namespace dht
