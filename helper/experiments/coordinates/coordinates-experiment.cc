/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "coordinates-experiment.h"

#include "coordinates-options.h"
#include "dht-output-file.h"
#include "dht-present-time.h"
#include "dht-program.h"
#include "dht-progress-display.h"
#include "dht-run-summary.h"
#include "dht-signal-guard.h"
#include "dht-summary.h"
#include "message-level-store.h"
#include "split-mix-random.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

namespace ns3
{

namespace
{

/// The random stream of who joins late, and of which pairs are compared.
constexpr uint64_t PAIR_STREAM = DELAY_STREAM + (uint64_t{1} << 34);
/// Pairs of peers that are compared each time, or somewhat fewer.
constexpr int ERROR_PAIRS = 4000;
/// How often delays that change take a step.
const Time CHANGE_STEP = MilliSeconds(100);
/// How near the error has to come again to what it was.
constexpr double RECOVERED_FACTOR = 1.2;

/// What the errors of some pairs are, in percent.
struct ErrorQuantiles
{
    double median{std::nan("")}; //!< Of all.
    double high{std::nan("")};   //!< Nine of ten are below.
};

/// @param errors Relative errors. @return Their quantiles in percent.
ErrorQuantiles
QuantilesOf(std::vector<double> errors)
{
    if (errors.empty())
    {
        return {};
    }
    return {100 * dht::Quantile(errors, 0.5), 100 * dht::Quantile(errors, 0.9)};
}

/// The errors of a second.
struct ErrorSample
{
    double time{0};           //!< Seconds.
    ErrorQuantiles others;    //!< Between peers that were there from the start.
    ErrorQuantiles newcomers; //!< Between these and those that joined late.
};

/// Makes peers measure, and compares what they predict.
class CoordinatesRun
{
  public:
    /// @param options What is asked for. @param series Gets a line a second; may be null.
    CoordinatesRun(const CoordinatesOptions& options, std::ostream* series)
        : m_options(options),
          m_series(series),
          m_random(RunSeed(), PAIR_STREAM),
          m_store(MakePlan()),
          m_isLate(options.peers)
    {
        for (std::size_t peer = 0; peer < m_isLate.size(); ++peer)
        {
            m_isLate[peer] = m_random.Uniform() < options.latecomers / 100;
        }
        m_isLate[0] = false;
    }

    /// Do it.
    void Run();

    /// @return What has come of it.
    nlohmann::ordered_json ResultsToJson() const;

    /// @return What peers have counted.
    nlohmann::ordered_json CountersToJson() const;

  private:
    MessageLevelStore::Plan MakePlan()
    {
        MessageLevelStore::Plan plan;
        auto delays = m_options.MakeChangingDelays();
        m_delays = delays.get();
        plan.delays = std::move(delays);
        plan.overlay = m_options.MakeOverlay(*plan.delays);
        plan.vivaldi = m_options.vivaldi;
        plan.isExact = false;
        plan.seed = RunSeed();
        return plan;
    }

    /// Let one peer measure, again and again. @param peer The peer's number.
    void Measure(uint32_t peer);
    /// Let those be there who are late, or not. @param areThere Whether they are.
    void SetLatecomers(bool areThere);
    /// Move delays on.
    void Change();
    /// Compare what peers predict, each second.
    void Sample();
    /// @return Relative errors of pairs: between those that are early, and the other pairs.
    std::pair<std::vector<double>, std::vector<double>> Errors();
    /// @param at When something happened. @param isOfNewcomers Whose errors. @return What they were
    /// before, were at most, and how long they took to come down again.
    nlohmann::ordered_json AroundToJson(double at, bool isOfNewcomers) const;

