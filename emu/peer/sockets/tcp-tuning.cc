/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-tuning.h"

#include <algorithm>
#include <array>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dht
{

namespace
{

/// @param socket A socket. @param level Of the option. @param name Of the option. @param value The
/// option's value. What a system does not know, a peer does without.
void
SetOption(int socket, int level, int name, int value)
{
    static_cast<void>(setsockopt(socket, level, name, &value, sizeof(value)));
}

int
Seconds(Time time)
{
    return std::max(1, static_cast<int>(ToSeconds(time)));
}

} // namespace

void
TuneListener(boost::asio::ip::tcp::acceptor& listener, const TcpOptions& options)
{
    // before a connection is made, as it decides how wide a window can be told
    SetOption(listener.native_handle(),
              SOL_SOCKET,
              SO_RCVBUF,
              static_cast<int>(options.receiveBuffer));
}

void
TuneConnection(boost::asio::ip::tcp::socket& socket, const TcpOptions& options)
{
    const int handle = socket.native_handle();
    SetOption(handle, IPPROTO_TCP, TCP_NODELAY, 1);
    SetOption(handle, SOL_SOCKET, SO_RCVBUF, static_cast<int>(options.receiveBuffer));
    // Linux counts its own bookkeeping too; how much is really sent, the peer counts itself
    SetOption(handle, SOL_SOCKET, SO_SNDBUF, static_cast<int>(8 * options.sendBuffer));
    if (!options.congestion.empty())
    {
        static_cast<void>(setsockopt(handle,
                                     IPPROTO_TCP,
                                     TCP_CONGESTION,
                                     options.congestion.data(),
                                     static_cast<socklen_t>(options.congestion.size())));
    }
    // a neighbour that is gone without a word; with TCP_USER_TIMEOUT, Linux would give up one too
    // that is there and does not read, as under back-pressure
    const int patience = Seconds(options.patience);
    SetOption(handle, SOL_SOCKET, SO_KEEPALIVE, 1);
    SetOption(handle, IPPROTO_TCP, TCP_KEEPIDLE, std::max(1, patience / 2));
    SetOption(handle, IPPROTO_TCP, TCP_KEEPINTVL, std::max(1, patience / 6));
    SetOption(handle, IPPROTO_TCP, TCP_KEEPCNT, 3);
}

void
DelayAcknowledgements(boost::asio::ip::tcp::socket& socket)
{
    SetOption(socket.native_handle(), IPPROTO_TCP, TCP_QUICKACK, 0);
}

std::size_t
UnacknowledgedBytes(boost::asio::ip::tcp::socket& socket)
{
    int bytes = 0;
    return ioctl(socket.native_handle(), SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

std::size_t
SegmentSize(boost::asio::ip::tcp::socket& socket)
{
    int size = 0;
    socklen_t length = sizeof(size);
    static_cast<void>(getsockopt(socket.native_handle(), IPPROTO_TCP, TCP_MAXSEG, &size, &length));
    return std::max(size, 1);
}

void
ReportAcknowledgements(boost::asio::ip::tcp::socket& socket, bool on)
{
    SetOption(socket.native_handle(),
              SOL_SOCKET,
              SO_TIMESTAMPING,
              on ? SOF_TIMESTAMPING_TX_ACK | SOF_TIMESTAMPING_SOFTWARE | SOF_TIMESTAMPING_OPT_TSONLY
                 : 0);
}

void
DiscardReports(boost::asio::ip::tcp::socket& socket)
{
    constexpr int kAtOnce = 16;
    std::array<mmsghdr, kAtOnce> reports{};
    int read = kAtOnce;
    while (read == kAtOnce)
    {
        read = recvmmsg(socket.native_handle(),
                        reports.data(),
                        kAtOnce,
                        MSG_ERRQUEUE | MSG_DONTWAIT,
                        nullptr);
    }
}

bool
IsTcpCongestionKnown(const std::string& name)
{
    const int handle = ::socket(AF_INET, SOCK_STREAM, 0);
    const int result = setsockopt(handle,
                                  IPPROTO_TCP,
                                  TCP_CONGESTION,
                                  name.data(),
                                  static_cast<socklen_t>(name.size()));
    close(handle);
    return result == 0;
}

std::string
SystemTcpCongestion()
{
    const int handle = ::socket(AF_INET, SOCK_STREAM, 0);
    std::array<char, 32> name{};
    socklen_t size = name.size() - 1;
    static_cast<void>(getsockopt(handle, IPPROTO_TCP, TCP_CONGESTION, name.data(), &size));
    close(handle);
    return name.data();
}

} // namespace dht
