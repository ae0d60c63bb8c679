/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-eviction.h"
#include "tcp-neighbour.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>

/// A neighbour that sends a request byte by byte.

namespace dht
{
namespace
{

namespace asio = boost::asio;

constexpr Time kLimit = FromSeconds(30);

/// A connection over loopback, under a virtual clock.
class SlowSenderTest : public testing::Test
{
  protected:
    SlowSenderTest()
    {
        asio::ip::tcp::acceptor listener(m_context, {asio::ip::address_v4::loopback(), 0});
        m_sender.connect(listener.local_endpoint());
        IncomingConnection::Callbacks callbacks;
        callbacks.onRequest = [this](Request& /* request */) { return ++requests > 0; };
        callbacks.now = [this] { return now; };
        m_all[0] = std::make_shared<IncomingConnection>(listener.accept(),
                                                        Endpoint::Ipv4(0x0a000001, 7000),
                                                        4096,
                                                        std::move(callbacks));
        m_all[0]->Open();
    }

    ~SlowSenderTest() override
    {
        m_all[0]->Close();
        m_context.poll();
    }

    /// @param begin What the neighbour sends. @param end Behind it.
    void Send(std::vector<std::uint8_t>::const_iterator begin,
              std::vector<std::uint8_t>::const_iterator end)
    {
        asio::write(m_sender, asio::buffer(&*begin, end - begin));
        m_context.run_one();
    }

    /// @return Whether the connection is to be closed.
    bool IsStalled() const
    {
        return !StalledAmong(m_all, now, kLimit).empty();
    }

    Time now{0};                                       ///< The present.
    int requests{0};                                   ///< Those that have come.
    const std::vector<std::uint8_t> frame{AnyFrame()}; ///< What is sent.

  private:
    asio::io_context m_context;                ///< Of the sockets.
    asio::ip::tcp::socket m_sender{m_context}; ///< The neighbour's end.
    IncomingConnections m_all;                 ///< The other one.
};

TEST_F(SlowSenderTest, WhoSendsByteByByteIsClosedAfterTheLimit)
{
    ASSERT_GT(frame.size(), 40u);
    for (auto byte = frame.begin(); now < kLimit; ++byte, now += FromSeconds(1))
    {
        EXPECT_FALSE(IsStalled()) << ToSeconds(now);
        Send(byte, byte + 1);
    }
    EXPECT_TRUE(IsStalled()) << "however often something has come";
    EXPECT_EQ(requests, 0);
}

TEST_F(SlowSenderTest, EachRequestHasItsTime)
{
    // the second half of one, and the first one of the next
    const auto half = frame.begin() + 20;
    std::vector<std::uint8_t> turned(half, frame.end());
    turned.insert(turned.end(), frame.begin(), half);
    Send(frame.begin(), half);
    for (int i = 0; i < 10; ++i)
    {
        now += kLimit - FromSeconds(1);
        EXPECT_FALSE(IsStalled()) << i;
        Send(turned.begin(), turned.end());
        EXPECT_EQ(requests, i + 1);
    }
}

TEST_F(SlowSenderTest, WhoHasNothingToSayIsNotSlow)
{
    now += 2 * kLimit;
    EXPECT_FALSE(IsStalled());
    Send(frame.begin(), frame.end());
    now += 2 * kLimit;
    EXPECT_FALSE(IsStalled());
}

} // namespace
} // namespace dht
