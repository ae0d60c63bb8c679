/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-recording.h"

#include "dht-summary.h"
#include "peer-summary.h"

#include <chrono>
#include <utility>

namespace dht
{

namespace
{

/// @param options What was asked for. @param clock The peer's clock. @return What the header says
/// of the run.
nlohmann::ordered_json
AboutPeer(const PeerProgramOptions& options, const PeerClock& clock)
{
    nlohmann::ordered_json run = BuildToJson();
    run["seed"] = options.seed ? nlohmann::ordered_json(*options.seed) : nullptr;
    run["run"] = options.run;
    const auto origin = std::chrono::system_clock::now().time_since_epoch() - clock.Now();
    return {{"program", "dht-peer"},
            {"run", run},
            {"scheme", options.scheme},
            {"options", PeerOptionsToJson(options)},
            {"unix_time_s", std::chrono::duration<double>(origin).count()}};
}

} // namespace

std::unique_ptr<Recorder>
MakePeerRecorder(const PeerProgramOptions& options,
                 const RealPeer& peer,
                 const PeerClock& clock,
                 std::function<PeerState()> look)
{
    Recorder::Plan plan;
    plan.options = options.recording;
    plan.about = AboutPeer(options, clock);
    plan.ring.ids = {peer.GetMaintenance().Id()};
    plan.ring.endpoints = {peer.Self()};
    plan.look = [look = std::move(look)](const RingStatistics::Eye& eye) { eye(look()); };
    plan.linkEnd = [](std::size_t, LinkIndex) { return Endpoint{}; }; // others have no numbers
    return std::make_unique<Recorder>(std::move(plan));
}

} // namespace dht
