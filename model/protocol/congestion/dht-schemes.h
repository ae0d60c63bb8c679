/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SCHEMES_H
#define DHT_SCHEMES_H

#include "dht-scheme-registry.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The schemes of this library; each one lives in its own source file.
 */

namespace dht
{

/// @return No congestion control: every request is issued at once, none is retransmitted.
Scheme NoneScheme();

/// @return Credits, with loss as the sign of congestion: CSCC (NCA06, section 2.1).
Scheme CreditScheme();

/// @return Back-pressure along the overlay's connections: BPCC (NCA06, section 2.2).
Scheme BackPressureScheme();

/// @return A congestion bit in the requests and a rate at the source (COMSNETS09, section IV).
Scheme MarkingScheme();

/// @return A window on the ring's round-trip time, and pressure from queues that do not empty.
Scheme FerryScheme();

} // namespace dht

#endif // DHT_SCHEMES_H
