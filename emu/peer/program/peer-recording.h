/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_RECORDING_H
#define DHT_EMU_PEER_RECORDING_H

#include "dht-observers.h"
#include "dht-recorder.h"
#include "peer-clock.h"
#include "peer-options.h"
#include "peer-summary.h"
#include "reporter.h"

#include <functional>
#include <memory>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * The recording of a real peer.
 */

namespace dht
{

/// Writes what happens to a peer and how it is, as long as that can be written. A full disk is no
/// reason to leave the ring.
class PeerRecording
{
  public:
    /**
     * @param options What was asked for; if no file is named, nothing is recorded.
     * @param peer The peer; must outlive this object.
     * @param clock Its clock.
     * @param look Tells how it is now.
     * @param observers Those of the peer; must outlive this object.
     * @param status Where errors are said; must outlive this object.
     * @throws OptionError The file cannot be written.
     */
    PeerRecording(const PeerProgramOptions& options,
                  const RealPeer& peer,
                  const PeerClock& clock,
                  std::function<PeerState()> look,
                  Observers& observers,
                  Reporter& status);

    ~PeerRecording();

    PeerRecording(const PeerRecording&) = delete;
    PeerRecording& operator=(const PeerRecording&) = delete;

    /// Record how the peer is. @param now The present. @return Whether it is recorded on.
    bool Sample(Time now);

    /// Write the end. @param now The present. @param totals What the peer has counted.
    void Close(Time now, const RingTotals& totals);

    /// @return Why it could not be written; empty if it could.
    const std::string& Error() const;

  private:
    /// Record no longer. @param why What went wrong, in words.
    void GiveUp(const std::string& why);
    /// Nothing happens to the recorder any more.
    void Release();

    Observers& m_observers;               ///< Those of the peer.
    Reporter& m_status;                   ///< Where errors are said.
    std::unique_ptr<Recorder> m_recorder; ///< Writes it; null if it is not recorded.
    std::string m_error;                  ///< Why it could not be written, if so.
};

} // namespace dht

#endif // DHT_EMU_PEER_RECORDING_H
