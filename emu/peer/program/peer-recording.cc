/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-recording.h"

#include "dht-summary.h"

#include <chrono>
#include <exception>
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

/// Only Recorder::Sample() and Close() throw in earnest: what happens to one peer in a second fills
/// no frame.
/// @param options What was asked for; a file is named. @param peer The peer. @param clock Its
/// clock. @param look Tells how it is now. @return What has to observe it.
std::unique_ptr<Recorder>
MakeRecorder(const PeerProgramOptions& options,
             const RealPeer& peer,
             const PeerClock& clock,
             std::function<PeerState()> look)
{
    Recorder::Plan plan;
    plan.options = options.recording;
    plan.about = AboutPeer(options, clock);
    plan.ring.ids = {IdOf(peer.Self())};
    plan.ring.endpoints = {peer.Self()};
    plan.look = [look = std::move(look)](const RingStatistics::Eye& eye) { eye(look()); };
    plan.linkEnd = [](std::size_t, LinkIndex) { return Endpoint{}; }; // others have no numbers
    return std::make_unique<Recorder>(std::move(plan));
}

} // namespace

PeerRecording::PeerRecording(const PeerProgramOptions& options,
                             const RealPeer& peer,
                             const PeerClock& clock,
                             std::function<PeerState()> look,
                             Observers& observers,
                             Reporter& status)
    : m_observers(observers),
      m_status(status)
{
    if (options.recording.IsWanted())
    {
        m_recorder = MakeRecorder(options, peer, clock, std::move(look));
        m_observers.Add(*m_recorder);
    }
}

PeerRecording::~PeerRecording()
{
    Release();
}

bool
PeerRecording::Sample(Time now)
{
    if (m_recorder)
    {
        try
        {
            m_recorder->Sample(now);
        }
        catch (const std::exception& error)
        {
            GiveUp(error.what());
        }
    }
    return m_recorder != nullptr;
}

void
PeerRecording::Close(Time now, const RingTotals& totals)
{
    if (!m_recorder)
    {
        return;
    }
    try
    {
        m_recorder->Close(now, CountersToJson(totals));
        Release();
    }
    catch (const std::exception& error)
    {
        GiveUp(error.what());
    }
}

const std::string&
PeerRecording::Error() const
{
    return m_error;
}

void
PeerRecording::GiveUp(const std::string& why)
{
    m_status.Say(LogLevel::kWarning, why);
    m_error = why;
    Release();
}

void
PeerRecording::Release()
{
    if (m_recorder)
    {
        m_observers.Remove(*m_recorder);
        m_recorder.reset();
    }
}

} // namespace dht