    const CoordinatesOptions& m_options;    //!< What is asked for.
    std::ostream* m_series;                 //!< The series, if it is wanted.
    dht::SplitMixRandom m_random;           //!< Who is late, and pairs.
    dht::ChangingDelays* m_delays{nullptr}; //!< Those of the store.
    MessageLevelStore m_store;              //!< The peers.
    std::vector<bool> m_isLate;             //!< By peer.
    std::vector<ErrorSample> m_samples;     //!< By second.
};

void
CoordinatesRun::Run()
{
    const DhtProgressDisplay progress(
        [this] { return Simulator::Now().GetSeconds() / m_options.duration.GetSeconds(); },
        m_options.quiet);
    if (m_series)
    {
        *m_series << "time_s,p50,p90,newcomers_p50,newcomers_p90\n";
    }
    const Time apart = m_options.interval / static_cast<int64_t>(m_store.Size());
    for (uint32_t peer = 0; peer < m_store.Size(); ++peer)
    {
        Simulator::Schedule(peer * apart, [this, peer] { Measure(peer); });
    }
    if (m_options.latecomers > 0)
    {
        SetLatecomers(false);
        Simulator::Schedule(m_options.joinAt, [this] { SetLatecomers(true); });
    }
    if (m_options.change > 0)
    {
        Simulator::Schedule(m_options.changeAt, [this] { Change(); });
    }
    Simulator::Schedule(Seconds(1), [this] { Sample(); });
    Simulator::Stop(m_options.duration + NanoSeconds(1));
    Simulator::Run();
}

void
CoordinatesRun::Measure(uint32_t peer)
{
    if (m_store.IsUp(peer))
    {
        m_store.Get(peer).Probe(DhtPresent());
    }
    Simulator::Schedule(m_options.interval, [this, peer] { Measure(peer); });
}

void
CoordinatesRun::SetLatecomers(bool areThere)
{
    std::vector<uint32_t> present;
    for (uint32_t peer = 0; peer < m_store.Size(); ++peer)
    {
        if (m_isLate[peer])
        {
            m_store.SetUp(peer, areThere);
        }
        if (areThere || !m_isLate[peer])
        {
            present.push_back(peer);
        }
    }
    m_store.SetPresent(present);
}

void
CoordinatesRun::Change()
{
    const double since = (Simulator::Now() - m_options.changeAt).GetSeconds();
    const double takes = m_options.changeTakes.GetSeconds();
    const double done = takes > 0 ? std::min(since / takes, 1.0) : 1;
    m_delays->SetShare(done * m_options.change / 100);
    if (done < 1)
    {
        Simulator::Schedule(CHANGE_STEP, [this] { Change(); });
    }
}

void
CoordinatesRun::Sample()
{
    DhtSignalGuard::Check();
    const auto [others, newcomers] = Errors();
    ErrorSample sample{Simulator::Now().GetSeconds(), QuantilesOf(others), QuantilesOf(newcomers)};
    m_samples.push_back(sample);
    if (m_series)
    {
        *m_series << sample.time << "," << sample.others.median << "," << sample.others.high;
        for (const double quantile : {sample.newcomers.median, sample.newcomers.high})
        {
            *m_series << ",";
            if (!std::isnan(quantile))
            {
                *m_series << quantile;
            }
        }
        *m_series << "\n";
    }
    Simulator::Schedule(Seconds(1), [this] { Sample(); });
}

std::pair<std::vector<double>, std::vector<double>>
CoordinatesRun::Errors()
{
    std::vector<double> others;
    std::vector<double> newcomers;
    for (int pair = 0; pair < ERROR_PAIRS; ++pair)
    {
        const auto a = static_cast<uint32_t>(dht::DrawBelow(m_random, m_store.Size()));
        const auto b = static_cast<uint32_t>(dht::DrawBelow(m_random, m_store.Size()));
        if (a == b || !m_store.IsUp(a) || !m_store.IsUp(b))
        {
            continue;
        }
        const double predicted = dht::ToSeconds(
            m_store.Get(a).Coordinates().Predict(m_store.Get(b).Coordinates().Told()));
        const double real = dht::ToSeconds(m_delays->Get(a, b) + m_delays->Get(b, a));
        auto& errors = m_isLate[a] || m_isLate[b] ? newcomers : others;
        errors.push_back(std::abs(predicted - real) / real);
    }
    return {others, newcomers};
}

nlohmann::ordered_json
CoordinatesRun::AroundToJson(double at, bool isOfNewcomers) const
{
    double before = std::nan("");
    double most = 0;
    std::optional<double> recovered;
    for (const ErrorSample& sample : m_samples)
    {
        const double median = isOfNewcomers ? sample.newcomers.median : sample.others.median;
        if (sample.time < at)
        {
            before = sample.others.median;
            continue;
        }
        most = std::max(most, median);
        const bool isBack = median <= RECOVERED_FACTOR * before;
        recovered = !isBack ? std::nullopt : recovered ? recovered : sample.time - at;
    }
    return {{"p50_before", before},
            {"p50_most", most},
            {"recovered_s", recovered ? nlohmann::ordered_json(*recovered) : nullptr}};
}

nlohmann::ordered_json
CoordinatesRun::ResultsToJson() const
{
    nlohmann::ordered_json json;
    const ErrorQuantiles last = m_samples.empty() ? ErrorQuantiles() : m_samples.back().others;
    json["error_percent"] = {{"p50", last.median}, {"p90", last.high}};
    if (m_options.change > 0)
    {
        json["change"] = AroundToJson(m_options.changeAt.GetSeconds(), false);
    }
    if (m_options.latecomers > 0)
    {
        json["join"] = AroundToJson(m_options.joinAt.GetSeconds(), true);
        // whether they disturb those that were there
        json["others"] = AroundToJson(m_options.joinAt.GetSeconds(), false);
    }
    json["messages"] = m_store.GetSent();
    json["bytes"] = m_store.GetBytes();
    return json;
}

nlohmann::ordered_json
CoordinatesRun::CountersToJson() const
{
    const dht::StorageCounters counters = m_store.GetCounters();
    return {{"probes", counters.probes},
            {"probes_answered", counters.probesAnswered},
            {"identities_hold", m_store.IdentitiesHold()}};
}

void
RunCoordinatesChecked(int argc, char* argv[])
{
    const CoordinatesOptions options = CoordinatesOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);
    CoordinatesRun run(options, series.IsWanted() ? &series.Stream() : nullptr);
    const auto simulate = [&] { run.Run(); };
    RunAndCommit(options.asGiven, series, summary, simulate, [&](nlohmann::ordered_json& json) {
        json["results"] = run.ResultsToJson();
        json["counters"] = run.CountersToJson();
    });
}

} // namespace

int
RunCoordinates(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { RunCoordinatesChecked(argc, argv); });
}

} // namespace ns3
