/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_RUN_H
#define DHT_EMU_PEER_RUN_H

#include "contact-keeper.h"
#include "dht-observers.h"
#include "dht-output-file.h"
#include "dht-ring-statistics.h"
#include "metrics-server.h"
#include "peer-error.h"
#include "peer-options.h"
#include "peer-random.h"
#include "peer-recording.h"
#include "peer-summary.h"
#include "peer-watch.h"
#include "reporter.h"
#include "store-news.h"

#include <boost/asio/signal_set.hpp>
#include <memory>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * One run of a peer, from joining to its summary.
 */

namespace dht
{

/// A run: join, make requests, measure, linger, leave, write the summary.
class PeerRun : private Observer
{
  public:
    /**
     * Take the port, and the files for the output.
     *
     * @param options What was asked for.
     * @throws PeerError The port cannot be used, or too few files may be open.
     * @throws OptionError A file cannot be written.
     */
    explicit PeerRun(const PeerProgramOptions& options);
    ~PeerRun() override;

    PeerRun(const PeerRun&) = delete;
    PeerRun& operator=(const PeerRun&) = delete;

    /**
     * Do it all.
     *
     * @return The first signal that told it to end, or 0.
     * @throws PeerError No peer of the ring answers.
     */
    int Run();

  private:
    void OnAnswered(const EventContext& at, const Answer& answer) override;

    /// @return How the peer is now.
    PeerState Look() const;
    /// @return All that it has counted until now.
    RingTotals Total() const;
    /// Stop when a signal comes: the first ends the measurement, the second the lingering, the
    /// third the program.
    void AwaitSignal();
    /// Begin to tell how the peer is: to the user, and to who asks by HTTP.
    void BeginTelling();
    /// The peer has its place.
    void OnJoined();
    /// @param why What is known of the reason, or nothing. @param mayPass Whether it is worth while
    /// to try again.
    void OnJoinFailed(const std::string& why, bool mayPass);
    /// Try again.
    void Rejoin();
    /// Look at the peer, time and again.
    void Tick();
    /// Record how the peer is, time and again.
    void Sample();
    /// With a given number of requests: look whether they are made, and done.
    void Poll();
    /// Do something later. @param timer With which timer. @param time When to do it. @param action
    /// What to do.
    void At(boost::asio::steady_timer& timer, Time time, void (PeerRun::*action)());
    /// Make requests.
    void BeginWorkload();
    /// Begin to measure.
    void BeginWindow();
    /// Measure no longer, and linger.
    void EndWindow();
    /// Measure no longer, if that was not done yet.
    void CloseWindow();
    /// Leave the ring, once what is stored is handed over.
    void Leave();
    /// Leave it as soon as that is done.
    void AwaitHandOver();
    /// Stop as soon as nothing is queued, but not too late.
    void Drain();
    /// Write series and summary.
    void Write();

    PeerProgramOptions m_options;           ///< What was asked for.
    OutputFile m_summary;                   ///< For the summary.
    OutputFile m_series;                    ///< For the time series.
    std::unique_ptr<Reporter> m_status;     ///< For the user.
    std::string m_fewFiles;                 ///< What is wrong if it may open few files.
    boost::asio::io_context m_context{1};   ///< The event loop.
    PeerClock m_clock;                      ///< The clock.
    std::unique_ptr<Random> m_random;       ///< For ids and marks.
    SeededRandom m_gaps;                    ///< For the workload's gaps.
    SeededRandom m_keys;                    ///< For the workload's keys.
    std::unique_ptr<Workload> m_workload;   ///< Makes the requests.
    Observers m_observers;                  ///< This object, and the recording.
    RealPeer m_peer;                        ///< The peer.
    RingStatistics m_statistics;            ///< Sums up.
    boost::asio::signal_set m_signals;      ///< SIGTERM and the like.
    boost::asio::steady_timer m_tick;       ///< To the next Tick().
    boost::asio::steady_timer m_sample;     ///< To the next Sample().
    boost::asio::steady_timer m_poll;       ///< To the next Poll().
    boost::asio::steady_timer m_step;       ///< To the next step of the run.
    ContactKeeper m_contacts;               ///< Whom the peer has met.
    StoreNews m_storeNews;                  ///< What is said of its store.
    std::optional<PeerWatch> m_watch;       ///< What is said of all else, if it serves.
    std::optional<MetricsServer> m_metrics; ///< Gives its counters, if that is wanted.
    PeerRecording m_recording;              ///< Of what happens to it.
    PeerRunState m_state;                   ///< What was found.
    RingTotals m_totals;                    ///< At the end of the measurement.
    double m_delaySum{0};                   ///< Of the answered requests, in seconds.
    int m_signal{0};                        ///< The first that came, or 0.
    Time m_rejoinAfter{FromSeconds(5)};     ///< How long to wait until it tries again.
    bool m_inWindow{false};                 ///< Whether it measures.
    bool m_measured{false};                 ///< Whether it has measured.
    bool m_leaving{false};                  ///< Whether it leaves.
    Time m_drainUntil{0};                   ///< When it stops at the latest.
    std::unique_ptr<PeerError> m_error;     ///< Why it ends early, if it does.
};

} // namespace dht

#endif // DHT_EMU_PEER_RUN_H
