/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "udp-batches.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef UDP_GRO
#define UDP_GRO 104
#endif

namespace dht
{

namespace
{

/// Bytes that the system keeps on either way, if it lets the peer have them.
constexpr int kPacketBuffer = 4 << 20;
/// Bytes of what the system tells about a datagram.
constexpr std::size_t kControl = CMSG_SPACE(sizeof(timespec)) + CMSG_SPACE(sizeof(int));
/// A datagram that came longer ago is not told so: the machine's clock was set.
constexpr Time kLatest = FromSeconds(1);

/// @param socket A socket. @param level Of the option. @param name Of the option. @param value
/// To set. @return Whether the system took it.
bool
TrySetOption(int socket, int level, int name, int value)
{
    return setsockopt(socket, level, name, &value, sizeof(value)) == 0;
}

/// What the system tells about what it received.
struct Told
{
    timespec came{};        ///< When it came, by the machine's clock; zeros: not told.
    std::size_t segment{0}; ///< Bytes of each datagram that it has joined; 0 for a single one.
};

/// @param came When something came, by the machine's clock. @return How long ago; what came before
/// it in the same batch has taken its time.
Time
SinceThen(const timespec& came)
{
    if (came.tv_sec == 0)
    {
        return Time(0);
    }
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const Time late = std::chrono::seconds(now.tv_sec - came.tv_sec) +
                      std::chrono::nanoseconds(now.tv_nsec - came.tv_nsec);
    return late >= Time(0) && late <= kLatest ? late : Time(0);
}

/// @param header Of what was received. @return What it tells.
Told
Read(msghdr& header)
{
    Told told;
    for (cmsghdr* one = CMSG_FIRSTHDR(&header); one; one = CMSG_NXTHDR(&header, one))
    {
        if (one->cmsg_level == SOL_SOCKET && one->cmsg_type == SO_TIMESTAMPNS)
        {
            std::memcpy(&told.came, CMSG_DATA(one), sizeof(told.came));
        }
        else if (one->cmsg_level == SOL_UDP && one->cmsg_type == UDP_GRO)
        {
            int segment = 0;
            std::memcpy(&segment, CMSG_DATA(one), sizeof(segment));
            told.segment = static_cast<std::size_t>(std::max(segment, 0));
        }
    }
    return told;
}

} // namespace

UdpBatches::UdpBatches(int socket, std::size_t longest)
    : m_socket(socket),
      m_longest(longest),
      m_place(longest),
      m_received(kAtOnce * longest)
{
}

void
UdpBatches::Prepare(bool isIpv6, bool hasOffloads)
{
    m_isIpv6 = isIpv6;
    // the system doubles it for its bookkeeping
    if (!TrySetOption(m_socket, SOL_SOCKET, SO_SNDBUFFORCE, kPacketBuffer))
    {
        TrySetOption(m_socket, SOL_SOCKET, SO_SNDBUF, kPacketBuffer);
    }
    if (!TrySetOption(m_socket, SOL_SOCKET, SO_RCVBUFFORCE, kPacketBuffer))
    {
        TrySetOption(m_socket, SOL_SOCKET, SO_RCVBUF, kPacketBuffer);
    }
    TrySetOption(m_socket, SOL_SOCKET, SO_TIMESTAMPNS, 1);
    m_cuts = hasOffloads && TrySetOption(m_socket, SOL_UDP, UDP_SEGMENT, 0);
    m_joins = hasOffloads && TrySetOption(m_socket, SOL_UDP, UDP_GRO, 1);
    if (m_joins)
    {
        m_place = std::max<std::size_t>(m_longest, 65536);
        m_received.resize(kAtOnce * m_place);
    }
}

bool
UdpBatches::Receive(const Sink& sink)
{
    std::array<mmsghdr, kAtOnce> messages{};
    std::array<iovec, kAtOnce> places{};
    std::array<boost::asio::ip::udp::endpoint, kAtOnce> from;
    alignas(cmsghdr) std::array<std::array<std::uint8_t, kControl>, kAtOnce> control;
    for (std::size_t i = 0; i < kAtOnce; ++i)
    {
        places[i] = {m_received.data() + i * m_place, m_place};
        msghdr& header = messages[i].msg_hdr;
        header.msg_iov = &places[i];
        header.msg_iovlen = 1;
        header.msg_name = from[i].data();
        header.msg_namelen = static_cast<socklen_t>(from[i].capacity());
        header.msg_control = control[i].data();
        header.msg_controllen = kControl;
    }
    const int count = recvmmsg(m_socket, messages.data(), kAtOnce, MSG_DONTWAIT, nullptr);
    for (int i = 0; i < count; ++i)
    {
        msghdr& header = messages[i].msg_hdr;
        from[i].resize(header.msg_namelen);
        const Told told = Read(header);
        const std::size_t all = messages[i].msg_len;
        const std::size_t segment = told.segment > 0 ? told.segment : std::max<std::size_t>(all, 1);
        const std::uint8_t* const bytes = m_received.data() + i * m_place;
        std::size_t at = 0;
        do // an empty datagram is one, too
        {
            const std::size_t size = std::min(segment, all - at);
            const bool isWhole = (header.msg_flags & MSG_TRUNC) == 0 && size <= m_longest;
            if (!sink(bytes + at, isWhole ? size : 0, from[i], SinceThen(told.came)))
            {
                return false;
            }
            at += size;
        } while (at < all);
    }
    return count == static_cast<int>(kAtOnce);
}

UdpBatches::Sent
UdpBatches::Send(const boost::asio::ip::udp::endpoint& to,
                 const std::uint8_t* bytes,
                 std::size_t size,
                 std::size_t segment,
                 std::size_t& done)
{
    AllowFragments(false);
    const bool couldCut = m_cuts;
    bool isRefused = false;
    while (done < size)
    {
        const bool isCut = m_cuts && !isRefused && size - done > segment;
        const std::size_t part =
            isCut ? std::min(size - done, segment * kMostSegments) : std::min(size - done, segment);
        iovec place{const_cast<std::uint8_t*>(bytes) + done, part};
        msghdr header{};
        header.msg_name = const_cast<void*>(static_cast<const void*>(to.data()));
        header.msg_namelen = static_cast<socklen_t>(to.size());
        header.msg_iov = &place;
        header.msg_iovlen = 1;
        alignas(cmsghdr) std::array<std::uint8_t, CMSG_SPACE(sizeof(std::uint16_t))> control{};
        if (isCut)
        {
            header.msg_control = control.data();
            header.msg_controllen = control.size();
            cmsghdr* const one = CMSG_FIRSTHDR(&header);
            one->cmsg_level = SOL_UDP;
            one->cmsg_type = UDP_SEGMENT;
            one->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
            const auto each = static_cast<std::uint16_t>(segment);
            std::memcpy(CMSG_DATA(one), &each, sizeof(each));
        }
        if (sendmsg(m_socket, &header, MSG_DONTWAIT) >= 0)
        {
            done += part;
            continue;
        }
        if (errno == EAGAIN)
        {
            return Sent::kNoRoom;
        }
        if (!isCut && errno == EMSGSIZE)
        {
            m_cuts = couldCut; // that was why it did not cut
            return Sent::kTooLong;
        }
        if (!isCut)
        {
            return Sent::kNo;
        }
        // each goes by itself: from now on, if this way out cannot cut, else this time
        m_cuts = m_cuts && errno != EIO && errno != EINVAL && errno != EOPNOTSUPP;
        isRefused = true;
    }
    return Sent::kYes;
}

void
UdpBatches::AllowFragments(bool isAllowed)
{
    if (isAllowed == m_fragments)
    {
        return;
    }
    m_fragments = isAllowed;
    if (m_isIpv6)
    {
        TrySetOption(m_socket,
                     IPPROTO_IPV6,
                     IPV6_MTU_DISCOVER,
                     isAllowed ? IPV6_PMTUDISC_WANT : IPV6_PMTUDISC_DO);
        TrySetOption(m_socket, IPPROTO_IPV6, IPV6_DONTFRAG, isAllowed ? 0 : 1);
        return;
    }
    TrySetOption(m_socket,
                 IPPROTO_IP,
                 IP_MTU_DISCOVER,
                 isAllowed ? IP_PMTUDISC_WANT : IP_PMTUDISC_DO);
}

} // namespace dht
