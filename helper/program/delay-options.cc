/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-options.h"

#include "access-delays.h"
#include "constant-delay.h"
#include "coordinate-delays.h"
#include "delay-matrix.h"
#include "delay-rows.h"
#include "globe-delays.h"
#include "p2psim-delays.h"
#include "placed-delays.h"
#include "split-mix-random.h"

#include "ns3/rng-seed-manager.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace ns3
{

void
DelayOptions::DefineDelays(DhtOptionTable& table)
{
    table.AddChoice("delay-model",
                    "Where delays come from; access: those of two access links add up, "
                    "coordinates: the distance of two places in a square, matrix: a file, globe: "
                    "hosts on a globe, with delays as measured between hosts of the Internet",
                    delayModel,
                    {"access", "coordinates", "matrix", "globe"});
    table.AddTimeRange("delay",
                       "One-way delay between two peers; with access, A..B draws half of it for "
                       "each peer, with coordinates, A is that of no distance and B that from "
                       "corner to corner",
                       "20ms",
                       delay);
    table.AddText("delay-matrix",
                  "With matrix, file of the delays between hosts; peers are on distinct ones, "
                  "chosen at random if there are more hosts than peers",
                  delayMatrix);
    table.AddChoice("delay-format",
                    "With matrix, how the file is written; rows: a line for each host, its delays "
                    "to all hosts with commas between them, p2psim: a topology E2EGraph of that "
                    "simulator",
                    delayFormat,
                    {"rows", "p2psim"});
    table.AddChoice("delay-unit",
                    "With matrix, what the numbers in the file are, one way or round trips (rtt-); "
                    "files of p2psim do not say it, so that it has to be given",
                    delayUnit,
                    dht::DelayUnit::Names());
    table.AddChoice("delay-missing",
                    "With --delay-format=p2psim, what becomes of a pair without a delay",
                    delayMissing,
                    {"refuse", "median"});
    table.AddTime("delay-within-host",
                  "With matrix, delay between two peers of one host: with fewer hosts than peers, "
                  "hosts have several; 0s: that is an error",
                  delayWithinHost,
                  Time(0));
}

void
DelayOptions::CheckDelays(const DhtOptionTable& table) const
{
    const bool isMatrix = delayModel == "matrix";
    const bool isP2psim = delayFormat == "p2psim";
    table.CheckEffect(isMatrix,
                      {"delay-matrix", "delay-format", "delay-unit", "delay-within-host"},
                      "--delay-model=matrix");
    table.CheckEffect(isP2psim, {"delay-missing"}, "--delay-format=p2psim");
    table.CheckEffect(delayModel == "access" || delayModel == "coordinates",
                      {"delay"},
                      "--delay-model=access or coordinates");
    if (isMatrix && delayMatrix.empty())
    {
        throw DhtOptionError("--delay-model=matrix: --delay-matrix has to name a file");
    }
    if (isP2psim && !table.WasGiven("delay-unit"))
    {
        throw DhtOptionError("--delay-format=p2psim: such a file does not say what its numbers "
                             "are: --delay-unit has to, such as us");
    }
    if (delayWithinHost != Time(0) &&
        (delayWithinHost < MicroSeconds(1) || delayWithinHost > Seconds(4)))
    {
        throw DhtOptionError("--delay-within-host: allowed is from 1us to 4s, or 0s");
    }
    if (delayModel == "coordinates")
    {
        CheckDelayRange();
    }
}

void
DelayOptions::CheckDelayRange() const
{
    if (delay.first < 1e-6 || delay.second > 4)
    {
        throw DhtOptionError("--delay: allowed is from 1us to 4s");
    }
}

std::unique_ptr<const dht::PeerDelays>
DelayOptions::MakeDelays(uint32_t peers) const
{
    dht::SplitMixRandom random(RunSeed(), DELAY_STREAM);
    if (delayModel == "matrix")
    {
        return Place(peers, random);
    }
    if (delayModel == "globe")
    {
        return std::make_unique<dht::GlobeDelays>(peers, random);
    }
    const dht::Time least = dht::FromSeconds(delay.first);
    const dht::Time most = dht::FromSeconds(delay.second);
    if (delayModel == "coordinates")
    {
        return std::make_unique<dht::CoordinateDelays>(peers, least, most, random);
    }
    if (least == most)
    {
        return std::make_unique<dht::ConstantDelay>(least);
    }
    return std::make_unique<dht::AccessDelays>(peers, least / 2, most / 2, random);
}

std::unique_ptr<const dht::DelayMatrix>
DelayOptions::ReadMatrix() const
{
    std::ifstream file(delayMatrix);
    if (!file || std::filesystem::is_directory(delayMatrix))
    {
        throw DhtOptionError("delay-matrix", delayMatrix, "cannot be read");
    }
    const dht::DelayUnit unit(delayUnit);
    try
    {
        if (delayFormat == "rows")
        {
            return dht::ReadDelayRows(file, unit);
        }
        const auto missing =
            delayMissing == "median" ? dht::MissingDelays::kMedian : dht::MissingDelays::kRefuse;
        return dht::ReadP2psimDelays(file, unit, missing);
    }
    catch (const std::invalid_argument& error)
    {
        throw DhtOptionError("delay-matrix", delayMatrix, error.what());
    }
}

std::unique_ptr<const dht::PeerDelays>
DelayOptions::Place(uint32_t peers, dht::Random& random) const
{
    auto hosts = ReadMatrix();
    const dht::Time within(delayWithinHost.GetNanoSeconds());
    if (hosts->Size() < peers && within == dht::Time(0))
    {
        throw DhtOptionError("delay-matrix",
                             delayMatrix,
                             "it has " + std::to_string(hosts->Size()) + " hosts for " +
                                 std::to_string(peers) +
                                 " peers: --delay-within-host lets hosts have several");
    }
    const std::size_t count = hosts->Size();
    return std::make_unique<dht::PlacedDelays>(std::move(hosts), count, peers, within, random);
}

double
DelayOptions::BytesOf(uint64_t peers) const
{
    const auto count = static_cast<double>(peers);
    if (delayModel == "globe")
    {
        return dht::GlobeDelays::BytesOf(count);
    }
    if (delayModel != "matrix")
    {
        return 0; // in what a peer takes
    }
    std::error_code error;
    const auto size = std::filesystem::file_size(delayMatrix, error);
    // a pair takes four bytes, and two of the file or more
    return error ? 0 : 2 * static_cast<double>(size) + 4 * count;
}

uint64_t
RunSeed()
{
    return uint64_t{RngSeedManager::GetSeed()} << 32 ^ RngSeedManager::GetRun();
}

} // namespace ns3
