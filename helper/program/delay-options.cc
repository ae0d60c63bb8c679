/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-options.h"

#include "access-delays.h"
#include "constant-delay.h"
#include "coordinate-delays.h"
#include "delay-cells.h"
#include "dht-input-file.h"
#include "dht-option-values.h"
#include "dht-signal-guard.h"
#include "globe-delays.h"
#include "network-file.h"
#include "placed-delays.h"
#include "split-mix-random.h"

#include "ns3/rng-seed-manager.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace ns3
{

namespace
{

const std::string AS_THE_FILE_SAYS = "file";
/// By the numbers of dht::MissingDelays.
const std::vector<std::string> MISSING{"refuse", "median", "mean", "drop"};

/// @return What --delay-unit takes.
std::vector<std::string>
Units()
{
    std::vector<std::string> units = dht::DelayUnit::Names();
    units.insert(units.begin(), AS_THE_FILE_SAYS);
    return units;
}

} // namespace

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
    table.AddInputFile(
        "delay-matrix",
        "With matrix, file of the delays between hosts, perhaps packed by gzip; peers "
        "are on distinct hosts, chosen at random if there are more hosts than peers",
        delayMatrix);
    table.AddChoice("delay-format",
                    "With matrix, how the file is written; auto: its contents tell, rows: a line "
                    "for each host, its delays to all hosts with commas, semicolons, tabs or "
                    "blanks between them, pairs: a line for each pair (from, to, delay), or a "
                    "table with a header, p2psim: a topology E2EGraph, gml: a graph of Shadow, "
                    "xml: a topology of Kollaps, or coordinates of OverSim",
                    delayFormat,
                    dht::NetworkFileOptions::FormatNames());
    table.AddChoice("delay-unit",
                    "With matrix, what the numbers in the file are, one way or round trips (rtt-); "
                    "file: what it says itself, rows and coordinates that do not say it are in ms, "
                    "one way; pairs and p2psim need another",
                    delayUnit,
                    Units());
    table.AddText("delay-column",
                  "With matrix, if the file is a table: name of the column of delays; by default "
                  "avg, mean, median, rtt, latency, delay or min, the first that is there",
                  delayColumn);
    table.AddChoice("delay-missing",
                    "With matrix, what becomes of a pair that was not measured (empty, -, nan, 0, "
                    "below 0), or takes more than 4s; refuse: an error, median, mean: it has that "
                    "of the other direction, or else of all, drop: hosts are left out that have "
                    "such pairs",
                    delayMissing,
                    MISSING);
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
    table.CheckEffect(isMatrix,
                      {"delay-matrix",
                       "delay-format",
                       "delay-unit",
                       "delay-column",
                       "delay-missing",
                       "delay-within-host"},
                      "--delay-model=matrix");
    table.CheckEffect(delayModel == "access" || delayModel == "coordinates",
                      {"delay"},
                      "--delay-model=access or coordinates");
    if (isMatrix && delayMatrix.empty())
    {
        throw DhtOptionError("--delay-model=matrix: --delay-matrix has to name a file");
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

std::shared_ptr<const dht::HostNetwork>
DelayOptions::ReadHosts() const
{
    if (m_hosts)
    {
        return m_hosts;
    }
    DhtInputFile file("delay-matrix", delayMatrix);
    dht::NetworkFileOptions how;
    how.format = delayFormat;
    how.unit = delayUnit == AS_THE_FILE_SAYS ? "" : delayUnit;
    how.column = delayColumn;
    how.missing =
        static_cast<dht::MissingDelays>(dht::ParseChoice("delay-missing", delayMissing, MISSING));
    try
    {
        m_hosts = std::make_shared<const dht::HostNetwork>(dht::ReadNetwork(file.Stream(), how));
    }
    catch (const std::invalid_argument& error)
    {
        DhtSignalGuard::Check();
        throw DhtOptionError("delay-matrix", delayMatrix, error.what());
    }
    return m_hosts;
}

std::unique_ptr<const dht::PeerDelays>
DelayOptions::Place(uint32_t peers, dht::Random& random) const
{
    const auto hosts = ReadHosts();
    const dht::Time within(delayWithinHost.GetNanoSeconds());
    if (hosts->hosts < peers && within == dht::Time(0))
    {
        throw DhtOptionError("delay-matrix",
                             delayMatrix,
                             "it has " + std::to_string(hosts->hosts) + " hosts for " +
                                 std::to_string(peers) +
                                 " peers: --delay-within-host lets hosts have several");
    }
    return std::make_unique<dht::PlacedDelays>(hosts->delays, hosts->hosts, peers, within, random);
}

void
DelayOptions::RefuseChanges() const
{
    if (delayModel == "matrix" && !ReadHosts()->changes.empty())
    {
        throw DhtOptionError("delay-matrix",
                             delayMatrix,
                             "its links change over time, which only packets follow (collapse, "
                             "churn); delays --convert writes the delays of the beginning");
    }
}

std::vector<uint32_t>
DelayOptions::DrawPlaces(std::size_t hosts, uint32_t peers) const
{
    dht::SplitMixRandom random(RunSeed(), DELAY_STREAM);
    return dht::PlacedDelays::DrawPlaces(hosts, peers, random);
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
