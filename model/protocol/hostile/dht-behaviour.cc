/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-behaviour.h"

namespace dht
{

const std::vector<HostileKind>&
HostileKinds()
{
    static const std::vector<HostileKind> kinds{
        {"deaf", Behaviour::kDeaf, "reads no connection"},
        {"black-hole", Behaviour::kBlackHole, "reads requests and loses them"},
        {"stopped", Behaviour::kStopped, "does nothing, and keeps its connections"},
        {"lying", Behaviour::kLying, "says that it is responsible for every key"},
        {"greedy", Behaviour::kGreedy, "makes as many requests as its links take"},
        {"slow-reader", Behaviour::kSlowReader, "reads a request now and then on each connection"},
        {"alarmist",
         Behaviour::kAlarmist,
         "says of every request it relays that there is the greatest congestion"},
        {"silent", Behaviour::kSilent, "never says of a request that there is congestion"},
        {"dropping", Behaviour::kDropping, "reads requests and loses every other one"},
    };
    return kinds;
}

bool
IsOfScheme(Behaviour behaviour)
{
    return behaviour == Behaviour::kHonest || behaviour == Behaviour::kGreedy ||
           behaviour == Behaviour::kAlarmist || behaviour == Behaviour::kSilent;
}

bool
IsOfReading(Behaviour behaviour)
{
    return behaviour == Behaviour::kBlackHole || behaviour == Behaviour::kDropping ||
           behaviour == Behaviour::kLying;
}

WorkloadOptions
WorkloadUnder(Behaviour behaviour, const WorkloadOptions& workload)
{
    WorkloadOptions options = workload;
    if (behaviour == Behaviour::kGreedy)
    {
        options.load = 0;
        options.requests = WorkloadOptions::kNoLimit;
    }
    return options;
}

} // namespace dht
