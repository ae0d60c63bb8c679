/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PEER_PROCESS_H
#define DHT_CC_PEER_PROCESS_H

#include "dht-endpoint.h"
#include "eventually.h"
#include "program-run.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

/// Options that make a ring form in a moment, and dead peers be noticed.
extern const std::string kFastRing;

/// A process of emu/dht-peer, which is killed at the end of its scope.
class PeerProcess
{
  public:
    /// @param arguments Its arguments, as a shell reads them, but for --summary. @param before What
    /// the shell does before.
    explicit PeerProcess(const std::string& arguments, const std::string& before = "");
    ~PeerProcess();

    PeerProcess(const PeerProcess&) = delete;
    PeerProcess& operator=(const PeerProcess&) = delete;

    /// @return Where it listens, such as "127.0.0.1:41234"; empty if it does not Eventually().
    std::string Name() const;

    /// @param text Some text. @return Whether it comes on standard error Eventually().
    bool Says(const std::string& text) const;

    /// @param signal Sent to it.
    void Signal(int signal);

    /// @return Its exit status, or 128 and the signal's number; nothing if it does not end
    /// Eventually().
    std::optional<int> Wait();

    /// @return Whether nobody has waited for its end.
    bool IsThere() const;

    /// Tell it to end. @return Its summary, or null if it does not end well.
    nlohmann::json End();

    /// @return Its standard error.
    std::string Errors() const;

    /// @return Its summary.
    nlohmann::json Summary() const;

    /// @return The port at which it gives its metrics, without --quiet: a peer of the ring does.
    int MetricsPort() const;

    /// @param sample A sample's name and labels, such as "dht_requests_delivered_total". @return
    /// Its value at present.
    double Metric(const std::string& sample) const;

    /// @param sample As above. @param least A value. @return Whether it has that or more
    /// Eventually().
    bool Reaches(const std::string& sample, double least) const;

    /// @param path Of a file. @return Whether it has opened that, and waits for something now.
    bool WaitsWith(const std::string& path) const;

    /// @return Bytes of memory it has.
    std::size_t Memory() const;

  private:
    /// @param before What a line says. @return What that line says after it; empty if it does not
    /// come Eventually().
    std::string Said(const std::string& before) const;

    ScratchDirectory m_scratch; ///< Where its output goes.
    pid_t m_pid{0};             ///< The process; 0 once it has ended.
};

/// @param arguments For emu/dht-peer. @return What it did.
ProgramRun RunPeer(const std::string& arguments);

/// Some peers of one ring.
using PeerProcesses = std::vector<std::unique_ptr<PeerProcess>>;

/**
 * @param count How many.
 * @param host Their address, such as "127.0.0.1" or "[::1]".
 * @param arguments For all of them.
 * @return Peers, the first of which all others have been told to join.
 */
PeerProcesses StartRing(std::size_t count, const std::string& host, const std::string& arguments);

/// @param peers Peers that end by themselves, or were told to. @return Their summaries, once all
/// have ended, as they are expected to do without an error.
std::vector<nlohmann::json> SummariesOf(const PeerProcesses& peers);

/// @param peers Peers that linger, so that none sees another leave. @return Their summaries, after
/// they were told to end.
std::vector<nlohmann::json> EndAll(const PeerProcesses& peers);

/// Wait until peers know as many others as they should, and have looked around since then. @param
/// peers All peers of a ring, with kFastRing; null, and those that have ended: no more.
void AwaitRing(const PeerProcesses& peers);

/// Expect that requests of each peer are answered. @param peers Peers with a load. @param count How
/// many more than so far.
void ExpectAllAnswered(const PeerProcesses& peers, double count);

/// Expect that peers know their places among each other. @param summaries Of all peers of a ring.
void ExpectRightRing(const std::vector<nlohmann::json>& summaries);

/// @param name Such as "127.0.0.1:7000" or "[::1]:7000". @return The endpoint.
dht::Endpoint EndpointNamed(const std::string& name);

/// @param seconds How long nothing is done.
void PauseFor(double seconds);

#endif // DHT_CC_PEER_PROCESS_H
