/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "datagram-port.h"
#include "peer-endpoint.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

/// A peer's datagrams.

namespace dht
{
namespace
{

namespace asio = boost::asio;

/// Who paces by what the uplink carries is told of each packet, too.
TEST(DatagramPortTest, PacketsThatAreSentAreTold)
{
    asio::io_context context;
    const asio::ip::udp::endpoint here(asio::ip::make_address("127.0.0.1"), 0);
    asio::ip::udp::socket other(context, here);
    const auto end = other.local_endpoint();
    const Endpoint to = EndpointOf(end.address(), end.port());
    std::vector<std::size_t> told;
    DatagramPort::Callbacks callbacks;
    callbacks.onSent = [&](std::size_t bytes, const Endpoint& where) {
        EXPECT_EQ(where, to);
        told.push_back(bytes);
    };
    DatagramPort port(asio::ip::udp::socket(context, here), 2048, 4096, callbacks);
    port.PrepareForPackets();
    const std::vector<std::uint8_t> bytes(3000);
    std::size_t sent = 1000; // the first packet is on its way
    EXPECT_EQ(port.SendPackets({to, 2700, 1000}, bytes.data(), sent, [] {}),
              UdpBatches::Sent::kYes);
    EXPECT_EQ(told, (std::vector<std::size_t>{1000, 700}));
    port.Close();
}

} // namespace
} // namespace dht
