/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-run.h"

#include "dht-progress-display.h"
#include "dht-signal-guard.h"
#include "dht-summary.h"
#include "message-level-store.h"
#include "store-options.h"
#include "store-rpc-waits.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

/// The random streams of who does what; those of peers are below.
constexpr uint64_t CHOICE_STREAM = DELAY_STREAM + (uint64_t{1} << 32);
/// How often it is looked whether the simulation is to end.
const Time STORE_POLL = MilliSeconds(100);

} // namespace

StoreRun::StoreRun(const StoreOptions& options, StoreNetwork& network, std::ostream* series)
    : m_options(options),
      m_random(RunSeed(), CHOICE_STREAM),
      m_monitor(series, [this] { Simulator::ScheduleNow([this] { Next(); }); }),
      m_network(network),
      m_clients(network.OneOfEachNode(), options.gets),
      m_crowd(network.OneOfEachNode(), options.gets, options.concurrent, network),
      m_load(options.load, network)
{
    if (m_options.ComeAndGo())
    {
        m_churn.emplace(*m_network.Places(), ChurnPlan(), m_random);
    }
    if (options.vanish > 0)
    {
        m_vanish.emplace(m_network,
                         StoreVanish::Plan{options.vanish,
                                           options.vanishTime,
                                           Needed(),
                                           options.storage.repairBelow});
    }
    if (options.recording.IsWanted())
    {
        m_recording = std::make_unique<StoreRecording>(options, network, m_monitor);
    }
    for (uint32_t peer = 0; peer < network.Size(); ++peer)
    {
        network.SetObserver(peer, ObserverOf(peer));
    }
}

void
StoreRun::Run()
{
    const DhtProgressDisplay progress([this] { return Done(); }, m_options.quiet);
    m_network.Prepare([this] { OnPrepared(); });
    Simulator::Schedule(STORE_POLL, [this] { Poll(); });
    Simulator::Run();
}

void
StoreRun::CloseRecording()
{
    if (m_recording)
    {
        m_recording->Close();
    }
}

StoreChurn::Plan
StoreRun::ChurnPlan()
{
    return {m_options.session,
            m_options.duration,
            m_options.down,
            m_options.handOver,
            [this](uint32_t peer) {
                if (m_recording)
                {
                    m_recording->OnGoes(peer);
                }
            },
            [this](uint32_t peer) { m_network.SetObserver(peer, ObserverOf(peer)); },
            [this] {
                m_haveComeAndGone = true;
                Next();
            }};
}

dht::StorageObserver*
StoreRun::ObserverOf(uint32_t peer)
{
    return m_recording ? &m_recording->ObserverOf(peer) : &m_monitor;
}

uint32_t
StoreRun::DrawPeer()
{
    uint32_t peer = 0;
    do
    {
        peer = static_cast<uint32_t>(dht::DrawBelow(m_random, m_network.Size()));
    } while (!m_network.IsUp(peer));
    return peer;
}

dht::Bytes
StoreRun::DrawBlock()
{
    dht::Bytes block(m_options.blockSize);
    std::generate(block.begin(), block.end(), [this] {
        return static_cast<uint8_t>(dht::DrawBelow(m_random, 256));
    });
    return block;
}

std::size_t
StoreRun::Needed() const
{
    const std::size_t needed = m_options.storage.needed;
    return needed > 0 ? needed : dht::FragmentsNeeded(m_options.blockSize);
}

double
StoreRun::Done() const
{
    if (m_options.load > 0)
    {
        const Time done = m_loadBegun ? Simulator::Now() - *m_loadBegun : Time(0);
        return done.GetSeconds() / (m_options.loadWarmup + m_options.loadDuration).GetSeconds();
    }
    return static_cast<double>(m_monitor.GetEnded()) / static_cast<double>(All());
}

uint64_t
StoreRun::Measured() const
{
    const bool areMany = m_options.IsInTurn() || m_options.AreTogether();
    return m_options.load > 0 ? 0 : m_options.gets * (areMany ? m_clients.Count() : 1);
}

uint64_t
StoreRun::All() const
{
    return m_options.blocks + m_options.warmup + Measured();
}

void
StoreRun::Poll()
{
    DhtSignalGuard::Check();
    Simulator::Schedule(STORE_POLL, [this] { Poll(); });
}

void
StoreRun::OnPrepared()
{
    m_settling = m_network.Sent();
    Simulator::ScheduleNow([this] { Next(); });
}

void
StoreRun::Next()
{
    const uint64_t ended = m_monitor.GetEnded();
    const uint64_t before = m_options.blocks + m_options.warmup;
    // who ended at the same time has begun the next one
    const bool isClientDone =
        m_begun == ended && ended > before && (ended - before) % m_options.gets == 0;
    if (m_options.IsInTurn() && isClientDone)
    {
        m_clients.OnEnded(Simulator::Now(), m_monitor.GetComplete() * m_options.blockSize);
    }
    if (m_options.load > 0 && ended >= m_options.blocks)
    {
        if (m_blocks.empty())
        {
            BeginLoad();
        }
        return;
    }
    if (m_options.AreTogether() && ended >= before)
    {
        NextTogether(ended);
        return;
    }
    if (ended == All())
    {
        Simulator::Stop();
        return;
    }
    const uint64_t put = m_options.blocks;
    const uint64_t warm = put + m_options.warmup;
    const uint64_t phaseEnd = PhaseEnd(ended);
    while (m_begun < phaseEnd && m_begun - ended < m_options.concurrent)
    {
        if (m_begun == put)
        {
            m_blocks = m_monitor.GetBlocks();
            if (m_options.onlyLookups)
            {
                m_monitor.TakeLookups();
            }
            if (m_churn && !m_haveComeAndGone)
            {
                m_churn->Begin(m_blocks, m_options.storage.fragments);
                return;
            }
            TakeDown();
        }
        if (m_begun == warm)
        {
            BeginMeasurement();
            if (m_options.IsInTurn())
            {
                m_clients.Begin(m_blocks, m_random);
            }
        }
        if (m_begun < put)
        {
            ++m_begun;
            const uint32_t peer = DrawPeer();
            m_network.Put(peer, DrawBlock());
        }
        else
        {
            Get();
        }
    }
}

