/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PACKET_STORM_H
#define DHT_EMU_PACKET_STORM_H

#include "dht-transport-packet.h"
#include "storm-dice.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Packets of the transport that no sensible peer sends.
 */

namespace dht
{

/**
 * Opens connections to a peer, and breaks all rules on them: holes, overlaps that differ, data
 * beyond the window, acks of what was never sent, resets. Half of its endpoints are strangers: they
 * never show that they receive what is sent to them.
 */
class PacketStorm : private StormDice
{
  public:
    /// @param context Of the sockets. @param peer The peer. @param seed Which packets.
    PacketStorm(boost::asio::io_context& context,
                const boost::asio::ip::udp::endpoint& peer,
                std::uint64_t seed);

    /// Send a packet, and hear what was answered before.
    void Step();

    /// Bytes of datagrams.
    struct Traffic
    {
        std::uint64_t sent{0};     ///< To the peer.
        std::uint64_t received{0}; ///< From the peer.
    };

    /// @return What strangers have sent, and got.
    Traffic OfStrangers() const;

    /// @return Connections for which the peer has given a cookie.
    std::uint64_t Opened() const
    {
        return m_opened;
    }

  private:
    /// An endpoint that attacks.
    struct Attacker
    {
        boost::asio::ip::udp::socket socket;   ///< Where it sends from.
        Bytes frame{};                         ///< Its stream is this, time and again.
        Traffic traffic{};                     ///< Bytes.
        std::uint64_t connection{0};           ///< Its last one.
        std::optional<std::uint64_t> cookie{}; ///< Of that.
        std::uint32_t number{0};               ///< Of the last packet.
        std::uint32_t ack{0};                  ///< Of the peer's last ack.
        std::uint64_t arrived{0};              ///< What has arrived, as the peer says.
        std::uint64_t edge{0};                 ///< Where its window ends.
        bool isStranger{false};                ///< Never shows a cookie.
    };

    /// @param attacker Takes what the peer has answered.
    void Hear(Attacker& attacker);
    /// @param attacker Who sends. @return What a stranger sends.
    Bytes NextStrange(Attacker& attacker);
    /// @param attacker Who sends. @return What somebody sends who has a connection.
    Bytes NextBound(Attacker& attacker);
    /// @param attacker Who opens a new connection, or the same again. @return The packet.
    Bytes Open(Attacker& attacker);
    /// @param attacker Who sends. @param offset In the stream. @return Some data from there on.
    Bytes Data(Attacker& attacker, std::uint64_t offset);
    /// @param attacker Who sends. @return An ack of what was never sent.
    Bytes Ack(const Attacker& attacker);
    /// @param attacker Who sends. @return A reset, now and then of a packet that is there.
    Bytes Reset(const Attacker& attacker);

    std::vector<Attacker> m_attackers; ///< All.
    std::uint64_t m_opened{0};         ///< Connections.
};

} // namespace dht

#endif // DHT_EMU_PACKET_STORM_H
