/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_STREAM_BENCHES_H
#define DHT_EMU_STREAM_BENCHES_H

#include "bench-meter.h"
#include "dht-endpoint.h"
#include "dht-time.h"
#include "dht-transport-endpoint.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Streams from one end to the other, both in one thread.
 */

namespace dht
{

/// Bytes written and read at once.
constexpr std::size_t kBenchChunk = 65536;

/// What came of a stream.
struct StreamCost
{
    BenchCost cost{};                ///< Of all of it.
    std::uint64_t bytes{0};          ///< Read.
    std::uint64_t packets{0};        ///< Data packets; 0 if that is not known.
    std::string congestionControl{}; ///< Who governed.
};

/// @return The windows of links at priority 1, without a delay source that loopback does not have.
TransportEndpoint::WindowMaker MakeBenchWindows();
/// @return Constants of both ends of the transport: buffers of 1 MiB.
TransportOptions MakeBenchOptions();

/// @param bytes Of the stream. @param lossInterval Of so many packets, one is lost; 0: none.
/// @return What it costs in the core alone: packets are handed over in memory.
StreamCost BenchCore(std::uint64_t bytes, std::uint64_t lossInterval);
/// @param bytes Of the stream. @return What it costs over UDP and loopback, with what Linux offers.
/// @throws boost::system::system_error There are no sockets.
StreamCost BenchTransport(std::uint64_t bytes);
/// @param bytes Of the stream. @param congestionControl Of Linux. @return What it costs over the
/// system's TCP and loopback. @throws boost::system::system_error There are no sockets, or no such
/// congestion control.
StreamCost BenchTcp(std::uint64_t bytes, const std::string& congestionControl);

/// A stream to somebody else.
struct StreamPlan
{
    Endpoint to;            ///< The receiver, IPv4.
    std::uint64_t bytes{0}; ///< Its length at the most.
    Time duration{kNever};  ///< When it is given up.
    double priority{1};     ///< Of its link.
};

/// What came of it.
struct SentStream
{
    bool isWhole{false};          ///< All has arrived.
    TransportLoss loss{};         ///< Why it has not, if its link was lost.
    TransportCounters counters{}; ///< What was sent.
};

/// Byte i of the stream is (31 i + i / 256) modulo 256. @param plan The stream. @return What came
/// of it, when that is known.
SentStream SendStream(const StreamPlan& plan);
/// @param port Where it listens, at all addresses. @param seconds For how long. @return Bytes read
/// in each second, of all streams.
std::vector<std::uint64_t> ReceiveStreams(std::uint16_t port, std::uint64_t seconds);

/// Bytes of the heap that a link has on which nothing happens.
struct IdleLink
{
    double sender;   ///< At the end that has opened it, its window included.
    double window;   ///< Of these, the window when it was new.
    double receiver; ///< At the other end.
};

/// @return What an idle link has: the mean of a thousand that have carried three packets each.
IdleLink BenchIdleLinks();

} // namespace dht

#endif // DHT_EMU_STREAM_BENCHES_H
