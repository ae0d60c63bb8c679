/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "coordinates-options.h"

#include "dht-option-checks.h"
#include "dht-parameter-options.h"

#include "ns3/rng-seed-manager.h"

namespace ns3
{

namespace
{

const char* const COORDINATES_USAGE =
    "How far the round-trip times that coordinates predict (Vivaldi) are from those that there "
    "are,\n"
    "while peers of a ready-made ring measure one after the other, some join late, or delays "
    "change.\n"
    "An event carries a message from peer to peer. The series has a line a second; the summary is\n"
    "JSON, on standard output unless --summary names a file. --RngRun=N makes the N-th\n"
    "repetition.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

/// Each has a store, which knows its place, and remembers some hundred others.
constexpr uint64_t MOST_MEASURING = uint64_t{1} << 14;

/// How far the run number of the other delays is from that of the first.
constexpr uint64_t OTHER_RUN = uint64_t{1} << 32;

void
Define(DhtOptionTable& table, CoordinatesOptions& o)
{
    o.DefineOverlayByDelays(table, MOST_MEASURING);
    o.DefineDelays(table);
    for (const auto& parameter : dht::VivaldiOptions::Table())
    {
        dht::AddParameter(table, o.vivaldi, parameter.name);
    }
    table.AddTime("measure-interval",
                  "Between two round-trip times that a peer measures",
                  o.interval,
                  MilliSeconds(10));
    table.AddTime("duration", "Length of the run", o.duration, Seconds(1));
    table.AddNumber("latecomers", "Peers that join later [percent]", o.latecomers, 0, 90);
    table.AddTime("join-at", "With --latecomers, when", o.joinAt, Time(0));
    table.AddNumber("change",
                    "How far delays move towards those of another draw [percent of the way]",
                    o.change,
                    0,
                    100);
    table.AddTime("change-at", "With --change, when they begin to", o.changeAt, Time(0));
    table.AddTime("change-takes",
                  "With --change, how long they take, evenly; 0s: they jump",
                  o.changeTakes,
                  Time(0));
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a line a second (CSV)", o.series);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

} // namespace

std::unique_ptr<dht::ChangingDelays>
CoordinatesOptions::MakeChangingDelays() const
{
    RefuseChanges();
    auto before = MakeDelays(static_cast<uint32_t>(peers));
    const uint64_t run = RngSeedManager::GetRun();
    RngSeedManager::SetRun(run + OTHER_RUN);
    auto after = MakeDelays(static_cast<uint32_t>(peers));
    RngSeedManager::SetRun(run);
    return std::make_unique<dht::ChangingDelays>(std::move(before), std::move(after));
}

CoordinatesOptions
CoordinatesOptions::Parse(int argc, char* argv[])
{
    CoordinatesOptions options;
    options.peers = 512;
    options.ids = "sha1";
    options.delayModel = "globe";
    DhtOptionTable table(COORDINATES_USAGE);
    Define(table, options);
    table.Parse(argc, argv);
    options.asGiven = table.GetValues();
    dht::CheckOutputs(options.summary, options.series);
    options.CheckOverlay(table);
    options.CheckDelays(table);
    options.CheckDelayRange();
    table.CheckEffect(options.latecomers > 0, {"join-at"}, "--latecomers");
    table.CheckEffect(options.change > 0, {"change-at", "change-takes"}, "--change");
    if (options.overlay == "tree")
    {
        throw DhtOptionError("overlay", options.overlay, "peers are asked along a ring");
    }
    return options;
}

} // namespace ns3
