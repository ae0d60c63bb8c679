/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-recording.h"

#include "ring-recording.h"
#include "store-options.h"

#include <nlohmann/json.hpp>
#include <string>

namespace ns3
{

namespace
{

/// A column, and what a peer has counted for it.
struct StoreColumn
{
    dht::RecordedColumn column;                 //!< What it is; its name is that in the summary.
    std::uint64_t dht::StorageCounters::*count; //!< Its value.
};

const StoreColumn STORE_COLUMNS[]{
    {{"gets", "counter", "blocks", 1}, &dht::StorageCounters::gets},
    {{"complete", "counter", "blocks", 1}, &dht::StorageCounters::complete},
    {{"failed", "counter", "blocks", 1}, &dht::StorageCounters::failed},
    {{"puts", "counter", "blocks", 1}, &dht::StorageCounters::puts},
    {{"puts_ok", "counter", "blocks", 1}, &dht::StorageCounters::putsOk},
    {{"puts_failed", "counter", "blocks", 1}, &dht::StorageCounters::putsFailed},
    {{"fetches", "counter", "fragments", 1}, &dht::StorageCounters::fetches},
    {{"fetches_here", "counter", "fragments", 1}, &dht::StorageCounters::fetchesHere},
    {{"stores", "counter", "fragments", 1}, &dht::StorageCounters::stores},
    {{"stores_kept", "counter", "fragments", 1}, &dht::StorageCounters::storesKept},
};

/// Where blocks go by datagrams, peers send nothing again, mark nothing and drop nothing, and begin
/// at once what they are to do.
const std::vector<std::string> NOT_OF_DATAGRAMS{"made", "retransmitted", "dropped", "marked"};

} // namespace

/// Watches one peer.
class StoreRecording::Witness : public dht::StorageObserver
{
  public:
    /// @param recording Told of what ends. @param peer Which peer. @param next Told of all.
    Witness(StoreRecording& recording, uint32_t peer, dht::StorageObserver& next)
        : m_recording(recording),
          m_peer(peer),
          m_next(next)
    {
    }

  private:
    void OnFetched(dht::Time now, const dht::FetchReport& report) override
    {
        const dht::Time took = report.lookup + report.fetch;
        m_recording.OnEnded(m_peer, now, dht::RecordedEvent::kGet, report.ok, took);
        m_next.OnFetched(now, report);
    }

    void OnPut(dht::Time now, const dht::PutReport& report) override
    {
        m_recording.OnEnded(m_peer, now, dht::RecordedEvent::kPut, report.ok, report.took);
        m_next.OnPut(now, report);
    }

    StoreRecording& m_recording;  //!< Told of what ends.
    uint32_t m_peer;              //!< Which peer.
    dht::StorageObserver& m_next; //!< Told of all.
};

StoreRecording::StoreRecording(const StoreOptions& options,
                               StoreNetwork& network,
                               dht::StorageObserver& next)
    : m_network(network),
      m_carriers(network.Carriers()),
      m_past(network.Size())
{
    for (uint32_t peer = 0; peer < network.Size(); ++peer)
    {
        m_endpoints.push_back(network.GetRing().At(peer));
        m_witnesses.push_back(std::make_unique<Witness>(*this, peer, next));
    }
    m_recording = std::make_unique<SimulatedRecording>(MakePlan(options));
    for (const auto& carrier : m_carriers)
    {
        carrier->AddObserver(m_recording->GetRecorder());
    }
}

StoreRecording::~StoreRecording()
{
    for (const auto& carrier : m_carriers)
    {
        carrier->RemoveObserver(m_recording->GetRecorder());
    }
}

dht::Recorder::Plan
StoreRecording::MakePlan(const StoreOptions& options)
{
    dht::Recorder::Plan plan;
    plan.options = options.recording;
    const std::string scheme = m_carriers.empty() ? "stp" : options.scheme;
    plan.about = SimulatedRecording::About("store", scheme, options.asGiven);
    plan.about["what"] = "store";
    plan.look = [this](const auto& eye) {
        for (uint32_t peer = 0; peer < m_network.Size(); ++peer)
        {
            eye(m_network.StateOf(peer, CountersOf(peer)));
        }
    };
    for (const StoreColumn& each : STORE_COLUMNS)
    {
        plan.more.columns.push_back(each.column);
    }
    plan.more.look = [this](std::size_t peer, std::uint64_t* values) {
        const dht::StorageCounters counters = CountersOf(static_cast<uint32_t>(peer));
        for (const StoreColumn& each : STORE_COLUMNS)
        {
            *values++ = counters.*each.count;
        }
    };
    m_carriers.empty() ? DescribeRing(plan) : DescribePeers(m_carriers, plan);
    return plan;
}

void
StoreRecording::DescribeRing(dht::Recorder::Plan& plan) const
{
    for (uint32_t peer = 0; peer < m_network.Size(); ++peer)
    {
        plan.ring.ids.push_back(m_network.GetRing().Peers().Id(peer));
    }
    plan.ring.endpoints = m_endpoints;
    // they have no links
    plan.linkEnd = [](std::size_t, dht::LinkIndex) { return dht::Endpoint{}; };
    plan.options.oneIn = 0;
    plan.without = NOT_OF_DATAGRAMS;
}

dht::StorageObserver&
StoreRecording::ObserverOf(uint32_t peer)
{
    return *m_witnesses.at(peer);
}

void
StoreRecording::OnGoes(uint32_t peer)
{
    m_past[peer] += m_network.CountersOf(peer);
}

void
StoreRecording::Close()
{
    m_recording->Close(m_network.CountersToJson());
}

dht::StorageCounters
StoreRecording::CountersOf(uint32_t peer) const
{
    dht::StorageCounters all = m_past[peer];
    all += m_network.CountersOf(peer);
    return all;
}

void
StoreRecording::OnEnded(uint32_t peer,
                        dht::Time now,
                        dht::RecordedEvent kind,
                        bool ok,
                        dht::Time took)
{
    dht::Recorder& recorder = m_recording->GetRecorder();
    const dht::EventContext at{now, m_endpoints[peer]};
    if (m_carriers.empty() && ok)
    {
        // it is what a request is elsewhere
        dht::Answer answer;
        answer.delay = took;
        recorder.OnAnswered(at, answer);
    }
    recorder.AddEnd(at, kind, ok, took);
}

} // namespace ns3
