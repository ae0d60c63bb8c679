/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-port.h"

#include "dht-frame-header.h"
#include "dht-transport-packet.h"
#include "dht-wire-errors.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <linux/sock_diag.h>
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
constexpr std::chrono::milliseconds kDatagramLookAgain{2};
/// Bytes that the system keeps until they are read, if it lets the peer have them; it counts its
/// own bookkeeping, about 768 bytes for a short datagram.
constexpr int kReceiveBuffer = 4 << 20;
/// Datagrams that wait to be answered.
constexpr std::size_t kQueued = 1024;
/// Calls that read, and datagrams taken out of the queue, before others have their turn.
constexpr int kBatches = 16;
constexpr int kServed = 16;
/// Frames that answer what a peer has asked.
constexpr std::array<std::uint8_t, 8> kAnswers{wire::kOverlayAck,
                                               wire::kRedirect,
                                               wire::kNeighbours,
                                               wire::kAccepted,
                                               wire::kLocated,
                                               wire::kFragment,
                                               wire::kStored,
                                               wire::kSynced};

/// @param socket Gets a buffer that is as large as the system allows.
void
Enlarge(int socket)
{
    if (setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &kReceiveBuffer, sizeof(kReceiveBuffer)) !=
        0)
    {
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof(kReceiveBuffer));
    }
}

/// @param bytes A datagram. @param size How long it is. @return Whether it says that it is an
/// answer. One that answers nothing is found out at once, by its id.
bool
IsAnswer(const std::uint8_t* bytes, std::size_t size)
{
    return std::find(kAnswers.begin(), kAnswers.end(), wire::TypeOf(bytes, size)) != kAnswers.end();
}

/// @param socket A socket. @return Datagrams that did not fit in its buffer.
std::uint64_t
OverrunOf(int socket)
{
    std::array<std::uint32_t, SK_MEMINFO_VARS> info{};
    socklen_t size = sizeof(info);
    return getsockopt(socket, SOL_SOCKET, SO_MEMINFO, info.data(), &size) == 0
               ? info[SK_MEMINFO_DROPS]
               : 0;
}

} // namespace

DatagramPort::DatagramPort(asio::ip::udp::socket socket,
                           std::size_t maximumSize,
                           std::size_t sendBuffer,
                           Callbacks callbacks)
    : m_socket(std::move(socket)),
      m_handle(m_socket.native_handle()),
      m_batches(m_handle, maximumSize),
      m_sendBuffer(sendBuffer),
      m_callbacks(std::move(callbacks)),
      m_look(m_socket.get_executor()),
      m_queue(kQueued)
{
    m_socket.non_blocking(true);
    Enlarge(m_handle);
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
    m_overrun = Overrun();
    error_code ignored;
    m_socket.close(ignored);
}

void
DatagramPort::Wait()
{
    m_socket.async_wait(asio::socket_base::wait_read, [this](const error_code& error) {
        if (!error)
        {
            Work();
        }
    });
}

void
DatagramPort::Work()
{
    const bool allRead = Receive();
    Serve();
    if (!m_socket.is_open())
    {
        return;
    }
    if (allRead && m_queue.IsEmpty())
    {
        Wait();
        return;
    }
    // others have their turn before the rest
    asio::post(m_socket.get_executor(), [this] {
        if (m_socket.is_open())
        {
            Work();
        }
    });
}

bool
DatagramPort::Receive()
{
    const UdpBatches::Sink sink = [this](const std::uint8_t* bytes,
                                         std::size_t size,
                                         const asio::ip::udp::endpoint& from,
                                         Time late) {
        Sort(bytes, size, EndpointOf(from.address(), from.port()), late);
        return m_socket.is_open();
    };
    for (int i = 0; i < kBatches && m_socket.is_open(); ++i)
    {
        if (!m_batches.Receive(sink))
        {
            return true;
        }
    }
    return false;
}

void
DatagramPort::Sort(const std::uint8_t* bytes, std::size_t size, const Endpoint& from, Time late)
{
    if (IsTransportDatagram(bytes, size) && m_callbacks.onPacket &&
        m_callbacks.onPacket(from, bytes, size, late))
    {
        return;
    }
    if (IsAnswer(bytes, size))
    {
        Take(bytes, size, from);
        return;
    }
    m_queue.Push({from, {bytes, bytes + size}});
}

void
DatagramPort::PrepareForPackets()
{
    m_batches.Prepare(Self().ipv6, true);
}

UdpBatches::Sent
DatagramPort::SendPackets(const Transmission& packets,
                          const std::uint8_t* bytes,
                          std::size_t& sent,
                          const std::function<void()>& onRoom)
{
    const std::size_t before = sent;
    const auto result =
        m_batches.Send(UdpEndpointOf(packets.to), bytes, packets.size, packets.segment, sent);
    for (std::size_t at = before; m_callbacks.onSent && at < sent; at += packets.segment)
    {
        m_callbacks.onSent(std::min(packets.segment, sent - at), packets.to);
    }
    if (result != UdpBatches::Sent::kNoRoom)
    {
        m_unsent += (packets.size - sent + packets.segment - 1) / packets.segment;
        return result;
    }
    m_onRoom.push_back(onRoom);
    if (m_onRoom.size() == 1)
    {
        m_socket.async_wait(asio::socket_base::wait_write, [this](const error_code& error) {
            for (const auto& onRoomAgain : std::exchange(m_onRoom, {}))
            {
                if (!error)
                {
                    onRoomAgain();
                }
            }
        });
    }
    return result;
}

void
DatagramPort::Serve()
{
    for (int i = 0; i < kServed && !m_queue.IsEmpty() && m_socket.is_open(); ++i)
    {
        const DatagramQueue::Item item = m_queue.Pop();
        Take(item.bytes.data(), item.bytes.size(), item.from);
    }
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
    if (ioctl(m_handle, SIOCOUTQ, &waiting) != 0 || waiting == 0 || waiting + bytes <= m_sendBuffer)
    {
        return LinkState::kReady;
    }
    if (!m_waiting)
    {
        m_waiting = true;
        m_look.expires_after(kDatagramLookAgain);
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
    m_batches.AllowFragments(true);
    error_code error;
    m_socket.send_to(asio::buffer(bytes, size), UdpEndpointOf(to), 0, error);
    if (error)
    {
        ++m_unsent;
    }
    else if (m_callbacks.onSent)
    {
        m_callbacks.onSent(size, to);
    }
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

std::uint64_t
DatagramPort::Dropped() const
{
    return m_queue.Dropped();
}

std::uint64_t
DatagramPort::Overrun() const
{
    return m_socket.is_open() ? OverrunOf(m_handle) : m_overrun;
}

} // namespace dht
