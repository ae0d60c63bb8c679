/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-experiment.h"

#include "dht-output-file.h"
#include "dht-present-time.h"
#include "dht-program.h"
#include "dht-progress-display.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "message-level-store.h"
#include "store-churn.h"
#include "store-coordinates.h"
#include "store-monitor.h"
#include "store-options.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <iostream>
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

/// @param s What peers have counted. @return What of it concerns repair.
nlohmann::ordered_json
RepairToJson(const dht::StorageCounters& s)
{
    return {{"comparisons", s.comparisons},
            {"compared", s.compared},
            {"comparisons_failed", s.comparisonsFailed},
            {"nonsense", s.syncNonsense},
            {"syncs", s.syncs},
            {"syncs_busy", s.syncsBusy},
            {"rebuilds", s.rebuilds},
            {"rebuilt", s.rebuilt},
            {"rebuilds_failed", s.rebuildsFailed},
            {"fragments_made", s.fragmentsMade},
            {"sweeps", s.sweeps},
            {"moves", s.moves},
            {"moved", s.moved},
            {"moves_failed", s.movesFailed},
            {"needless", s.needless},
            {"distrusted", s.distrusted},
            {"messages", s.repairMessages},
            {"bytes", s.repairBytes}};
}

/// Makes peers put and get, one after the other.
class StoreRun
{
  public:
    StoreRun(const StoreOptions& options, std::ostream* series)
        : m_options(options),
          m_random(RunSeed(), CHOICE_STREAM),
          m_monitor(series, [this] { Simulator::ScheduleNow([this] { Next(); }); }),
          m_store(MakePlan(options))
    {
        for (uint32_t peer = 0; peer < m_store.Size(); ++peer)
        {
            m_store.Get(peer).SetObserver(&m_monitor);
        }
        if (ComeAndGo())
        {
            m_churn.emplace(m_store, ChurnPlan(), m_random);
        }
    }

    /// Do all there is to do.
    void Run()
    {
        const DhtProgressDisplay progress([this] { return Done(); }, m_options.quiet);
        SettleCoordinates(m_store, IsExact() ? 0 : m_options.probes, [this] { OnSettled(); });
        Simulator::Schedule(STORE_POLL, [this] { Poll(); });
        Simulator::Run();
    }

    /// @return What has come of it.
    nlohmann::ordered_json ResultsToJson();
    /// @return What all peers have counted. @throws std::runtime_error They contradict themselves.
    nlohmann::ordered_json CountersToJson();

  private:
    static MessageLevelStore::Plan MakePlan(const StoreOptions& options);

    /// @return Whether peers come and go.
    bool ComeAndGo() const
    {
        return m_options.duration > Time(0);
    }

    /// @return How they do.
    StoreChurn::Plan ChurnPlan()
    {
        return {m_options.session,
                m_options.duration,
                m_options.down,
                [this](uint32_t peer) { m_store.Get(peer).SetObserver(&m_monitor); },
                [this] {
                    m_haveComeAndGone = true;
                    Next();
                }};
    }

    /// @return Whether repair has a part in the run.
    bool Repairs() const
    {
        return m_options.storage.repairInterval > dht::Time(0) || ComeAndGo();
    }

    /// @return Whether peers know all round-trip times.
    bool IsExact() const
    {
        return m_options.nearness == "exact";
    }

    /// @return A peer that is up.
    uint32_t DrawPeer()
    {
        uint32_t peer = 0;
        do
        {
            peer = static_cast<uint32_t>(dht::DrawBelow(m_random, m_store.Size()));
        } while (!m_store.IsUp(peer));
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
        return static_cast<double>(m_monitor.GetEnded()) / static_cast<double>(All());
    }

    /// @return Puts and gets of the whole run.
    uint64_t All() const
    {
        return m_options.blocks + m_options.warmup + m_options.gets;
    }

    /// What was sent until some time.
    struct Traffic
    {
        uint64_t messages{0}; //!< How many.
        uint64_t bytes{0};    //!< Theirs.
    };

    /// @return What was sent until now.
    Traffic Sent() const
    {
        return {m_store.GetSent(), m_store.GetBytes()};
    }

    /// Something has ended: do what is next.
    void Next();
    /// Let a share of the peers be down.
    void TakeDown();
    /// Coordinates have settled: choose fingers by them, and begin.
    void OnSettled();

    void Poll()
    {
        DhtSignalGuard::Check();
        Simulator::Schedule(STORE_POLL, [this] { Poll(); });
    }

    const StoreOptions& m_options;     //!< What is asked for.
    dht::SplitMixRandom m_random;      //!< Who does what.
    StoreMonitor m_monitor;            //!< What becomes of it.
    MessageLevelStore m_store;         //!< The stores.
    uint64_t m_begun{0};               //!< Puts and gets.
    std::vector<dht::Key> m_blocks;    //!< To be had.
    std::optional<StoreChurn> m_churn; //!< How peers come and go.
    bool m_haveComeAndGone{false};     //!< Whether that is over.
    Traffic m_settling;                //!< Until coordinates had settled.
    Traffic m_before;                  //!< Until gets were measured.
};

