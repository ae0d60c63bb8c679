/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-eviction.h"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

/// Who makes room for a newcomer whose neighbours on the Internet have connected already.

namespace dht
{
namespace
{

/// Connections that nobody reads, from wherever one likes.
class ConnectionsTest : public testing::Test
{
  protected:
    /// @param host Where another one comes from.
    void Connect(const Endpoint& host)
    {
        const auto id = static_cast<ConnectionId>(m_all.size());
        IncomingConnection::Callbacks callbacks;
        callbacks.now = [id] { return Time(id); };
        m_all[id] = std::make_shared<IncomingConnection>(boost::asio::ip::tcp::socket(m_context),
                                                         host,
                                                         100,
                                                         std::move(callbacks));
    }

    /// @param newcomer Where another one comes from. @return What becomes of it, with three places
    /// for a network.
    Admission Ask(const Endpoint& newcomer)
    {
        return Admit(m_all, newcomer, {100, 50, 3}, m_known);
    }

    boost::asio::io_context m_context; ///< Of the sockets.
    IncomingConnections m_all;         ///< All there are.
    KnownHosts m_known;                ///< Who is in the tables.
};

/// @param last The last byte of an address. @param third The one before it. @return An address that
/// the Internet routes.
Endpoint
Routed(std::uint32_t last, std::uint32_t third = 0)
{
    return Endpoint::Ipv4(0x0b000000 + (third << 8) + last, 0);
}

TEST_F(ConnectionsTest, ANetworkHasNoMorePlacesThanItMay)
{
    for (std::uint32_t i = 1; i <= 3; ++i)
    {
        EXPECT_TRUE(Ask(Routed(i)).granted);
        EXPECT_FALSE(Ask(Routed(i)).evicts) << i;
        Connect(Routed(i));
    }
    const Admission fourth = Ask(Routed(4));
    EXPECT_TRUE(fourth.granted);
    EXPECT_EQ(fourth.evicts, ConnectionId{0}) << "it has waited longest";
    const Admission elsewhere = Ask(Routed(1, 1));
    EXPECT_TRUE(elsewhere.granted);
    EXPECT_FALSE(elsewhere.evicts);
}

TEST_F(ConnectionsTest, WhoIsInTheTablesKeepsItsPlaceInItsNetwork)
{
    for (std::uint32_t i = 1; i <= 3; ++i)
    {
        Connect(Routed(i));
    }
    m_known[Routed(1)] = 1;
    EXPECT_EQ(Ask(Routed(4)).evicts, ConnectionId{1});
    m_known[Routed(2)] = m_known[Routed(3)] = 1;
    EXPECT_FALSE(Ask(Routed(4)).granted);
}

TEST_F(ConnectionsTest, AWholeRingMayBeWhereTheInternetDoesNotRoute)
{
    for (std::uint32_t i = 1; i <= 20; ++i)
    {
        const Endpoint host = Endpoint::Ipv4(0x0a000000 + i, 0);
        EXPECT_TRUE(Ask(host).granted);
        EXPECT_FALSE(Ask(host).evicts);
        Connect(host);
    }
}

TEST_F(ConnectionsTest, ANetworkOfIpv6Is48BitsLong)
{
    const auto host = [](std::uint8_t subnet, std::uint8_t site) {
        Endpoint endpoint;
        endpoint.ipv6 = true;
        endpoint.address = {0x2a, 0, 0, 1, 0, site, 0, subnet};
        return endpoint;
    };
    for (std::uint8_t i = 1; i <= 3; ++i)
    {
        Connect(host(i, 0));
    }
    EXPECT_TRUE(Ask(host(4, 0)).evicts);
    EXPECT_FALSE(Ask(host(4, 1)).evicts);
}

TEST_F(ConnectionsTest, WhereFilesLackThoseOfNoPeerInTheTablesGoFirst)
{
    EXPECT_FALSE(Dispensable(m_all, m_known));
    m_known[Routed(1)] = 1;
    for (const std::uint32_t host : {1, 1, 2})
    {
        Connect(Routed(host));
    }
    EXPECT_EQ(Dispensable(m_all, m_known), ConnectionId{1}) << "one is enough for one peer";
    m_all.erase(ConnectionId{1});
    EXPECT_EQ(Dispensable(m_all, m_known), ConnectionId{2});
    m_all.erase(ConnectionId{2});
    EXPECT_FALSE(Dispensable(m_all, m_known)) << "it is in the tables";
}

} // namespace
} // namespace dht
