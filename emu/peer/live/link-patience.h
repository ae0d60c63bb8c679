/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_LINK_PATIENCE_H
#define DHT_EMU_LINK_PATIENCE_H

#include "dht-relay-policy.h"
#include "dht-time.h"

/**
 * @file
 * @ingroup dht-emu
 * How long a real peer waits for a link.
 */

namespace dht
{

/// Under a scheme that stops reading, a link may take nothing for 2 s, not for half a second: as of
/// all peers under such a scheme, three times as long then. With half a second, peers of a loaded
/// ring of 16 processes took healthy links for stuck ones. Requests on detours then filled queues
/// that wait for each other. The same ring, simulated, did not stand still.
///
/// @param patience PeerOptions::linkPatience. @param policy Of the peer's scheme. @return What a
/// real peer has: the same, if it is not the default.
Time LinkPatienceUnder(Time patience, const RelayPolicy& policy);

} // namespace dht

#endif // DHT_EMU_LINK_PATIENCE_H
