/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_UDP_BATCHES_H
#define DHT_EMU_UDP_BATCHES_H

#include "dht-time.h"

#include <boost/asio/ip/udp.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Many datagrams with one call of the system.
 */

namespace dht
{

/**
 * Reads and writes a UDP socket without waiting. Once it is set up for packets, Linux cuts what is
 * sent into datagrams (UDP_SEGMENT) and joins what it receives (UDP_GRO), where it can; where it
 * cannot, each datagram costs a call, or a place in a batch.
 */
class UdpBatches
{
  public:
    /// Takes a datagram. @param bytes The datagram. @param size Its bytes; 0 if it was longer than
    /// any that is accepted. @param from Its sender. @param late How long ago it came, as far as
    /// the system tells. @return Whether to go on.
    using Sink = std::function<bool(const std::uint8_t* bytes,
                                    std::size_t size,
                                    const boost::asio::ip::udp::endpoint& from,
                                    Time late)>;

    /// What became of datagrams.
    enum class Sent
    {
        kYes,     ///< They are on their way.
        kNoRoom,  ///< The system has no room now.
        kTooLong, ///< The way takes none that is so long.
        kNo,      ///< The system does not take them.
    };

    /// Datagrams that the system cuts with one call, at the most, and their bytes.
    static constexpr std::size_t kMostSegments = 64;
    static constexpr std::size_t kMostBytes = 65000;

    /// @param socket A socket that does not block; must stay open. @param longest Bytes of the
    /// longest datagram accepted.
    UdpBatches(int socket, std::size_t longest);

    /// Set up for packets of the transport: large buffers, kernel timestamps, and offloads where
    /// Linux has them. @param isIpv6 Whether the socket is of IPv6. @param hasOffloads Whether to
    /// use UDP_SEGMENT and UDP_GRO.
    void Prepare(bool isIpv6, bool hasOffloads);

    /// @param sink Takes what one call reads. @return Whether more may be there.
    bool Receive(const Sink& sink);

    /**
     * @param to The receiver's endpoint.
     * @param bytes Packets, one behind the other, which no router may cut into fragments.
     * @param size Bytes of all, at most kMostBytes.
     * @param segment Bytes of each but the last one, which may be shorter.
     * @param [in,out] done Bytes that are on their way already.
     * @return What became of the rest.
     */
    Sent Send(const boost::asio::ip::udp::endpoint& to,
              const std::uint8_t* bytes,
              std::size_t size,
              std::size_t segment,
              std::size_t& done);

    /// Before other datagrams are sent. @param isAllowed Whether routers may cut what is sent.
    void AllowFragments(bool isAllowed);

    /// @return Whether the system cuts what is sent.
    bool Cuts() const
    {
        return m_cuts;
    }

    /// @return Whether the system joins what it receives.
    bool Joins() const
    {
        return m_joins;
    }

  private:
    /// Datagrams read with one call.
    static constexpr std::size_t kAtOnce = 32;

    int m_socket;                         ///< The socket.
    std::size_t m_longest;                ///< Bytes of the longest datagram accepted.
    std::size_t m_place;                  ///< Bytes of a place in m_received.
    std::vector<std::uint8_t> m_received; ///< Room for kAtOnce.
    bool m_isIpv6{false};                 ///< Whether the socket is of IPv6.
    bool m_cuts{false};                   ///< UDP_SEGMENT works.
    bool m_joins{false};                  ///< UDP_GRO is on.
    bool m_fragments{true};               ///< Routers may cut what is sent.
};

} // namespace dht

#endif // DHT_EMU_UDP_BATCHES_H
