/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-experiment.h"

#include "dht-output-file.h"
#include "dht-program.h"
#include "dht-progress-display.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "message-level-store.h"
#include "store-churn.h"
#include "store-clients.h"
#include "store-crowd.h"
#include "store-load.h"
#include "store-monitor.h"
#include "store-network.h"
#include "store-options.h"
#include "store-recording.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace ns3
{

namespace
{

/// The random streams of who does what; those of peers are below.
constexpr uint64_t CHOICE_STREAM = DELAY_STREAM + (uint64_t{1} << 32);
/// How often it is looked whether the simulation is to end.
const Time STORE_POLL = MilliSeconds(100);

/// Makes peers put and get, one after the other.
class StoreRun
{
  public:
    StoreRun(const StoreOptions& options, StoreNetwork& network, std::ostream* series)
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
        if (options.recording.IsWanted())
        {
            m_recording = std::make_unique<StoreRecording>(options, network, m_monitor);
        }
        for (uint32_t peer = 0; peer < network.Size(); ++peer)
        {
            network.SetObserver(peer, ObserverOf(peer));
        }
    }

    /// Do all there is to do.
    void Run()
    {
        const DhtProgressDisplay progress([this] { return Done(); }, m_options.quiet);
        m_network.Prepare([this] { OnPrepared(); });
        Simulator::Schedule(STORE_POLL, [this] { Poll(); });
        Simulator::Run();
    }

    /// Write the end of the recording, if there is one. @throws std::runtime_error That failed.
    void CloseRecording()
    {
        if (m_recording)
        {
            m_recording->Close();
        }
    }

    /// @return What has come of it.
    nlohmann::ordered_json ResultsToJson();

  private:
    /// @return How peers come and go.
    StoreChurn::Plan ChurnPlan()
    {
        return {m_options.session,
                m_options.duration,
                m_options.down,
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

    /// @param peer A peer. @return What watches it.
    dht::StorageObserver* ObserverOf(uint32_t peer)
    {
        return m_recording ? &m_recording->ObserverOf(peer) : &m_monitor;
    }

    /// @return A peer that is up.
    uint32_t DrawPeer()
    {
        uint32_t peer = 0;
        do
        {
            peer = static_cast<uint32_t>(dht::DrawBelow(m_random, m_network.Size()));
        } while (!m_network.IsUp(peer));
        return peer;
    }

    /// @return A block that nobody has put.
    dht::Bytes DrawBlock()
    {
        dht::Bytes block(m_options.blockSize);
        std::generate(block.begin(), block.end(), [this] {
            return static_cast<uint8_t>(dht::DrawBelow(m_random, 256));
        });
        return block;
    }

    /// @return The share of the work that is done.
    double Done() const
    {
        if (m_options.load > 0)
        {
            const Time done = m_loadBegun ? Simulator::Now() - *m_loadBegun : Time(0);
            return done.GetSeconds() / (m_options.loadWarmup + m_options.loadDuration).GetSeconds();
        }
        return static_cast<double>(m_monitor.GetEnded()) / static_cast<double>(All());
    }

    /// @return Gets that are measured.
    uint64_t Measured() const
    {
        const bool areMany = m_options.IsInTurn() || m_options.AreTogether();
        return m_options.load > 0 ? 0 : m_options.gets * (areMany ? m_clients.Count() : 1);
    }

    /// @return Puts and gets of the whole run.
    uint64_t All() const
    {
        return m_options.blocks + m_options.warmup + Measured();
    }

    /// @param ended Puts and gets that have ended. @return How many have at the end of the phase: a
    /// phase begins when all of the one before has ended.
    uint64_t PhaseEnd(uint64_t ended) const;
    /// Begin the next get.
    void Get();
    /// All is put: let peers get at a rate.
    void BeginLoad();
    /// All is put: let clients get all at once. @param ended Puts and gets that have ended.
    void NextTogether(uint64_t ended);

    /// Something has ended: do what is next.
    void Next();
    /// Let a share of the peers be down.
    void TakeDown();
    /// All is prepared: begin.
    void OnPrepared();

    void Poll()
    {
        DhtSignalGuard::Check();
        Simulator::Schedule(STORE_POLL, [this] { Poll(); });
    }

    const StoreOptions& m_options;               //!< What is asked for.
    dht::SplitMixRandom m_random;                //!< Who does what.
    StoreMonitor m_monitor;                      //!< What becomes of it.
    StoreNetwork& m_network;                     //!< The peers.
    std::unique_ptr<StoreRecording> m_recording; //!< Of them; null if there is to be none.
    StoreClients m_clients;                      //!< Those who get one after the other.
    StoreCrowd m_crowd;                          //!< Those who get all at once.
    StoreLoad m_load;                            //!< Those who get at a rate.
    std::optional<Time> m_loadBegun;             //!< When they have begun.
    uint64_t m_begun{0};                         //!< Puts and gets.
    std::vector<dht::Key> m_blocks;              //!< To be had.
    std::optional<StoreChurn> m_churn;           //!< How peers come and go.
    bool m_haveComeAndGone{false};               //!< Whether that is over.
    StoreTraffic m_settling;                     //!< Until all was prepared.
    StoreTraffic m_before;                       //!< Until gets were measured.
};

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
            if (m_churn && !m_haveComeAndGone)
            {
                m_churn->Begin(m_blocks, m_options.storage.fragments);
                return;
            }
            TakeDown();
        }
        if (m_begun == warm)
        {
            m_monitor.Begin();
            m_before = m_network.Sent();
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
StoreRun::BeginLoad()
{
    m_blocks = m_monitor.GetBlocks();
    TakeDown();
    m_loadBegun = Simulator::Now();
    m_load.Begin(m_blocks, m_random);
    Simulator::Schedule(m_options.loadWarmup, [this] {
        m_monitor.Begin();
        m_before = m_network.Sent();
        m_load.BeginWindow();
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
        m_monitor.Begin();
        m_before = m_network.Sent();
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
        m_network.Get(peer, m_blocks[block]);
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
        const std::size_t needed = m_options.storage.needed;
        json["kept"] =
            m_churn->ResultsToJson(needed > 0 ? needed : dht::FragmentsNeeded(m_options.blockSize));
    }
    json["messages"] = sent.messages;
    json["bytes"] = sent.bytes;
    return json;
}

void
RunStoreChecked(int argc, char* argv[])
{
    const StoreOptions options = StoreOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);
    const auto start = std::chrono::steady_clock::now();
    const std::unique_ptr<StoreNetwork> network = StoreNetwork::Make(options);
    StoreRun run(options, *network, series.IsWanted() ? &series.Stream() : nullptr);
    run.Run();
    run.CloseRecording();
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        nlohmann::ordered_json json = RunToJson(options.asGiven, wall);
        json["results"] = run.ResultsToJson();
        json["counters"] = network->CountersToJson();
        if (options.load > 0)
        {
            json["counters"]["under_way"] = network->UnderWay();
        }
        out << json.dump(2) << "\n";
    });
}

} // namespace

int
RunStore(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { RunStoreChecked(argc, argv); });
}

} // namespace ns3
