/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_RECORDING_H
#define DHT_EMU_PEER_RECORDING_H

#include "dht-recorder.h"
#include "peer-clock.h"
#include "peer-options.h"

#include <functional>
#include <memory>

/**
 * @file
 * @ingroup dht-emu
 * The recording of a real peer.
 */

namespace dht
{

/**
 * Only Recorder::Sample() and Close() throw in earnest: what happens to one peer in a second fills
 * no frame.
 *
 * @param options What was asked for; a file is named.
 * @param peer The peer; must outlive the recorder.
 * @param clock Its clock.
 * @param look Tells how it is now.
 * @return What has to observe it.
 * @throws OptionError The file cannot be written.
 */
std::unique_ptr<Recorder> MakePeerRecorder(const PeerProgramOptions& options,
                                           const RealPeer& peer,
                                           const PeerClock& clock,
                                           std::function<PeerState()> look);

} // namespace dht

#endif // DHT_EMU_PEER_RECORDING_H
