/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dtl-flows-experiment.h"

#include "access-rates.h"
#include "dht-dumbbell-helper.h"
#include "dht-output-file.h"
#include "dht-program.h"
#include "dht-progress-display.h"
#include "dht-signal-guard.h"
#include "dht-transport-flow-helper.h"
#include "dtl-flows-options.h"
#include "dtl-flows-summary.h"
#include "flow-ends.h"
#include "flow-meter.h"
#include "flow-recording.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace ns3
{

namespace
{

/// The first random streams, the same whatever the flows.
constexpr int64_t DUMBBELL_STREAM = 0;
constexpr int64_t FLOW_STREAM = 1000;
/// Streams of one flow.
constexpr int64_t STREAMS_PER_FLOW = 10;

/// How often it is looked whether a signal has come.
const Time FLOWS_POLL = MilliSeconds(500);

/// Everything of one run.
class DtlFlowsRun
{
  public:
    /// @param options What is asked for. @param series Where lines go; null: nowhere.
    DtlFlowsRun(const DtlFlowsOptions& options, std::ostream* series)
        : m_options(options),
          m_series(series),
          m_network(BuildNetwork()),
          m_meter(m_network)
    {
        DhtTransportFlowHelper helper;
        helper.SetPoliteWindow(options.window);
        // clocks differ, whichever way data goes: the right ones run at another pace
        DhtTransportFlowHelper reverse = helper;
        helper.SetSinkAttribute("ClockDrift", DoubleValue(options.drift));
        reverse.SetSourceAttribute("ClockDrift", DoubleValue(options.drift));
        for (std::size_t i = 0; i < options.flows.size(); ++i)
        {
            AddFlow(i, options.flows[i].isReverse ? reverse : helper);
        }
        if (options.recording.IsWanted())
        {
            m_recording = std::make_unique<FlowRecording>(options, m_meter, m_ends);
        }
    }

    /// Simulate it. @return What it took, in seconds of real time.
    double Simulate()
    {
        const Time stop = m_options.duration;
        for (const Time& time : ReadingTimes(m_options))
        {
            Simulator::Schedule(time, [this] { m_readings[Simulator::Now()] = m_meter.Read(); });
        }
        if (m_series)
        {
            WriteSeriesHeader(*m_series);
            m_last = m_meter.Read();
            Simulator::Schedule(m_options.interval, &DtlFlowsRun::WriteLines, this);
        }
        Simulator::Schedule(FLOWS_POLL, &DtlFlowsRun::Poll, this);
        // readings at the very end are taken, too
        Simulator::Stop(stop + NanoSeconds(1));
        const DhtProgressDisplay progress(
            [stop] { return Simulator::Now().GetSeconds() / stop.GetSeconds(); },
            m_options.quiet);
        const auto start = std::chrono::steady_clock::now();
        Simulator::Run();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    /// @throws std::runtime_error The counters of some flow contradict each other.
    void CheckIdentities() const
    {
        for (std::size_t i = 0; i < m_ends.size(); ++i)
        {
            if (!m_ends[i]->IdentitiesHold())
            {
                throw std::runtime_error("the counters of " + m_options.flows[i].name +
                                         " contradict each other");
            }
        }
    }

    /// Write the end of the recording, if there is one. @throws std::runtime_error That failed.
    void CloseRecording()
    {
        if (m_recording)
        {
            m_recording->Close();
        }
    }

    /// @return What was read, by time.
    const std::map<Time, MeterReading>& Readings() const
    {
        return m_readings;
    }

  private:
    /// @return The dumbbell.
    DhtDumbbellHelper::Network BuildNetwork() const
    {
        DhtDumbbellHelper dumbbell;
        dumbbell.SetBottleneck(DataRate(static_cast<uint64_t>(m_options.rate)),
                               m_options.roundTrip);
        dumbbell.SetQueueDisc(m_options.MakeQueueDisc());
        dumbbell.SetAccessDelay(MakeUniform(m_options.hostDelay));
        dumbbell.SetLoss(m_options.loss / 100);
        dumbbell.AssignStreams(DUMBBELL_STREAM);
        return dumbbell.Install(static_cast<uint32_t>(m_options.flows.size()));
    }

    /// @param index Of a flow. @param helper Installs it if it is of the overlay's transport.
    void AddFlow(std::size_t index, const DhtTransportFlowHelper& helper)
    {
        const FlowPlan& plan = m_options.flows[index];
        const auto& from = plan.isReverse ? m_network.right[index] : m_network.left[index];
        const auto& to = plan.isReverse ? m_network.left[index] : m_network.right[index];
        const int64_t stream = FLOW_STREAM + STREAMS_PER_FLOW * static_cast<int64_t>(index);
        m_ends.push_back(plan.kind == FlowPlan::Kind::kTcp
                             ? MakeTcpFlow(plan, from, to)
                             : MakeTransportFlow(plan, helper, from, to, stream));
        m_meter.Add(from.address, *m_ends.back());
    }

    /// Write the series' next lines.
    void WriteLines()
    {
        const MeterReading now = m_meter.Read();
        for (std::size_t i = 0; i < m_ends.size(); ++i)
        {
            const FlowPlan& plan = m_options.flows[i];
            if (plan.start < now.time && plan.stop >= now.time)
            {
                WriteSeriesLine(*m_series, plan, {m_last, now, i}, m_ends[i]->GetBelieved());
            }
        }
        m_last = now;
        Simulator::Schedule(m_options.interval, &DtlFlowsRun::WriteLines, this);
    }

    /// Look whether a signal has come.
    void Poll()
    {
        DhtSignalGuard::Check();
        Simulator::Schedule(FLOWS_POLL, &DtlFlowsRun::Poll, this);
    }

    const DtlFlowsOptions& m_options;              //!< What is asked for.
    std::ostream* m_series;                        //!< Where lines go, or null.
    DhtDumbbellHelper::Network m_network;          //!< The dumbbell.
    std::vector<std::unique_ptr<FlowEnds>> m_ends; //!< Of each flow.
    FlowMeter m_meter;                             //!< Watches the bottleneck.
    std::map<Time, MeterReading> m_readings;       //!< By time.
    std::unique_ptr<FlowRecording> m_recording;    //!< Of the flows; null if there is to be none.
    MeterReading m_last;                           //!< When lines were written last.
};

void
RunDtlFlowsChecked(int argc, char* argv[])
{
    const DtlFlowsOptions options = DtlFlowsOptions::Parse(argc, argv);
    const DhtSignalGuard guard;
    dht::OutputFile summary("summary", options.summary);
    dht::OutputFile series("series", options.series);
    DtlFlowsRun run(options, series.IsWanted() ? &series.Stream() : nullptr);
    const double wall = run.Simulate();
    run.CheckIdentities();
    run.CloseRecording();
    dht::CommitOutputs(series, summary, [&](std::ostream& out) {
        WriteDtlFlowsSummary(out, options, run.Readings(), wall);
    });
}

} // namespace

int
RunDtlFlows(int argc, char* argv[])
{
    return RunDhtProgram(argv[0], [=] { RunDtlFlowsChecked(argc, argv); });
}

} // namespace ns3
