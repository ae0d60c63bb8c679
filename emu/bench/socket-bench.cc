/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-clock.h"
#include "peer-endpoint.h"
#include "peer-random.h"
#include "stream-benches.h"
#include "udp-batches.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <vector>

namespace dht
{

namespace
{

namespace asio = boost::asio;
using boost::system::error_code;

/// An end of the transport on a socket of its own.
class UdpEnd
{
  public:
    /// @param context Of its socket. @param at Where it is; port 0: any.
    UdpEnd(asio::io_context& context, const asio::ip::udp::endpoint& at)
        : m_socket(context, at),
          m_batches(m_socket.native_handle(), kMostDataSize)
    {
        m_socket.non_blocking(true);
        m_batches.Prepare(false, true);
    }

    /// @return Where it is.
    Endpoint At() const
    {
        return EndpointOf(m_socket.local_endpoint().address(), m_socket.local_endpoint().port());
    }

    /// Take what has come, and send what may leave. @param now The present. @return Whether
    /// anything came or left.
    bool Turn(Time now)
    {
        bool isBusy = false;
        const auto take = [&](const auto* bytes, std::size_t size, const auto& from, Time late) {
            endpoint.OnDatagram(now - late, EndpointOf(from.address(), from.port()), bytes, size);
            isBusy = true;
            return true;
        };
        while (m_batches.Receive(take))
        {
        }
        endpoint.OnTimer(now);
        while (Read(now) || Transmit(now))
        {
            isBusy = true;
        }
        return isBusy;
    }

    /// @return How its link has ended, if it has.
    const std::optional<TransportEvent>& Ended() const
    {
        return m_ended;
    }

    /// @return Its socket.
    int Socket()
    {
        return m_socket.native_handle();
    }

  private:
    /// @param now The present. @return Whether anything was read.
    bool Read(Time now)
    {
        bool isAny = false;
        while (const auto event = endpoint.PollEvent())
        {
            const bool isEnd = event->kind == TransportEvent::Kind::kLost ||
                               event->kind == TransportEvent::Kind::kClosed;
            m_ended = isEnd ? event : m_ended;
            std::size_t size = 0;
            while (const std::uint8_t* const bytes = endpoint.Look(event->link, size))
            {
                size = std::min(size, m_read.size());
                std::copy_n(bytes, size, m_read.begin());
                endpoint.Read(now, event->link, size);
                endpoint.Consume(now, event->link, size);
                isAny = true;
            }
        }
        return isAny;
    }

    /// @param now The present. @return Whether anything was sent.
    bool Transmit(Time now)
    {
        if (!m_unsent)
        {
            m_unsent = endpoint.PollTransmit(now, m_packets.data(), m_packets.size());
            m_sent = 0;
        }
        if (!m_unsent)
        {
            return false;
        }
        const auto sent = m_batches.Send(UdpEndpointOf(m_unsent->to),
                                         m_packets.data(),
                                         m_unsent->size,
                                         m_unsent->segment,
                                         m_sent);
        if (sent == UdpBatches::Sent::kNoRoom)
        {
            return false;
        }
        m_unsent.reset();
        return true;
    }

    asio::ip::udp::socket m_socket;                                            ///< Its socket.
    UdpBatches m_batches;                                                      ///< On it.
    SeededRandom m_random{1, 1, 1};                                            ///< Lent.
    std::vector<std::uint8_t> m_read = std::vector<std::uint8_t>(kBenchChunk); ///< Was read.
    std::vector<std::uint8_t> m_packets =
        std::vector<std::uint8_t>(UdpBatches::kMostBytes); ///< Leave.
    std::optional<Transmission> m_unsent;                  ///< What the system had no room for.
    std::size_t m_sent{0};                 ///< Bytes of that which are on their way.
    std::optional<TransportEvent> m_ended; ///< How its link has ended.

