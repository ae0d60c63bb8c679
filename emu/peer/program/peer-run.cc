/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-run.h"

#include "dht-endpoint-name.h"
#include "dht-random-workload.h"
#include "dht-storage.h"
#include "open-files.h"
#include "peer-endpoint.h"
#include "peer-log.h"
#include "status-line.h"

#include <algorithm>
#include <csignal>
#include <iostream>

namespace dht
{

using boost::system::error_code;

namespace
{

/// How often it is looked whether all requests are made.
constexpr std::chrono::milliseconds kPoll{10};
/// What is queued when a peer leaves is sent within this time, or lost.
constexpr Time kDrain = FromSeconds(1);
/// Samples of its state that a peer keeps, however long it runs: seven minutes of all.
constexpr std::size_t kMostSamples = 4096;
/// Between two tries to find a place in a ring, at the most.
constexpr Time kLongestRejoin = FromSeconds(60);

/// The random streams.
constexpr std::uint32_t kGaps = 0;
constexpr std::uint32_t kKeys = 1;
constexpr std::uint32_t kOther = 2;

std::uint64_t
SeedOf(const PeerProgramOptions& options)
{
    return options.seed ? *options.seed : std::random_device()() * 0x100000001ULL;
}

std::unique_ptr<Random>
MakeRandom(const PeerProgramOptions& options)
{
    if (options.seed)
    {
        return std::make_unique<SeededRandom>(*options.seed, options.run, kOther);
    }
    return std::make_unique<SecretRandom>();
}

/// @param options What was asked for. @return Who tells the user of it.
std::unique_ptr<Reporter>
MakeReporter(const PeerProgramOptions& options)
{
    if (options.serves)
    {
        return std::make_unique<PeerLog>(options.quiet ? "warning" : options.logLevel);
    }
    return std::make_unique<StatusLine>(options.quiet);
}

/// @param clock The clock. @param time UNIX time in seconds. @return The same instant.
Time
FromUnix(const PeerClock& clock, double time)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return clock.Now() + FromSeconds(time) - std::chrono::duration_cast<Time>(now);
}

} // namespace

PeerRun::PeerRun(const PeerProgramOptions& options)
    : m_options(options),
      m_summary("summary", options.summary),
      m_series("series", options.series),
      m_status(MakeReporter(options)),
      m_fewFiles(AllowOpenFiles(options.peer)),
      m_random(MakeRandom(options)),
      m_gaps(SeedOf(options), options.run, kGaps),
      m_keys(SeedOf(options), options.run, kKeys),
      m_peer(m_context,
             m_clock,
             PeerSockets::Bind(m_context, *options.listen, options.published, options.peer.tcp),
             options.peer,
             options.MakeScheme(),
             *m_random,
             {[this] { OnJoined(); },
              [this](const std::string& why, bool mayPass) { OnJoinFailed(why, mayPass); },
              [this](const std::string& what) { m_status->Say(LogLevel::kWarning, what); },
              [this](const std::string& what) { m_status->Say(LogLevel::kInfo, what); }}),
      m_statistics([this](const RingStatistics::Eye& eye) { eye(Look()); },
                   0,
                   m_series.IsWanted() ? &m_series.Stream() : nullptr),
      m_signals(m_context, SIGINT, SIGTERM, SIGHUP),
      m_tick(m_context),
      m_sample(m_context),
      m_poll(m_context),
      m_step(m_context),
      m_contacts(options.contacts, *m_status),
      m_storeNews(m_peer, *m_status),
      m_recording(
          options,
          m_peer,
          m_clock,
          [this] { return Look(); },
          m_observers,
          *m_status)
{
    m_statistics.KeepAtMost(kMostSamples);
    m_statistics.WarnOfStarving(std::cerr, "dht-peer");
    m_observers.Add(*this);
    m_peer.SetObserver(&m_observers);
}

PeerRun::~PeerRun() = default;

int
PeerRun::Run()
{
    AwaitSignal();
    BeginTelling();
    m_peer.Start();
    Tick();
    Sample();
    m_state.events = m_context.run();
    m_peer.Stop();
    if (m_error)
    {
        throw PeerError(*m_error);
    }
    Write();
    for (const std::string& error : {m_contacts.Error(), m_recording.Error()})
    {
        if (!error.empty())
        {
            throw std::runtime_error(error);
        }
    }
    return m_signal;
}

void
PeerRun::AwaitSignal()
{
    m_signals.async_wait([this](const error_code& error, int signal) {
        if (error)
        {
            return;
        }
        m_signal = m_signal != 0 ? m_signal : signal;
        if (m_options.serves)
        {
            m_status->Say(LogLevel::kInfo,
                          "leaving the ring, as told by SIG" + std::string(sigabbrev_np(signal)));
            NotifyManager("STOPPING=1");
        }
        if (m_measured)
        {
            Leave();
            return;
        }
        EndWindow();
        AwaitSignal();
    });
}

