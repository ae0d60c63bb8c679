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

void
DescribePeers(const std::vector<Ptr<DhtPeerApplication>>& peers, dht::Recorder::Plan& plan)
{
    for (const auto& peer : peers)
    {
        plan.ring.ids.push_back(peer->GetId());
        plan.ring.endpoints.push_back(peer->GetEndpoint());
        plan.ring.links.push_back(static_cast<dht::LinkIndex>(peer->GetNeighbours().size()));
    }
    plan.linkEnd = [peers](std::size_t peer, dht::LinkIndex link) {
        const auto& neighbours = peers[peer]->GetNeighbours();
        return link < neighbours.size() ? neighbours[link] : dht::Endpoint{};
    };
    plan.queues = [peers](std::size_t peer, std::vector<std::size_t>& lengths) {
        if (const dht::Peer* const running = peers[peer]->GetPeer())
        {
            running->GetRelay().CountByLink(lengths);
        }
    };
}

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
    plan.look = [this](const auto& eye) { m_monitor.Look(eye); };
    DescribePeers(m_peers, plan);
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

} // namespace ns3
