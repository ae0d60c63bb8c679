/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-memory.h"

#include "collapse-analysis.h"
#include "dht-delay-sample.h"
#include "dht-flight-control.h"
#include "dht-outstanding-requests.h"
#include "dht-random-workload.h"
#include "dht-relay-queues.h"
#include "dht-scheme-options.h"
#include "dht-scheme.h"
#include "message-level-peer.h"
#include "message-level-ring.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <unistd.h>

namespace ns3
{

namespace
{

constexpr double MIB = 1 << 20;
/// What a process takes without any peer.
constexpr double PROCESS = 64 * MIB;
/// What malloc() adds to an allocation, and what an event has besides its message: its own fields,
/// and a place in a slot of the scheduler.
constexpr double ALLOCATION = 16;
constexpr double EVENT = 80;
/// A routing table, a scheme, the array of queues, and what statistics keep of each peer.
constexpr double SMALL_PARTS = 260;
/// What a process takes for its code and its scheduler as soon as it simulates.
constexpr double RUNNING = 2.75 * MIB;
/// What the statistics keep of an answer in the window: its delay, in an array that doubles.
constexpr double ANSWER = 1.5 * sizeof(double);
/// An entry of a stored routing table: an id and a number.
constexpr double STORED_LINK = 24;
/// What a ring buffer has besides its elements, of which it often has one.
constexpr double RING_BUFFER = 16;
/// Room that containers keep for growth, and for what was taken out of them.
constexpr double GROWTH = 1.5;
/// What the blocks of outstanding requests take over what is in them.
constexpr double IN_BLOCKS = 1.75;
/// Outstanding requests that a peer's only block is mostly too large by, counted as IN_BLOCKS.
constexpr double SPARE = 2.4;
/// What the allocator keeps besides, and what pools keep of a peak.
constexpr double KEPT = 1.2;
/// The same where queues are short, and arrays hardly grow; and with streams, whose arrays do.
constexpr double KEPT_BELOW = 1.05;
constexpr double KEPT_BELOW_BY_STREAMS = 1.15;
/// A peer that joins its ring, as heaps were found to grow by with 10^4 of them: what it knows of
/// others, who may send it how much, and links of others to it.
constexpr double JOINED = 55000;
/// Share of saturation from which queues are taken to be full.
constexpr double SATURATED = 0.97;
/// Of what the buffers of back-pressure's links hold, in models M1 and M2, the part that is in use.
constexpr double HELD = 1.0 / 3;
/// A stream's two ends.
constexpr double STREAM = sizeof(MessageSender) + GROWTH * sizeof(MessageLevelStreams::Incoming);
/// The same of its times, where they count.
constexpr double TIMING = GROWTH * sizeof(MessageLevelStreams::Timing);
/// A window of the overlay's own transport, with its rule and its delays, as heaps were found to
/// grow by.
constexpr double WINDOW = sizeof(dht::FlightControl) + 340;

/// What a peer has on its hands, in numbers of requests.
struct Burden
{
    double outstanding; //!< Own requests.
    double queued;      //!< In the relay queues.
    double underWay;    //!< On links, its own share.
    double buffered;    //!< In the buffers at the ends of links.
    double besides;     //!< Bytes of statistics and of the process; where queues are full, KEPT has
                        //!< them.
    double kept;        //!< Factor for what the allocator keeps besides.
};

/// @param options What is asked for. @return Links of a peer.
double
LinksOf(const MillionOptions& options)
{
    return std::log2(static_cast<double>(options.peers));
}

/// @param options What is asked for. @return Whether links are streams.
bool
HasStreams(const MillionOptions& options)
{
    return options.model == "link" || dht::LetsRequestsWait(options.scheme);
}

/// @param options What is asked for. @return Bytes of a link, where links are streams.
double
StreamBytes(const MillionOptions& options)
{
    return STREAM + (options.model == "link" ? TIMING : 0);
}

/// @param options What is asked for. @return Bytes that a source keeps of a request, with what it
/// takes to ask for its way, if the source does.
double
OutstandingBytes(const MillionOptions& options)
{
    const bool asks = options.peer.routing == dht::RoutingMode::kIterative;
    // a search knows of one peer at a time where ids are agreed
    const double lookup = sizeof(dht::LookupState) + dht::Search::BytesOf(1) + 2 * ALLOCATION;
    return IN_BLOCKS * sizeof(dht::OutstandingRequest) +
           (asks ? sizeof(dht::TransmissionState) + ALLOCATION + lookup : 0);
}

/// @param options What is asked for. @return Requests that a peer has on its links and in the
/// buffers at their ends, when they are full.
double
FullLinksOf(const MillionOptions& options)
{
    const bool waits = dht::LetsRequestsWait(options.scheme);
    if (options.model == "link")
    {
        const auto bytes =
            static_cast<double>(options.sendBuffer + (waits ? options.receiveBuffer : 0));
        return LinksOf(options) * bytes / static_cast<double>(options.messageSize);
    }
    return waits ? HELD * LinksOf(options) * static_cast<double>(options.window) : 0;
}

/// What a peer has on its hands below saturation. Relay queues have had a peak, for which other
/// memory was taken. @param options What is asked for. @param rate Requests/s of a peer. @param use
/// Share of saturation, below 1. @param travel The delay of a hop, in seconds. @return The burden.
Burden
BurdenBelow(const MillionOptions& options, double rate, double use, double travel)
{
    const double hops = LinksOf(options) / 2;
    const double time = (options.warmup + options.duration).GetSeconds();
    // a server with requests that come at random and take equally long (M/D/1): how many are there
    // on average, and at the most; more than k are there with a probability of about exp(-k /
    // tail), and the nearer to saturation, the longer it takes until they are
    const double present = use + use * use / (2 * (1 - use));
    const double tail = use / (2 * (1 - use));
    const double peak = 1 + tail * std::log(1 + rate * (hops + 1) * time * (1 - use) * (1 - use));
    const double ahead = options.model == "m2" ? 0 : static_cast<double>(options.uplinkBuffer);
    const double queued = std::min(std::max(peak - ahead, options.model == "m2" ? 2 : 0.0),
                                   static_cast<double>(options.peer.queueCapacity));
    const double delay = travel + hops * (travel + present / (use * options.GetMeanCapacity()));
    const double outstanding = rate * std::min(delay, time);
    // whoever has one has a block
    const double inBlocks = outstanding + SPARE * (1 - std::exp(-outstanding));
    const auto peers = static_cast<double>(options.peers);
    const double answers = std::min(rate * options.duration.GetSeconds(),
                                    static_cast<double>(dht::DelaySample::kMost) / peers);
    // a request for each hop's delay, and an answer
    const double underWay = rate * (hops + 1) * travel + std::min(present, ahead);
    return {inBlocks,
            queued,
            underWay,
            0,
            answers * ANSWER + RUNNING / peers,
            HasStreams(options) ? KEPT_BELOW_BY_STREAMS : KEPT_BELOW};
}

/// @param options What is asked for. @return Windows of a peer.
double
WindowsOf(const MillionOptions& options)
{
    if (!options.IsDtl())
    {
        return 0;
    }
    return options.transport.scope == dht::WindowScope::kNode ? 1 : LinksOf(options);
}

/// @param options What is asked for. @return What a peer of it has on its hands, at the most.
Burden
BurdenOf(const MillionOptions& options)
{
    const double links = LinksOf(options);
    const dht::CollapseAnalysis analysis(
        std::clamp(static_cast<unsigned>(std::ceil(links)), 1U, 60U),
        options.GetMeanCapacity(),
        options.GetLoadModel());
    const double most = analysis.SaturationRate();
    const bool isMeasured = options.delayModel == "matrix" || options.delayModel == "globe";
    const double travel = isMeasured ? 0.1 : options.delay.second;
    const double load = options.workload.MostLoad();
    const double rate = load > 0 ? load : most;
    if (load > 0 && load < SATURATED * most)
    {
        return BurdenBelow(options, rate, rate / most, travel);
    }
    const double underWay =
        options.GetMeanCapacity() * travel + static_cast<double>(options.uplinkBuffer);
    // what is lost is kept for its lifetime; a scheme sees to it that little is, or a window
    const bool isUnlimited = dht::TakesAnyNumber(options.scheme) && !options.peer.LimitsLookups();
    const double lost = isUnlimited ? 1 - analysis.Solve(rate).traffic.delivered / rate : 0;
    const double wait =
        links / 2 *
        (travel + static_cast<double>(options.peer.queueCapacity) / options.GetMeanCapacity());
    const double kept = std::min(dht::ToSeconds(options.peer.requestLifetime),
                                 (options.warmup + options.duration).GetSeconds());
    return {rate * (lost * kept + (1 - lost) * std::min(wait, kept)),
            static_cast<double>(options.peer.queueCapacity),
            underWay,
            FullLinksOf(options),
            0,
            KEPT};
}

} // namespace

MillionMemory
MillionMemory::Estimate(const MillionOptions& options)
{
    const Burden burden = BurdenOf(options);
    const double request = sizeof(MessageRequest) + ALLOCATION;
    const double links = LinksOf(options);
    MillionMemory memory;
    memory.perPeer =
        burden.kept *
        (sizeof(MessageLevelPeer) + sizeof(dht::RandomWorkload) + ALLOCATION + SMALL_PARTS +
         (options.IsJoining() ? JOINED : 0) +
         (options.IsEvenChord() ? 0 : STORED_LINK * links + sizeof(dht::Key)) +
         (HasStreams(options) ? sizeof(MessageLevelStreams) + StreamBytes(options) * links : 0) +
         WINDOW * WindowsOf(options) + burden.outstanding * OutstandingBytes(options) +
         burden.queued * sizeof(dht::RelayQueues::Entry) + burden.underWay * (request + EVENT) +
         burden.buffered * (request + RING_BUFFER) + burden.besides);
    memory.total = PROCESS + options.BytesOf(options.peers) +
                   memory.perPeer * static_cast<double>(options.peers);
    return memory;
}

void
MillionMemory::Check(const MillionOptions& options, double share)
{
    const bool isGiven = options.memory > 0;
    const double available = isGiven ? static_cast<double>(options.memory) * MIB : Available();
    const MillionMemory needed = Estimate(options);
    if (available > 0 && needed.total * share > available)
    {
        const auto mib = [](double bytes) { return std::to_string(std::llround(bytes / MIB)); };
        throw DhtOptionError(
            "--peers=" + std::to_string(options.peers) + ": such peers take about " +
            std::to_string(std::llround(needed.perPeer)) + " bytes each, " +
            mib(needed.total * share) + " MiB in all, and " +
            (isGiven ? "--memory allows " : "the machine has ") + mib(available) +
            ": fewer peers, a shorter --request-lifetime or --queue-capacity, or a lower "
            "--load take less");
    }
}

double
MillionMemory::Available()
{
    std::ifstream file("/proc/meminfo");
    std::string name;
    double kibibytes = 0;
    while (file >> name >> kibibytes)
    {
        if (name == "MemAvailable:")
        {
            return kibibytes * 1024;
        }
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return 0;
}

double
MillionMemory::Resident()
{
    std::ifstream file("/proc/self/statm");
    double size = 0;
    double resident = 0;
    return file >> size >> resident ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : 0;
}

} // namespace ns3