void
PeerRun::OnJoined()
{
    if (m_measured)
    {
        return; // it was told to end meanwhile
    }
    const Time now = m_clock.Now();
    m_state.joined = ToSeconds(now);
    const bool isFirst = m_options.peer.bootstrap.empty() && m_options.peer.contacts.empty();
    m_status->Say(LogLevel::kInfo,
                  (isFirst ? "joined a new ring of its own" : "joined the ring") +
                      (m_options.peer.bootstrap.empty()
                           ? ""
                           : " through " + NamesOf(m_options.peer.bootstrap)) +
                      " after " + std::to_string(ToSeconds(now)) + " s");
    NotifyManager("READY=1");
    const Time start = m_options.startAt > 0 ? FromUnix(m_clock, m_options.startAt) : now;
    At(m_step, std::max(start, now), &PeerRun::BeginWorkload);
}

void
PeerRun::OnJoinFailed(const std::string& why, bool mayPass)
{
    if (m_measured)
    {
        return; // it was told to end meanwhile
    }
    if (mayPass)
    {
        m_status->Say(LogLevel::kWarning,
                      why + "; trying again in " +
                          std::to_string(static_cast<int>(ToSeconds(m_rejoinAfter))) + " s");
        At(m_step, Later(m_clock.Now(), m_rejoinAfter), &PeerRun::Rejoin);
        m_rejoinAfter = std::min(2 * m_rejoinAfter, kLongestRejoin);
        return;
    }
    m_error = std::make_unique<PeerError>(PeerError::kCannotJoin, why);
    m_context.stop();
}

void
PeerRun::Rejoin()
{
    m_peer.Rejoin(m_options.join.LookUp(m_options.listen->ipv6));
}

void
PeerRun::At(boost::asio::steady_timer& timer, Time time, void (PeerRun::*action)())
{
    const auto when = m_clock.At(time);
    timer.expires_at(when);
    timer.async_wait([this, action, &timer, when](const error_code& error) {
        // what was due already when the timer was set anew is called without an error
        if (!error && timer.expiry() == when)
        {
            (this->*action)();
        }
    });
}

void
PeerRun::BeginWorkload()
{
    const Time now = m_clock.Now();
    if (!m_options.idle)
    {
        m_workload = std::make_unique<RandomWorkload>(m_options.MakeWorkload(now), m_gaps, m_keys);
        m_peer.StartWorkload(*m_workload);
    }
    // all peers measure at the same time, even one that has joined late
    const Time start = m_options.startAt > 0 ? FromUnix(m_clock, m_options.startAt) : now;
    At(m_step, std::max(start + m_options.warmup, now), &PeerRun::BeginWindow);
}

void
PeerRun::BeginWindow()
{
    m_inWindow = true;
    m_statistics.Begin(ToSeconds(m_clock.Now()));
    if (m_options.duration > Time(0))
    {
        At(m_step, m_clock.Now() + m_options.duration, &PeerRun::EndWindow);
    }
    if (m_options.workload.IsLimited())
    {
        Poll();
    }
}

void
PeerRun::Poll()
{
    const Peer& peer = m_peer.GetPeer();
    if (m_workload->IsExhausted(m_clock.Now()) && !peer.IsWaiting())
    {
        if (m_inWindow)
        {
            m_inWindow = false;
            m_statistics.End(ToSeconds(m_clock.Now()));
        }
        if (peer.Outstanding() == 0)
        {
            EndWindow();
            return;
        }
    }
    At(m_poll, m_clock.Now() + kPoll, &PeerRun::Poll);
}

void
PeerRun::EndWindow()
{
    if (m_measured)
    {
        return; // it was told to end meanwhile
    }
    CloseWindow();
    At(m_step, m_clock.Now() + m_options.linger, &PeerRun::Leave);
}

void
PeerRun::CloseWindow()
{
    m_measured = true;
    m_poll.cancel();
    m_contacts.Save(m_clock.Now(), m_peer.GetContacts());
    if (m_inWindow)
    {
        m_inWindow = false;
        m_statistics.End(ToSeconds(m_clock.Now()));
    }
    m_totals = Total();
    m_recording.Close(m_clock.Now(), m_totals);
    m_state.ring = RingToJson(m_peer);
    m_state.wall = ToSeconds(m_clock.Now());
    m_peer.StopWorkload();
}

void
PeerRun::Leave()
{
    if (std::exchange(m_leaving, true))
    {
        return;
    }
    error_code ignored;
    m_signals.clear(ignored); // the next one ends the program
    if (m_peer.GetMembership().IsJoined())
    {
        m_contacts.Save(m_clock.Now(), m_peer.GetContacts());
        m_peer.HandOver();
        m_storeNews.SayHandOver(m_options.peer.store.handOver);
    }
    AwaitHandOver();
}

void
PeerRun::AwaitHandOver()
{
    const Storage* const storage = m_peer.GetStorage();
    if (storage && storage->IsHandingOver())
    {
        At(m_step, m_clock.Now() + kPoll, &PeerRun::AwaitHandOver);
        return;
    }
    if (m_peer.GetMembership().IsJoined())
    {
        m_peer.Leave();
    }
    m_drainUntil = m_clock.Now() + kDrain;
    Drain();
}

void
PeerRun::Drain()
{
    if ((m_peer.GetPeer().Queued() > 0 || m_peer.IsSending()) && m_clock.Now() < m_drainUntil)
    {
        At(m_step, m_clock.Now() + kPoll, &PeerRun::Drain);
        return;
    }
    m_context.stop();
}

void
PeerRun::OnAnswered(const EventContext& /* at */, const Answer& answer)
{
    m_delaySum += ToSeconds(answer.delay);
    m_statistics.OnAnswered(answer);
}

} // namespace dht
