/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-schemes.h"

namespace dht
{

namespace
{

/// The queues do it all: a request of the peer's own waits until the queue it goes to has room.
class BackPressure : public CongestionControl
{
  public:
    Time Admit(Time now, std::size_t /* outstanding */) override
    {
        return now;
    }

    RelayPolicy Relay() const override
    {
        return {QueueDiscipline::kPerNeighbour, Overflow::kBlock};
    }
};

} // namespace

Scheme
BackPressureScheme()
{
    return {"back-pressure",
            "a full queue stops the connections that feed it: BPCC (NCA06 2.2)",
            Parameters({}),
            [](const Parameters&) { return std::make_unique<BackPressure>(); }};
}

} // namespace dht
