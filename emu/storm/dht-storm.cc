/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-maintenance-format.h"
#include "dht-option-error.h"
#include "dht-options.h"
#include "frame-storm.h"
#include "option-reader.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <iostream>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Sends a live peer random and mutated frames over TCP and UDP, to see whether it survives.
 *
 *     build/emu/dht-storm --to=127.0.0.1 --port=7000 --frames=10000000
 */

namespace
{

namespace asio = boost::asio;
using boost::system::error_code;

/// Datagrams sent before the peer has to answer: no more than its socket holds.
constexpr std::uint64_t kBurst = 32;
/// How long an answer is waited for, in milliseconds, and how many may be missing.
constexpr int kPatience = 1000;
constexpr int kMostSilent = 10;

/// What is asked for.
struct StormOptions
{
    std::string to{"127.0.0.1"};  ///< The peer's address.
    std::uint64_t port{7000};     ///< Its port.
    std::uint64_t frames{50000};  ///< Frames to send.
    std::uint64_t seed{1};        ///< Seed of the random numbers.
    std::uint64_t connections{8}; ///< At the same time.
};

const char* const kUsage =
    "Sends a live peer random and mutated frames over TCP and UDP, to see whether it survives.\n"
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

/// A peer under fire.
class Target
{
  public:
    explicit Target(const StormOptions& options)
        : m_tcp(asio::ip::make_address(options.to), static_cast<std::uint16_t>(options.port)),
          m_udp(m_tcp.address(), m_tcp.port()),
          m_datagrams(m_context, asio::ip::udp::endpoint(m_udp.protocol(), 0)),
          m_questions(m_context, asio::ip::udp::endpoint(m_udp.protocol(), 0))
    {
        m_questions.connect(m_udp);
        for (std::uint64_t i = 0; i < options.connections; ++i)
        {
            m_connections.emplace_back(m_context);
        }
        // fails, and says so, if nobody is there
        m_connections[0].connect(m_tcp);
    }

    void SendDatagram(const dht::FrameStorm::Bytes& bytes)
    {
        error_code ignored;
        m_datagrams.send_to(asio::buffer(bytes), m_udp, 0, ignored);
    }

    /// Write to one of the connections; one that the peer has closed is made again.
    /// @param which The connection's number, from 0. @param bytes What to write.
    void Write(std::size_t which, const dht::FrameStorm::Bytes& bytes)
    {
        asio::ip::tcp::socket& socket = m_connections[which % m_connections.size()];
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

    /// Ask the peer for its neighbours, and wait until it answers: then it has read all datagrams
    /// that came before.
    void AwaitAnswer()
    {
        dht::MaintenanceMessage question;
        question.id = ++m_asked;
        m_questions.send(asio::buffer(dht::EncodeDatagram(question)));
        pollfd wait{m_questions.native_handle(), POLLIN, 0};
        while (poll(&wait, 1, kPatience) == 1)
        {
            dht::FrameStorm::Bytes bytes(2048);
            dht::MaintenanceMessage answer;
            error_code error;
            const std::size_t size = m_questions.receive(asio::buffer(bytes), 0, error);
            if (!error && dht::Decode(bytes.data(), size, answer) == dht::WireError::kNone &&
                answer.id == m_asked)
            {
                return;
            }
        }
        if (++m_silent > kMostSilent)
        {
            throw std::runtime_error("the peer does not answer any more");
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
        socket.connect(m_tcp, error);
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

    asio::io_context m_context;                       ///< Of the sockets.
    asio::ip::tcp::endpoint m_tcp;                    ///< The peer.
    asio::ip::udp::endpoint m_udp;                    ///< The peer.
    asio::ip::udp::socket m_datagrams;                ///< For datagrams.
    std::vector<asio::ip::tcp::socket> m_connections; ///< For all else.
    asio::ip::udp::socket m_questions;                ///< For questions that it has to answer.
    std::uint64_t m_asked{0};                         ///< The last question.
    int m_silent{0};                                  ///< Questions without answer.
    std::uint64_t m_closed{0};                        ///< Connections that the peer has closed.
    int m_refused{0};                                 ///< Attempts in a row that were refused.
};

void
Run(const StormOptions& options)
{
    Target target(options);
    dht::FrameStorm storm(options.seed);
    for (std::uint64_t i = 0; i < options.frames; ++i)
    {
        if (i % 2 == 0)
        {
            target.SendDatagram(storm.NextDatagram());
            if (i % (2 * kBurst) == 0)
            {
                target.AwaitAnswer();
            }
        }
        else
        {
            target.Write(i / 2, storm.NextStreamed());
        }
    }
    target.AwaitAnswer();
    std::cout << options.frames << " frames sent, " << target.Closed()
              << " connections closed by the peer" << std::endl;
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
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "dht-storm: " << error.what() << std::endl;
        return dynamic_cast<const dht::OptionError*>(&error) ? 2 : 1;
    }
}
