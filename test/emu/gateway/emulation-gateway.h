/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_EMULATION_GATEWAY_H
#define DHT_CC_TEST_EMULATION_GATEWAY_H

#include "emulation-setup.h"
#include "places.h"

#include <csignal>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/socket.h>

/**
 * @file
 * @ingroup dht-cc-tests
 * dht-emulate between two namespaces, with real sockets.
 */

namespace emulation
{

const std::string kFirst = "10.0.0.1";  ///< The first peer's address.
const std::string kSecond = "10.0.0.2"; ///< The second one's.
constexpr uint16_t kPort = 9000;        ///< Of both.
/// A machine that is busy elsewhere is late, and that is no failure of the program.
const std::string kPatient = "--lag-limit=10s ";

/// Two sockets that send each other datagrams; when they are there, the first ones have come.
struct DatagramPair
{
    /// @param namespaces Of the two peers.
    explicit DatagramPair(const EmulationNamespaces& namespaces)
        : first(namespaces.Name(0), SOCK_DGRAM, kFirst, kPort),
          second(namespaces.Name(1), SOCK_DGRAM, kSecond, kPort)
    {
        first.Connect(kSecond, kPort);
        second.Connect(kFirst, kPort);
        EXPECT_TRUE(Reach()) << "no datagram comes";
        first.SetTimeout(3);
        second.SetTimeout(3);
    }

    NamespaceSocket first;  ///< Of the first peer.
    NamespaceSocket second; ///< Of the second one.

  private:
    /// Send datagrams there and back until one has come. @return Whether one came.
    bool Reach() const
    {
        first.SetTimeout(0.2);
        second.SetTimeout(0.2);
        for (int i = 0; i < 50; ++i)
        {
            first.Send("hello");
            if (second.Receive())
            {
                second.Send("hello");
                while (first.Receive() || second.Receive())
                {
                }
                return true;
            }
        }
        return false;
    }
};

/// An emulator, and two peers behind it.
class EmulationTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        const std::string why = WhyNoEmulation();
        if (!why.empty())
        {
            GTEST_SKIP() << why;
        }
        m_namespaces.emplace(2);
    }

    /// @param options More options. @return The emulator, two peers attached.
    std::unique_ptr<BackgroundProgram> Start(const std::string& options = "")
    {
        return std::make_unique<BackgroundProgram>(
            "exec '" + places::Emu() + "/dht-emulate' --quiet --real=2 --namespaces=" +
            m_namespaces->Prefix() + " " + kPatient + options);
    }

    /// @param emulator The emulator, which runs. @param signal Sent to it. @return What it did.
    static ProgramRun End(BackgroundProgram& emulator, int signal = SIGTERM)
    {
        emulator.Signal(signal);
        return emulator.Wait();
    }

    /// @param peer A peer's number. @param type Of the socket. @return One at the peer's address.
    NamespaceSocket SocketAt(int peer, int type) const
    {
        return {m_namespaces->Name(peer), type, peer == 0 ? kFirst : kSecond, kPort};
    }

    std::optional<EmulationNamespaces> m_namespaces;
};

} // namespace emulation

#endif // DHT_CC_TEST_EMULATION_GATEWAY_H
