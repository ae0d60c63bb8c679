/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-pump.h"

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <utility>
#include <vector>

/// What keeps links going, on a port that may be full.

namespace dht
{
namespace
{

const Endpoint kOneEnd = Endpoint::Ipv4(0x0a000001, 1);   ///< Where the first links send to.
const Endpoint kOtherEnd = Endpoint::Ipv4(0x0a000001, 2); ///< Where the others do.

/// A port that has no room until it is told to.
struct FullPort
{
    void PrepareForPackets()
    {
    }

    UdpBatches::Sent SendPackets(const Transmission& packets,
                                 const std::uint8_t* /* bytes */,
                                 std::size_t& done,
                                 const std::function<void()>& onRoom)
    {
        if (isFull)
        {
            waiting.push_back(onRoom);
            return UdpBatches::Sent::kNoRoom;
        }
        done = packets.size;
        sent.push_back(packets.to);
        return UdpBatches::Sent::kYes;
    }

    bool isFull{true};                          ///< It has no room.
    std::vector<std::function<void()>> waiting; ///< Whom to tell of room.
    std::vector<Endpoint> sent;                 ///< Where packets went.
};

/// Links with packets to send, and nothing else.
struct SendingLinks
{
    void OnDatagram(Time, const Endpoint&, const std::uint8_t*, std::size_t)
    {
    }

    void OnTooLong(Time, const Endpoint&, std::size_t)
    {
    }

    void OnTimer(Time)
    {
    }

    Time NextTimer() const
    {
        return kNever;
    }

    void Poll(Time)
    {
    }

    std::optional<Transmission> PollTransmit(Time, std::uint8_t*, std::size_t)
    {
        return packets-- > 0 ? std::optional(Transmission{to, 10, 10}) : std::nullopt;
    }

    Endpoint to;    ///< Where they send to.
    int packets{2}; ///< How many are left.
};

/// Two wait for room; one stops when there is some, of which neither was told yet.
TEST(TransportPumpTest, WhoStopsSendsWhatThereIsRoomForByNow)
{
    boost::asio::io_context context;
    const PeerClock clock;
    FullPort port;
    SendingLinks first{kOneEnd};
    SendingLinks second{kOtherEnd};
    TransportPump pump(first, context, clock, port);
    TransportPump other(second, context, clock, port);
    pump.PollSoon();
    other.PollSoon();
    context.run();
    ASSERT_EQ(port.waiting.size(), 2u);
    EXPECT_TRUE(port.sent.empty());
    port.isFull = false;
    pump.Stop();
    EXPECT_EQ(port.sent, (std::vector<Endpoint>{kOneEnd, kOneEnd}));
    for (const auto& onRoom : std::exchange(port.waiting, {}))
    {
        onRoom();
    }
    EXPECT_EQ(port.sent, (std::vector<Endpoint>{kOneEnd, kOneEnd, kOtherEnd, kOtherEnd}));
}

} // namespace
} // namespace dht
