/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulated-peers.h"

#include "dht-helper.h"
#include "dht-run-summary.h"

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace ns3
{

namespace
{

/// In a ready-made ring, every peer is connected to its neighbours by then; a ring that is to be
/// joined has its first peer.
const Time WORKLOAD_START = Seconds(2);

/// @return The first random stream of the peers. It is hardly ever the same: an emulator that was
/// killed and is back must not use request ids again that real peers still answer. The links, whose
/// streams are below, stay what they were.
int64_t
FirstPeerStream()
{
    std::random_device device;
    constexpr int64_t peerStreams = int64_t{1} << 24;
    return peerStreams * (1 + std::uniform_int_distribution<int64_t>(0, 1 << 30)(device));
}

/// @param options What is wanted. @return When the workloads start, if their peers are in the ring.
Time
WorkloadStart(const EmulationOptions& options)
{
    if (options.startAt > 0)
    {
        using Seconds = std::chrono::duration<double>;
        const Seconds now = std::chrono::system_clock::now().time_since_epoch();
        return Max(ns3::Seconds(options.startAt - now.count()), Time(0));
    }
    return WORKLOAD_START + options.joinInterval * (options.join.empty() ? 0 : options.simulated);
}

/// @param ring Makes peers. @param options What is wanted, with a ring to join. @param nodes
/// Theirs.
/// @param addresses Theirs. @return The peers, which start one after the other.
ApplicationContainer
InstallJoining(const DhtHelper& ring,
               const EmulationOptions& options,
               const NodeContainer& nodes,
               const std::vector<Ipv4Address>& addresses)
{
    ApplicationContainer peers;
    for (uint32_t i = 0; i < addresses.size(); ++i)
    {
        // the one that the others join, if it is simulated, begins the ring
        std::vector<dht::Endpoint> join{*options.GetJoin()};
        if (join.front() == dht::Endpoint::Ipv4(addresses[i].Get(), options.port))
        {
            join.clear();
        }
        peers.Add(ring.InstallJoining(nodes.Get(i), {addresses[i]}, [join] { return join; }));
        peers.Get(i)->SetStartTime(WORKLOAD_START + options.joinInterval * i);
    }
    return peers;
}

/// @param ring Makes peers. @param options What is wanted. @param nodes Theirs. @return The peers.
ApplicationContainer
Install(const DhtHelper& ring, const EmulationOptions& options, const NodeContainer& nodes)
{
    std::vector<Ipv4Address> addresses;
    for (uint64_t i = 0; i < options.simulated; ++i)
    {
        addresses.push_back(options.AddressOf(options.real + i));
    }
    const bool joins = options.GetJoin().has_value();
    const ApplicationContainer peers =
        joins ? InstallJoining(ring, options, nodes, addresses) : ring.Install(nodes, addresses);
    for (uint32_t i = 0; i < peers.GetN(); ++i)
    {
        const Time start = joins ? WORKLOAD_START + options.joinInterval * i : Time(0);
        peers.Get(i)->SetAttribute("WorkloadDelay",
                                   TimeValue(Max(WorkloadStart(options) - start, Time(0))));
    }
    return peers;
}

} // namespace

SimulatedPeers::SimulatedPeers(const EmulationOptions& options, const EmulatedNetwork& network)
    : m_begin(options.simulated > 0 ? WorkloadStart(options) + options.warmup : Time(0)),
      m_duration(options.duration)
{
    if (options.simulated == 0)
    {
        return;
    }
    DhtHelper ring;
    ring.SetScheme(options.scheme);
    ring.SetIds(DhtHelper::SHA1);
    ring.SetAttribute("Port", UintegerValue(options.port));
    options.ConfigurePeers(ring);
    ring.SetAttribute("MessageSize", UintegerValue(options.messageSize));
    m_peers = Install(ring, options, network.GetNodes());
    DhtHelper::AssignStreams(m_peers, FirstPeerStream());
    m_monitor = std::make_unique<RingMonitor>(m_peers, nullptr);
    m_monitor->WarnOfStarving("dht-emulate");
    const auto about = SimulatedRecording::About("dht-emulate", options.scheme, options.asGiven);
    m_recording = RingRecording::Make(options.recording, about, m_peers, *m_monitor);
}

void
SimulatedPeers::Schedule()
{
    if (!m_monitor)
    {
        return;
    }
    Simulator::Schedule(m_begin, &SimulatedPeers::Begin, this);
    if (m_duration > Time(0))
    {
        Simulator::Schedule(m_begin + m_duration, &SimulatedPeers::End, this);
    }
}

void
SimulatedPeers::Begin()
{
    m_begun = true;
    m_before = Count();
    m_monitor->Begin();
}

void
SimulatedPeers::End()
{
    if (!m_monitor || m_ended)
    {
        return;
    }
    if (!m_begun)
    {
        Begin(); // nothing was measured
    }
    m_ended = true;
    m_after = Count();
    m_monitor->End();
}

void
SimulatedPeers::CloseRecording()
{
    if (m_recording)
    {
        m_recording->Close(CountersToJson(*m_monitor));
    }
}

std::vector<uint64_t>
SimulatedPeers::Count() const
{
    std::vector<uint64_t> answered;
    for (auto peer = m_peers.Begin(); peer != m_peers.End(); ++peer)
    {
        answered.push_back(DynamicCast<DhtPeerApplication>(*peer)->GetCounters().answered);
    }
    return answered;
}

std::vector<double>
SimulatedPeers::GetAchieved() const
{
    const double window = std::max(m_monitor->GetResults().window, 1e-9);
    std::vector<double> achieved;
    for (std::size_t i = 0; i < m_after.size(); ++i)
    {
        achieved.push_back(static_cast<double>(m_after[i] - m_before[i]) / window);
    }
    return achieved;
}

Time
SimulatedPeers::GetEnd() const
{
    return m_begin + m_duration;
}

uint64_t
SimulatedPeers::GetAnswered() const
{
    return m_monitor ? m_monitor->GetCounters().answered : 0;
}

uint32_t
SimulatedPeers::GetCount() const
{
    return m_peers.GetN();
}

const RingMonitor*
SimulatedPeers::GetMonitor() const
{
    return m_monitor.get();
}

} // namespace ns3
