/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-port.h"

#include "dht-wire-errors.h"
#include "peer-endpoint.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <utility>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// Between two looks for room in the send buffer.
constexpr std::chrono::milliseconds kLookAgain{2};

} // namespace

DatagramPort::DatagramPort(asio::ip::udp::socket socket,
                           std::size_t maximumSize,
                           std::size_t sendBuffer,
                           Callbacks callbacks)
    : m_socket(std::move(socket)),
      m_maximumSize(maximumSize),
      m_sendBuffer(sendBuffer),
      m_callbacks(std::move(callbacks)),
      m_look(m_socket.get_executor()),
      m_received(kAtOnce * maximumSize)
{
    m_socket.non_blocking(true);
}

void
DatagramPort::Open()
{
    Wait();
}

void
DatagramPort::Close()
{
    m_look.cancel();
    error_code ignored;
    m_socket.close(ignored);
}

void
DatagramPort::Wait()
{
    m_socket.async_wait(asio::socket_base::wait_read, [this](const error_code& error) {
        if (error)
        {
            return;
        }
        if (Receive())
        {
            Wait();
            return;
        }
        // others have their turn before the rest
        asio::post(m_socket.get_executor(), [this] {
            if (m_socket.is_open())
            {
                Wait();
            }
        });
    });
}

bool
DatagramPort::Receive()
{
    std::array<mmsghdr, kAtOnce> messages{};
    std::array<iovec, kAtOnce> places{};
    std::array<asio::ip::udp::endpoint, kAtOnce> from;
    for (std::size_t i = 0; i < kAtOnce; ++i)
    {
        places[i] = {m_received.data() + i * m_maximumSize, m_maximumSize};
        messages[i].msg_hdr.msg_iov = &places[i];
        messages[i].msg_hdr.msg_iovlen = 1;
        messages[i].msg_hdr.msg_name = from[i].data();
        messages[i].msg_hdr.msg_namelen = static_cast<socklen_t>(from[i].capacity());
    }
    const int count =
        recvmmsg(m_socket.native_handle(), messages.data(), kAtOnce, MSG_DONTWAIT, nullptr);
    for (int i = 0; i < count && m_socket.is_open(); ++i)
    {
        const auto size = (messages[i].msg_hdr.msg_flags & MSG_TRUNC) != 0
                              ? std::size_t{0} // longer than any that is accepted
                              : std::size_t{messages[i].msg_len};
        from[i].resize(messages[i].msg_hdr.msg_namelen);
        Take(m_received.data() + i * m_maximumSize,
             size,
             EndpointOf(from[i].address(), from[i].port()));
    }
    return count < static_cast<int>(kAtOnce);
}

void
DatagramPort::Take(const std::uint8_t* bytes, std::size_t size, const Endpoint& from)
{
    Datagram datagram;
    const WireError error = DecodeDatagram(bytes, size, datagram);
    if (error == WireError::kNone)
    {
        m_callbacks.onDatagram(std::move(datagram), from);
        return;
    }
    CountWireError(m_errors, error);
    if (const auto answer = AnswerToOtherVersion(bytes, size))
    {
        SendBytes(from, answer->data(), answer->size());
    }
    else if (const auto other = AnswerOfOtherVersion(bytes, size))
    {
        m_callbacks.onOtherVersion(*other, from);
    }
}

LinkState
DatagramPort::StateFor(std::size_t bytes)
{
    int waiting = 0;
    // one that is larger than the buffer is sent when nothing else waits
    if (ioctl(m_socket.native_handle(), SIOCOUTQ, &waiting) != 0 || waiting == 0 ||
        waiting + bytes <= m_sendBuffer)
    {
        return LinkState::kReady;
    }
    if (!m_waiting)
    {
        m_waiting = true;
        m_look.expires_after(kLookAgain);
        m_look.async_wait([this](const error_code& error) {
            if (!error)
            {
                m_waiting = false;
                m_callbacks.onWritable();
            }
        });
    }
    return LinkState::kBusy;
}

void
DatagramPort::Send(const Endpoint& to, const Datagram& datagram)
{
    const std::vector<std::uint8_t> frame = EncodeDatagram(datagram);
    SendBytes(to, frame.data(), frame.size());
}

void
DatagramPort::SendBytes(const Endpoint& to, const std::uint8_t* bytes, std::size_t size)
{
    error_code error;
    m_socket.send_to(asio::buffer(bytes, size), UdpEndpointOf(to), 0, error);
    m_unsent += error ? 1 : 0;
}

Endpoint
DatagramPort::Self() const
{
    const auto here = m_socket.local_endpoint();
    return EndpointOf(here.address(), here.port());
}

const WireErrorCounts&
DatagramPort::Errors() const
{
    return m_errors;
}

std::uint64_t
DatagramPort::Unsent() const
{
    return m_unsent;
}

} // namespace dht