void
StoreRun::BeginMeasurement()
{
    m_monitor.Begin();
    m_before = m_network.Sent();
    if (m_options.rpcWaits)
    {
        m_rpcsBefore = m_network.Rpcs();
    }
}

void
StoreRun::BeginLoad()
{
    m_blocks = m_monitor.GetBlocks();
    TakeDown();
    m_loadBegun = Simulator::Now();
    m_load.Begin(m_blocks, m_random);
    Simulator::Schedule(m_options.loadWarmup, [this] {
        BeginMeasurement();
        m_load.BeginWindow();
        if (m_vanish)
        {
            m_vanish->Begin(m_blocks, m_random);
        }
    });
    Simulator::Schedule(m_options.loadWarmup + m_options.loadDuration, [this] {
        m_load.EndWindow();
        Simulator::Stop();
    });
}

void
StoreRun::NextTogether(uint64_t ended)
{
    if (m_crowd.HasBegun())
    {
        m_crowd.Continue();
    }
    else
    {
        BeginMeasurement();
        m_crowd.Begin(m_monitor.GetBlocks(), m_random);
    }
    if (ended == All())
    {
        Simulator::Stop();
    }
}

uint64_t
StoreRun::PhaseEnd(uint64_t ended) const
{
    const uint64_t put = m_options.blocks;
    const uint64_t warm = put + m_options.warmup;
    if (ended < warm)
    {
        return ended < put ? put : warm;
    }
    return ended + m_options.gets - (ended - warm) % m_options.gets;
}

void
StoreRun::Get()
{
    const uint64_t before = m_options.blocks + m_options.warmup;
    const uint64_t number = m_begun++;
    if (!m_options.IsInTurn() || number < before)
    {
        const uint32_t peer = DrawPeer();
        // after peers have come and gone, each block once
        const uint64_t block =
            m_churn ? number - before : dht::DrawBelow(m_random, m_blocks.size());
        const auto begin = m_options.onlyLookups ? &StoreNetwork::Locate : &StoreNetwork::Get;
        (m_network.*begin)(peer, m_blocks[block]);
        return;
    }
    const uint64_t get = number - before;
    if (get % m_options.gets == 0)
    {
        m_clients.OnBegun(Simulator::Now(), m_monitor.GetComplete() * m_options.blockSize);
    }
    m_network.Get(m_clients.PeerOf(get), m_clients.KeyOf(get));
}

void
StoreRun::TakeDown()
{
    for (uint32_t peer = 0; m_options.down > 0 && !m_churn && peer < m_network.Size(); ++peer)
    {
        m_network.SetUp(peer, m_random.Uniform() >= m_options.down / 100);
    }
}

nlohmann::ordered_json
StoreRun::ResultsToJson()
{
    auto json = m_monitor.ResultsToJson();
    const auto gets = static_cast<double>(
        m_options.load > 0 ? std::max<uint64_t>(1, m_monitor.GetComplete()) : Measured());
    const StoreTraffic sent = m_network.Sent();
    json["messages_per_get"] = static_cast<double>(sent.messages - m_before.messages) / gets;
    json["bytes_per_get"] = static_cast<double>(sent.bytes - m_before.bytes) / gets;
    if (m_options.load > 0)
    {
        json["load"] = m_load.ToJson();
    }
    if (m_vanish)
    {
        json["vanished"] = m_vanish->ToJson();
    }
    if (m_options.IsInTurn())
    {
        json["throughput_bytes_s"] = m_clients.ThroughputToJson();
    }
    if (m_options.AreTogether())
    {
        json["together"] = m_crowd.ToJson(m_options.blockSize);
    }
    const auto peers = static_cast<double>(m_network.Size());
    json["settling_bytes_per_peer"] = static_cast<double>(m_settling.bytes) / peers;
    auto errors = m_network.CoordinateErrors(m_random);
    if (!errors.empty())
    {
        json["coordinate_error_percent"] = {{"p50", 100 * dht::Quantile(errors, 0.5)},
                                            {"p90", 100 * dht::Quantile(errors, 0.9)}};
    }
    if (m_churn)
    {
        json["kept"] = m_churn->ResultsToJson(Needed());
    }
    if (m_options.rpcWaits)
    {
        json["rpc_waits"] = RpcWaitsToJson(m_rpcsBefore, m_network.Rpcs());
    }
    json["messages"] = sent.messages;
    json["bytes"] = sent.bytes;
    return json;
}

} // namespace ns3
