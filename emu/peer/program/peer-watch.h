/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_WATCH_H
#define DHT_EMU_PEER_WATCH_H

#include "dht-time.h"
#include "peer-options.h"
#include "real-peer.h"
#include "reporter.h"

#include <chrono>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What is worth a line in the log of a peer that serves.
 */

namespace dht
{

/// Looks at a peer now and then, and says what has changed and what is wrong.
class PeerWatch
{
  public:
    /// @param peer The peer; must outlive this object. @param reporter Where it is said; must
    /// outlive this object. @param allowFiles What to do where it may open too few files.
    PeerWatch(const RealPeer& peer, Reporter& reporter, std::string allowFiles);

    /// Look. To be called often. @param now The present, since the peer's start.
    void Look(Time now);

  private:
    /// Say who is next to the peer, if that has changed.
    void LookAtNeighbours();
    /// Say that nobody can connect to it. @param now The present.
    void LookAtConnections(Time now);
    /// Say how many links were lost. @param now The present.
    void LookAtLinks(Time now);
    /// Say that it could not open files. @param now The present.
    void LookAtFiles(Time now);
    /// Say that the clock was set.
    void LookAtClock();
    /// Say what it does, once in a while. @param now The present.
    void Sum(Time now);

    /// UNIX time when a steady clock was 0: as long as nobody sets the clock, always the same.
    using Origin = std::chrono::system_clock::duration;
    /// @return The present origin.
    static Origin PresentOrigin();

    const RealPeer& m_peer;        ///< The peer.
    Reporter& m_reporter;          ///< Where it is said.
    std::string m_neighbours;      ///< What was said of neighbours last.
    bool m_hadNeighbours{false};   ///< Whether it knew any.
    Time m_connectedUntil{0};      ///< When it last was by itself, or somebody was connected.
    bool m_saidUnconnected{false}; ///< Whether it was said that nobody connects.
    std::uint64_t m_lost{0};       ///< Links that were lost, as said last.
    Time m_lookAtLinks{0};         ///< When it looks at links next.
    std::string m_allowFiles;      ///< What to do where it may open too few files.
    std::uint64_t m_lacking{0};    ///< Files that it could not open, as said last.
    Time m_lookAtFiles{0};         ///< When it looks at those next.
    Origin m_origin;               ///< Of the clock.
    Time m_sumAt;                  ///< When it says next what it does.
    std::uint64_t m_relayed{0};    ///< Messages sent on, as said last.
};

} // namespace dht

#endif // DHT_EMU_PEER_WATCH_H
