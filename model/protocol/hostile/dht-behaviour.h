/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BEHAVIOUR_H
#define DHT_BEHAVIOUR_H

#include "dht-workload.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How a peer treats the others.
 */

namespace dht
{

/// How a peer treats the others. What is not said here, it does as the protocol says.
enum class Behaviour : std::uint8_t
{
    kHonest,     ///< As the protocol says.
    kDeaf,       ///< It reads no connection, but answers datagrams and makes requests.
    kBlackHole,  ///< It reads all and answers datagrams, but takes no request on.
    kStopped,    ///< It does nothing at all, and its system keeps its connections.
    kLying,      ///< It says that it is responsible for whatever it is asked, and knows nobody.
    kGreedy,     ///< It makes as many requests as its links take, whatever its scheme says.
    kSlowReader, ///< It rests after each request that it reads on a connection: kSlowReaderRest.
    kAlarmist,   ///< It says of every request it relays that there is the greatest congestion.
    kSilent,     ///< It never says of a request that there is any.
    kDropping    ///< It reads all, and takes only every other request on.
};

/// How long a slow reader rests: shorter than any connection may take nothing and not be stuck
/// (LinkHealth), so that its links move.
constexpr Time kSlowReaderRest = FromSeconds(0.4);

/// A behaviour that is not honest, by its name.
struct HostileKind
{
    std::string name;    ///< As options have it.
    Behaviour behaviour; ///< The behaviour.
    std::string help;    ///< What such a peer does.
};

/// @return All behaviours but the honest one.
const std::vector<HostileKind>& HostileKinds();

/// @param behaviour A behaviour. @return Whether it is one of the peer's scheme and workload alone,
/// so that any host can have it.
bool IsOfScheme(Behaviour behaviour);

/// @param behaviour A behaviour. @return Whether it shows in what becomes of requests that are
/// read, and, in a ring that is ready-made, in nothing else (HostileReader).
bool IsOfReading(Behaviour behaviour);

/// @param behaviour How the peer behaves. @param workload What it would make as an honest one.
/// @return What it makes.
WorkloadOptions WorkloadUnder(Behaviour behaviour, const WorkloadOptions& workload);

} // namespace dht

#endif // DHT_BEHAVIOUR_H
