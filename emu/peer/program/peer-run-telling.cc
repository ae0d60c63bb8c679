/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-transport-endpoint.h"
#include "open-files.h"
#include "open-metrics.h"
#include "peer-run.h"

#include <numeric>

/// What a run tells: the user how the peer is, who asks by HTTP its counters, and its files the
/// rest.

namespace dht
{

void
PeerRun::BeginTelling()
{
    if (m_options.metrics)
    {
        m_metrics.emplace(m_context, *m_options.metrics, [this] {
            return OpenMetricsText(m_peer, Total(), m_state);
        });
        m_status->Say(LogLevel::kInfo,
                      "metrics at http://" + NameOf(m_metrics->Self()) + "/metrics");
    }
    if (m_options.serves)
    {
        m_watch.emplace(m_peer, *m_status, HowToAllowFiles(m_options.peer));
    }
    if (!m_fewFiles.empty())
    {
        m_status->Say(LogLevel::kWarning, m_fewFiles);
    }
    if (m_options.published)
    {
        m_status->Say(LogLevel::kInfo,
                      "bound to " + NameOf(*m_options.listen) + ", which others reach by --public");
    }
    m_status->Say(LogLevel::kInfo, "listening at " + NameOf(m_peer.Self()));
    m_storeNews.Say(m_options.peer.store.directory);
    if (const unsigned bits = m_options.peer.maintenance.puzzleBits; bits > 0)
    {
        m_status->Say(LogLevel::kInfo,
                      "works for a place first, --puzzle=" + std::to_string(bits) + ": about " +
                          std::to_string(std::uint64_t{1} << bits) + " hashes");
    }
}

PeerState
PeerRun::Look() const
{
    return PeerState::Of(m_peer.GetPeer(), m_workload ? m_workload->Made(m_clock.Now()) : 0);
}

RingTotals
PeerRun::Total() const
{
    const Peer& peer = m_peer.GetPeer();
    const WireErrorCounts errors = m_peer.GetWireErrors();
    return {peer.GetCounters(),
            peer.Outstanding(),
            peer.Queued(),
            std::accumulate(errors.begin(), errors.end(), std::uint64_t{0}),
            peer.IdentitiesHold()};
}

void
PeerRun::Tick()
{
    m_statistics.Tick(ToSeconds(m_clock.Now()));
    const Peer& peer = m_peer.GetPeer();
    m_state.outstandingFull +=
        m_workload && peer.Outstanding() >= m_options.peer.peer.maximumOutstanding;
    PeerStatus status;
    status.place = NameOf(m_peer.Self()) + (m_peer.GetMembership().IsJoined() ? "" : ", joining");
    status.neighbours = m_peer.GetMembership().Fingers().size();
    status.connections = m_peer.ConnectionCount();
    status.answered = peer.GetCounters().answered;
    status.relayed = peer.GetCounters().forwarded;
    status.delaySum = m_delaySum;
    status.queued = peer.Queued();
    m_status->Update(status);
    m_storeNews.Say(m_options.peer.store.directory);
    if (m_watch)
    {
        m_watch->Look(m_clock.Now());
    }
    if (m_contacts.IsDue(m_clock.Now()))
    {
        m_contacts.Save(m_clock.Now(), m_peer.GetContacts());
    }
    At(m_tick, m_clock.Now() + FromSeconds(RingStatistics::kTick), &PeerRun::Tick);
}

void
PeerRun::Sample()
{
    if (m_recording.Sample(m_clock.Now()))
    {
        At(m_sample, m_clock.Now() + m_options.recording.interval, &PeerRun::Sample);
    }
}

void
PeerRun::Write()
{
    if (!m_totals.identitiesHold || !m_peer.IdentitiesHold())
    {
        throw std::runtime_error("the counters of this peer contradict each other");
    }
    if (m_options.serves && !m_summary.IsWanted())
    {
        m_series.Commit();
        return;
    }
    CommitOutputs(m_series, m_summary, [this](std::ostream& out) {
        const auto results = m_statistics.GetResults(ToSeconds(m_clock.Now()));
        out << PeerSummaryToJson(m_options, m_peer, results, m_totals, m_state).dump(2) << "\n";
    });
}

} // namespace dht
