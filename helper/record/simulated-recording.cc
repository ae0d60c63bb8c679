/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulated-recording.h"

#include "dht-present-time.h"
#include "dht-run-origin.h"
#include "dht-run-summary.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

SimulatedRecording::SimulatedRecording(dht::Recorder::Plan plan)
    : m_clock(plan.options.interval, [this] { Sample(); }),
      m_recorder(std::move(plan))
{
    m_clock.Start();
}

dht::Recorder&
SimulatedRecording::GetRecorder()
{
    return m_recorder;
}

void
SimulatedRecording::Watch(const DhtDeadlockWatchdog& watchdog)
{
    m_watchdog = &watchdog;
}

void
SimulatedRecording::Close(const nlohmann::ordered_json& counters)
{
    m_clock.Stop();
    LookForLockUp();
    m_recorder.Close(DhtPresent(), counters);
}

nlohmann::ordered_json
SimulatedRecording::About(const std::string& program,
                          const std::string& scheme,
                          const std::vector<std::pair<std::string, std::string>>& given)
{
    return {{"program", program},
            {"run", RunOriginToJson()},
            {"scheme", scheme},
            {"options", OptionsToJson(given)}};
}

void
SimulatedRecording::Sample()
{
    LookForLockUp();
    m_recorder.Sample(DhtPresent());
}

void
SimulatedRecording::LookForLockUp()
{
    if (!m_watchdog || !m_watchdog->GetDeadlock())
    {
        return;
    }
    const DhtDeadlockWatchdog::Deadlock& deadlock = *m_watchdog->GetDeadlock();
    std::vector<std::size_t> circle;
    for (const auto& wait : deadlock.cycle)
    {
        circle.push_back(wait.peer);
    }
    m_recorder.AddLockUp(DhtPresent(), ToDhtTime(deadlock.since), circle);
    m_watchdog = nullptr; // it never ends
}

} // namespace ns3
