/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-recording.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace ns3
{

RingRecording::RingRecording(const dht::RecordingOptions& options,
                             const nlohmann::ordered_json& about,
                             const ApplicationContainer& peers,
                             const RingMonitor& monitor)
    : m_monitor(monitor)
{
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        m_peers.push_back(DynamicCast<DhtPeerApplication>(*peer));
    }
    dht::Recorder::Plan plan;
    plan.options = options;
    plan.about = about;
    plan.ring = DescribePeers();
    plan.look = [this](const auto& eye) { m_monitor.Look(eye); };
    plan.linkEnd = [this](std::size_t peer, dht::LinkIndex link) {
        const auto& neighbours = m_peers[peer]->GetNeighbours();
        return link < neighbours.size() ? neighbours[link] : dht::Endpoint{};
    };
    m_recording = std::make_unique<SimulatedRecording>(std::move(plan));
    for (const auto& peer : m_peers)
    {
        peer->AddObserver(m_recording->GetRecorder());
    }
}

std::unique_ptr<RingRecording>
RingRecording::Make(const dht::RecordingOptions& options,
                    const nlohmann::ordered_json& about,
                    const ApplicationContainer& peers,
                    const RingMonitor& monitor)
{
    return options.IsWanted() ? std::make_unique<RingRecording>(options, about, peers, monitor)
                              : nullptr;
}

RingRecording::~RingRecording()
{
    for (const auto& peer : m_peers)
    {
        peer->RemoveObserver(m_recording->GetRecorder());
    }
}

void
RingRecording::Watch(const DhtDeadlockWatchdog& watchdog)
{
    m_recording->Watch(watchdog);
}

void
RingRecording::Close(const nlohmann::ordered_json& counters)
{
    m_recording->Close(counters);
}

dht::RecordedRing
RingRecording::DescribePeers() const
{
    dht::RecordedRing ring;
    for (const auto& peer : m_peers)
    {
        ring.ids.push_back(peer->GetId());
        ring.endpoints.push_back(peer->GetEndpoint());
        ring.links.push_back(static_cast<dht::LinkIndex>(peer->GetNeighbours().size()));
    }
    return ring;
}

} // namespace ns3