  public:
    TransportEndpoint endpoint{MakeBenchOptions(), MakeBenchWindows(), m_random}; ///< Its links.
};

/// Wait until something comes, for a millisecond at the most. @param one A socket. @param other
/// Another one.
void
Await(int one, int other)
{
    pollfd sockets[]{{one, POLLIN, 0}, {other, POLLIN, 0}};
    poll(sockets, 2, 1);
}

} // namespace

StreamCost
BenchTransport(std::uint64_t bytes)
{
    asio::io_context context;
    const PeerClock clock;
    const asio::ip::udp::endpoint loopback(asio::ip::address_v4::loopback(), 0);
    UdpEnd sender(context, loopback);
    UdpEnd receiver(context, loopback);
    const TransportLink link = sender.endpoint.Open(clock.Now(), receiver.At(), 1);
    const std::vector<std::uint8_t> chunk(kBenchChunk, 1);
    const BenchMeter meter;
    while (receiver.endpoint.Counts().bytesRead < bytes)
    {
        while (sender.endpoint.Write(clock.Now(), link, chunk.data(), chunk.size()))
        {
        }
        const bool isSending = sender.Turn(clock.Now());
        if (!receiver.Turn(clock.Now()) && !isSending)
        {
            Await(sender.Socket(), receiver.Socket());
        }
    }
    return {meter.Spent(),
            receiver.endpoint.Counts().bytesRead,
            sender.endpoint.Counts().packetsSent,
            "multcp"};
}

SentStream
SendStream(const StreamPlan& plan)
{
    asio::io_context context;
    const PeerClock clock;
    UdpEnd sender(context, {asio::ip::udp::v4(), 0});
    const TransportLink link = sender.endpoint.Open(clock.Now(), plan.to, plan.priority);
    std::vector<std::uint8_t> chunk(kBenchChunk); // the pattern's period
    for (std::size_t i = 0; i < chunk.size(); ++i)
    {
        chunk[i] = static_cast<std::uint8_t>(31 * i + i / 256);
    }
    for (std::uint64_t left = plan.bytes; !sender.Ended() && clock.Now() < plan.duration;)
    {
        const std::size_t size = std::min<std::uint64_t>(chunk.size(), left);
        if (size > 0 && sender.endpoint.Write(clock.Now(), link, chunk.data(), size))
        {
            left -= size;
        }
        if (left == 0)
        {
            sender.endpoint.Close(clock.Now(), link);
        }
        if (!sender.Turn(clock.Now()))
        {
            Await(sender.Socket(), sender.Socket());
        }
    }
    const auto& ended = sender.Ended();
    return {ended && ended->kind == TransportEvent::Kind::kClosed,
            ended ? ended->loss : TransportLoss::kCount,
            sender.endpoint.Counts()};
}

std::vector<std::uint64_t>
ReceiveStreams(std::uint16_t port, std::uint64_t seconds)
{
    asio::io_context context;
    const PeerClock clock;
    UdpEnd receiver(context, {asio::ip::udp::v4(), port});
    std::vector<std::uint64_t> read;
    std::uint64_t told = 0;
    while (read.size() < seconds)
    {
        if (!receiver.Turn(clock.Now()))
        {
            Await(receiver.Socket(), receiver.Socket());
        }
        if (clock.Now() >= std::chrono::seconds(read.size() + 1))
        {
            read.push_back(receiver.endpoint.Counts().bytesRead - told);
            told += read.back();
        }
    }
    return read;
}

StreamCost
BenchTcp(std::uint64_t bytes, const std::string& congestionControl)
{
    asio::io_context context;
    asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    asio::ip::tcp::socket sender(context);
    sender.open(asio::ip::tcp::v4());
    if (setsockopt(sender.native_handle(),
                   IPPROTO_TCP,
                   TCP_CONGESTION,
                   congestionControl.data(),
                   static_cast<socklen_t>(congestionControl.size())) != 0)
    {
        throw boost::system::system_error(errno, boost::system::system_category(), "--tcp");
    }
    sender.connect(acceptor.local_endpoint());
    asio::ip::tcp::socket receiver = acceptor.accept();
    sender.non_blocking(true);
    receiver.non_blocking(true);
    std::vector<std::uint8_t> chunk(kBenchChunk, 1);
    std::uint64_t read = 0;
    const BenchMeter meter;
    while (read < bytes)
    {
        error_code error;
        while (!error)
        {
            sender.write_some(asio::buffer(chunk), error);
        }
        for (error = {}; !error;)
        {
            read += receiver.read_some(asio::buffer(chunk), error);
        }
        if (error != asio::error::would_block)
        {
            throw boost::system::system_error(error, "the stream broke");
        }
    }
    return {meter.Spent(), read, 0, congestionControl};
}

} // namespace dht
