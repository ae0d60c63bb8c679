/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-error.h"
#include "dht-options.h"
#include "dht-output-file.h"
#include "option-reader.h"
#include "peer-endpoint.h"
#include "stream-benches.h"

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What a stream over the overlay's own transport costs, and over the system's TCP.
 *
 *     build/emu/dht-bench dtl --megabytes=4000
 */

namespace
{

const char* const kUsage =
    "Carries a stream over loopback, both ends in one thread, and prints what it costs, in "
    "JSON.\n\n"
    "    dht-bench dtl      the overlay's own transport over UDP\n"
    "    dht-bench tcp      the system's TCP\n"
    "    dht-bench core     the transport without sockets, packets handed over in memory\n"
    "    dht-bench idle     bytes of memory that a link has on which nothing happens\n"
    "    dht-bench send     a stream to who listens at --to and --port; not timed\n"
    "    dht-bench receive  for --seconds at --port, whoever sends: bytes in each second\n\n"
    "emu/bench/transports.py runs all in turn, and QUIC.\n\n";

const char* const kAllowed = "allowed are dtl, tcp, core, idle, send, receive";

/// What is asked for.
struct BenchOptions
{
    std::string to{"127.0.0.1"};            ///< Who receives.
    std::uint64_t port{7000};               ///< Where that one listens.
    std::uint64_t seconds{0};               ///< For how long; 0: all of it.
    double priority{1};                     ///< Of what is sent.
    std::uint64_t megabytes{1000};          ///< Of the stream.
    std::uint64_t lossInterval{0};          ///< Of so many packets of it, one is lost; 0: none.
    std::string congestionControl{"cubic"}; ///< Of TCP.
};

/// @param cost What came of a stream. @return The same as JSON.
nlohmann::ordered_json
ToJson(const dht::StreamCost& cost)
{
    return {{"bytes", cost.bytes},
            {"packets", cost.packets},
            {"cpu_s", cost.cost.cpu},
            {"wall_s", cost.cost.wall},
            {"allocations", cost.cost.allocations},
            {"congestion_control", cost.congestionControl}};
}

/// @param sent What came of a stream. @return The same as JSON.
nlohmann::ordered_json
ToJson(const dht::SentStream& sent)
{
    return {
        {"whole", sent.isWhole},
        {"loss",
         sent.loss == dht::TransportLoss::kCount || sent.isWhole ? "none" : ToString(sent.loss)},
        {"bytes_acknowledged", sent.counters.bytesAcked},
        {"packets_sent", sent.counters.packetsSent},
        {"packets_lost", sent.counters.packetsLost},
        {"probes_sent", sent.counters.probesSent},
        {"packets_rejected", sent.counters.TotalRejected()}};
}

/// @param what A word of the command line. @param options What else is asked for. @return What came
/// of it.
nlohmann::ordered_json
Measure(const std::string& what, const BenchOptions& options)
{
    const std::uint64_t bytes = options.megabytes * 1000000;
    if (what == "dtl")
    {
        return ToJson(dht::BenchTransport(bytes));
    }
    if (what == "tcp")
    {
        return ToJson(dht::BenchTcp(bytes, options.congestionControl));
    }
    if (what == "core")
    {
        return ToJson(dht::BenchCore(bytes, options.lossInterval));
    }
    if (what == "idle")
    {
        const dht::IdleLink idle = dht::BenchIdleLinks();
        return {{"sender_bytes", idle.sender},
                {"window_bytes", idle.window},
                {"receiver_bytes", idle.receiver}};
    }
    if (what == "send")
    {
        boost::system::error_code error;
        const auto address = boost::asio::ip::make_address_v4(options.to, error);
        if (error)
        {
            throw dht::OptionError("to", options.to, "allowed is an address such as 127.0.0.1");
        }
        dht::StreamPlan plan;
        plan.to = dht::EndpointOf(address, static_cast<std::uint16_t>(options.port));
        plan.bytes = bytes;
        plan.duration = options.seconds > 0 ? std::chrono::seconds(options.seconds) : dht::kNever;
        plan.priority = options.priority;
        return ToJson(dht::SendStream(plan));
    }
    if (what == "receive")
    {
        return {{"bytes",
                 dht::ReceiveStreams(static_cast<std::uint16_t>(options.port), options.seconds)}};
    }
    throw dht::OptionError(what + ": " + kAllowed);
}

void
Run(int argc, char* argv[])
{
    BenchOptions o;
    dht::Options table;
    table.AddInteger("megabytes", "Length of the stream, in 10^6 bytes", o.megabytes, 1, 1000000);
    table.AddInteger("lose-every",
                     "With core, of so many packets of the stream one is lost, 2 or more; 0: none",
                     o.lossInterval,
                     0,
                     1000000);
    table.AddText("to", "Address of who receives, IPv4", o.to);
    table.AddInteger("port", "Port of who receives", o.port, 1, 65535);
    table.AddInteger("seconds", "For how long; 0: until all has arrived", o.seconds, 0, 100000);
    table.AddNumber("priority", "Of what is sent", o.priority, 0, 255);
    table.AddText("tcp", "Congestion control of the system's TCP", o.congestionControl);
    const dht::CommandLine line =
        dht::ReadCommandLine({"dht-bench", kUsage, {}}, table, argc, argv);
    if (!line.answer.empty())
    {
        std::cout << line.answer;
        return;
    }
    if (line.words.size() != 1)
    {
        throw dht::OptionError(std::string("what is to be measured? ") + kAllowed);
    }
    if (o.lossInterval > 0 && line.words[0] != "core")
    {
        throw dht::OptionError("--lose-every: only core loses packets");
    }
    if (o.lossInterval == 1)
    {
        throw dht::OptionError("--lose-every=1: nothing would arrive");
    }
    std::cout << Measure(line.words[0], o).dump() << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        Run(argc, argv);
        dht::FlushStandardOutput();
        return 0;
    }
    catch (const std::exception& error)
    {
        std::cerr << "dht-bench: " << error.what() << std::endl;
        return dynamic_cast<const dht::OptionError*>(&error) ? 2 : 1;
    }
}
