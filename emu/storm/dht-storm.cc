/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-error.h"
#include "dht-options.h"
#include "dht-output-file.h"
#include "frame-storm.h"
#include "option-reader.h"
#include "packet-storm.h"
#include "peer-question.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Sends a live peer random and mutated frames over TCP and UDP, or packets of the overlay's own
 * transport, to see whether it survives.
 *
 *     build/emu/dht-storm --to=127.0.0.1 --port=7000 --frames=10000000
 */

namespace
{

namespace asio = boost::asio;
using boost::system::error_code;

/// Datagrams sent before the peer has to answer: no more than its socket holds.
constexpr std::uint64_t kBurst = 32;

/// What is asked for.
struct StormOptions
{
    std::string to{"127.0.0.1"};  ///< The peer's address.
    std::uint64_t port{7000};     ///< Its port.
    std::uint64_t frames{50000};  ///< Frames to send.
    std::uint64_t seed{1};        ///< Seed of the random numbers.
    std::uint64_t connections{8}; ///< At the same time.
    std::string transport{"tcp"}; ///< Of the peer's links.
};

const char* const kUsage =
    "Sends a live peer random and mutated frames over TCP and UDP, or packets of the overlay's "
    "own\n"
    "transport, to see whether it survives.\n"
    "Only for peers of one's own.\n\n"
    "    dht-storm --to=127.0.0.1 --port=7000 --frames=1000000\n\n"
    "Exit status: 0 the peer still answers, 1 it does not, or something failed, 2 an option is\n"
    "wrong.\n\n";

/// @param argc How many arguments. @param argv The arguments. @return What is asked for; nothing if
/// all that was asked for is said.
std::optional<StormOptions>
Parse(int argc, char* argv[])
{
    StormOptions o;
    dht::Options table;
    table.AddText("to", "Address of the peer, IPv4 or IPv6", o.to);
    table.AddInteger("port", "Port of the peer", o.port, 1, 65535);
    table.AddInteger("frames", "How many frames to send", o.frames, 1, 1000000000000);
    table.AddInteger("seed", "Which frames", o.seed, 0, 1000000000);
    table.AddInteger("connections", "TCP connections at the same time", o.connections, 1, 200);
    table.AddChoice("transport", "What carries the peer's links", o.transport, {"tcp", "dtl"});
    const dht::CommandLine line =
        dht::ReadCommandLine({"dht-storm", kUsage, {}}, table, argc, argv);
    if (!line.words.empty())
    {
        throw dht::OptionError(line.words[0] + ": options begin with --; --help lists all");
    }
    if (!line.answer.empty())
    {
        std::cout << line.answer;
        return std::nullopt;
    }
    error_code error;
    asio::ip::make_address(o.to, error);
    if (error)
    {
        throw dht::OptionError("to", o.to, "allowed is an address such as 127.0.0.1 or ::1");
    }
    return o;
}

/// Connections to a peer under fire.
class Connections
{
  public:
    /// @param context Of the sockets. @param peer The peer. @param count How many.
    Connections(asio::io_context& context, const asio::ip::tcp::endpoint& peer, std::uint64_t count)
        : m_peer(peer)
    {
        for (std::uint64_t i = 0; i < count; ++i)
        {
            m_sockets.emplace_back(context);
        }
        // fails, and says so, if nobody is there
        m_sockets[0].connect(m_peer);
    }

    /// Write to one of the connections; one that the peer has closed is made again.
    /// @param which The connection's number, from 0. @param bytes What to write.
    void Write(std::size_t which, const dht::FrameStorm::Bytes& bytes)
    {
        asio::ip::tcp::socket& socket = m_sockets[which % m_sockets.size()];
        error_code error;
        if (!socket.is_open())
        {
            Connect(socket);
        }
        asio::write(socket, asio::buffer(bytes), error);
        if (error)
        {
            ++m_closed;
            socket.close(error);
        }
    }

    /// @return Connections that the peer has closed.
    std::uint64_t Closed() const
    {
        return m_closed;
    }

  private:
    /// @param socket A socket to connect.
    void Connect(asio::ip::tcp::socket& socket)
    {
        error_code error;
        socket.connect(m_peer, error);
        if (error && ++m_refused > 100)
        {
            throw boost::system::system_error(error, "the peer accepts no connection any more");
        }
        // the system has to forget closed connections before it runs out of ports
        if (error)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        else
        {
            m_refused = 0;
            socket.set_option(asio::socket_base::linger(true, 0));
        }
    }

    asio::ip::tcp::endpoint m_peer;               ///< The peer.
    std::vector<asio::ip::tcp::socket> m_sockets; ///< The connections.
    std::uint64_t m_closed{0};                    ///< Connections that the peer has closed.
    int m_refused{0};                             ///< Attempts in a row that were refused.
};

/// Say what came of packets. @param storm What sent them. @throws std::runtime_error The peer makes
/// more of them.
void
Tell(const dht::PacketStorm& storm)
{
    const dht::PacketStorm::Traffic strange = storm.OfStrangers();
    std::cout << storm.Opened() << " connections opened; " << strange.sent
              << " bytes from strangers, " << strange.received << " to them" << std::endl;
    if (strange.received > strange.sent)
    {
        throw std::runtime_error("strangers get more than they send");
    }
}

void
Run(const StormOptions& options)
{
    asio::io_context context;
    const asio::ip::udp::endpoint peer(asio::ip::make_address(options.to),
                                       static_cast<std::uint16_t>(options.port));
    dht::PeerQuestion question(context, peer);
    asio::ip::udp::socket datagrams(context, asio::ip::udp::endpoint(peer.protocol(), 0));
    std::optional<Connections> connections;
    std::optional<dht::PacketStorm> packets;
    options.transport == "dtl"
        ? void(packets.emplace(context, peer, options.seed))
        : void(connections.emplace(context,
                                   asio::ip::tcp::endpoint(peer.address(), peer.port()),
                                   options.connections));
    dht::FrameStorm storm(options.seed);
    for (std::uint64_t i = 0; i < options.frames; ++i)
    {
        if (i % (2 * kBurst) == 0)
        {
            question.Await();
        }
        if (i % 2 == 0)
        {
            error_code ignored;
            datagrams.send_to(asio::buffer(storm.NextDatagram()), peer, 0, ignored);
        }
        else if (packets)
        {
            packets->Step();
        }
        else
        {
            connections->Write(i / 2, storm.NextStreamed());
        }
    }
    question.Await();
    std::cout << options.frames << " frames sent";
    if (packets)
    {
        std::cout << ", ";
        Tell(*packets);
        return;
    }
    std::cout << ", " << connections->Closed() << " connections closed by the peer" << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        if (const auto options = Parse(argc, argv))
        {
            Run(*options);
        }
        dht::FlushStandardOutput();
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "dht-storm: " << error.what() << std::endl;
        return dynamic_cast<const dht::OptionError*>(&error) ? 2 : 1;
    }
}