MessageLevelStore::Plan
StoreRun::MakePlan(const StoreOptions& options)
{
    MessageLevelStore::Plan plan;
    plan.storage = options.storage;
    plan.rpcs = options.rpcs;
    plan.vivaldi = options.vivaldi;
    plan.limits.longest = dht::Time::max();
    StoreOptions places = options;
    places.peers *= options.duration > Time(0) ? 2 : 1;
    plan.delays = places.MakeDelays(static_cast<uint32_t>(places.peers));
    plan.overlay = places.MakeOverlay(*plan.delays);
    plan.isExact = options.nearness == "exact";
    plan.loss = options.loss / 100;
    plan.seed = RunSeed();
    return plan;
}

void
StoreRun::OnSettled()
{
    if (!IsExact())
    {
        m_store.SetOverlay(
            m_options.MakeOverlay(PredictedDelays(m_store, m_options.vivaldi.space)));
    }
    m_settling = Sent();
    Simulator::ScheduleNow([this] { Next(); });
}

void
StoreRun::Next()
{
    const uint64_t ended = m_monitor.GetEnded();
    if (ended == All())
    {
        Simulator::Stop();
        return;
    }
    // a phase begins when all of the one before has ended
    const uint64_t put = m_options.blocks;
    const uint64_t warm = put + m_options.warmup;
    const uint64_t phaseEnd = ended < put ? put : ended < warm ? warm : All();
    while (m_begun < phaseEnd && m_begun - ended < m_options.concurrent)
    {
        if (m_begun == put)
        {
            m_blocks = m_monitor.GetBlocks();
            if (ComeAndGo() && !m_haveComeAndGone)
            {
                m_churn->Begin(m_blocks, m_options.storage.fragments);
                return;
            }
            TakeDown();
        }
        if (m_begun == warm)
        {
            m_monitor.Begin();
            m_before = Sent();
        }
        dht::Storage& storage = m_store.Get(DrawPeer());
        if (m_begun++ < put)
        {
            storage.Put(DhtPresent(), DrawBlock());
        }
        else
        {
            const uint64_t block =
                ComeAndGo() ? m_begun - warm - 1 : dht::DrawBelow(m_random, m_blocks.size());
            storage.Get(DhtPresent(), m_blocks[block]);
        }
    }
}

void
StoreRun::TakeDown()
{
    for (uint32_t peer = 0; m_options.down > 0 && !ComeAndGo() && peer < m_store.Size(); ++peer)
    {
        m_store.SetUp(peer, m_random.Uniform() >= m_options.down / 100);
    }
}

nlohmann::ordered_json
StoreRun::ResultsToJson()
{
    auto json = m_monitor.ResultsToJson();
    const auto gets = static_cast<double>(m_options.gets);
    json["messages_per_get"] = static_cast<double>(m_store.GetSent() - m_before.messages) / gets;
    json["bytes_per_get"] = static_cast<double>(m_store.GetBytes() - m_before.bytes) / gets;
    const auto peers = static_cast<double>(m_store.Size());
    json["settling_bytes_per_peer"] = static_cast<double>(m_settling.bytes) / peers;
    auto errors = CoordinateErrors(m_store, m_random);
    json["coordinate_error_percent"] = {{"p50", 100 * dht::Quantile(errors, 0.5)},
                                        {"p90", 100 * dht::Quantile(errors, 0.9)}};
    if (m_churn)
    {
        const std::size_t needed = m_options.storage.needed;
        json["kept"] =
            m_churn->ResultsToJson(needed > 0 ? needed : dht::FragmentsNeeded(m_options.blockSize));
    }
    json["messages"] = m_store.GetSent();
    json["bytes"] = m_store.GetBytes();
    return json;
}

nlohmann::ordered_json
StoreRun::CountersToJson()
{
    const dht::StorageCounters s = m_store.GetCounters();
    const dht::RpcCounters r = m_store.GetRpcCounters();
    const bool hold = m_store.IdentitiesHold();
    if (!hold)
    {
        throw std::runtime_error("the counters of some peer contradict each other");
    }
    nlohmann::ordered_json json{{"gets", s.gets},
                                {"complete", s.complete},
                                {"failed", s.failed},
                                {"puts", s.puts},
                                {"puts_ok", s.putsOk},
                                {"puts_failed", s.putsFailed},
                                {"lookups", s.lookups},
                                {"lookups_again", s.lookupsAgain},
                                {"relayed", s.relayed},
                                {"answered_to_origins", s.answered},
                                {"merged", s.merged},
                                {"listed", s.listed},
                                {"probes", s.probes},
                                {"probes_answered", s.probesAnswered},
                                {"stranded", s.stranded},
                                {"useless", s.useless},
                                {"fetches", s.fetches},
                                {"fetches_here", s.fetchesHere},
                                {"stores", s.stores},
                                {"stores_kept", s.storesKept},
                                {"rpcs",
                                 {{"issued", r.issued},
                                  {"answered", r.answered},
                                  {"timed_out", r.timedOut},
                                  {"cancelled", r.cancelled},
                                  {"sent", r.sent},
                                  {"timeouts", r.timeouts},
                                  {"spurious", r.spurious},
                                  {"late", r.late},
                                  {"unexpected", r.unexpected}}},
                                {"identities_hold", hold}};
    if (Repairs())
    {
        json["repair"] = RepairToJson(s);
    }
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
    StoreRun run(options, series.IsWanted() ? &series.Stream() : nullptr);
    run.Run();
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        nlohmann::ordered_json json = RunToJson(options.asGiven, wall);
        json["results"] = run.ResultsToJson();
        json["counters"] = run.CountersToJson();
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
