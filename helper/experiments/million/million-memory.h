/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_MEMORY_H
#define DHT_CC_MILLION_MEMORY_H

#include "million-options.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * What a run of message-level peers is expected to take, before anything of it is allocated.
 */
struct MillionMemory
{
    double perPeer; //!< Bytes for each peer, with what is outstanding, queued and under way.
    double total;   //!< Bytes of the process.

    /**
     * @param options What is asked for.
     * @return The most that such a run is expected to take: all that is queued where there is more
     *         than peers can process, and what is lost stays outstanding for the request lifetime.
     */
    static MillionMemory Estimate(const MillionOptions& options);

    /**
     * Refuse what does not fit.
     *
     * @param options What is asked for.
     * @param share Of the peers, those that this process simulates.
     * @throws DhtOptionError It takes more than --memory or the machine has; the message says how
     *         much, and what to change.
     */
    static void Check(const MillionOptions& options, double share);

    /// @return Bytes of memory that the machine can give, as Linux sees it; 0 if that is unknown.
    static double Available();

    /// @return Bytes that this process has in memory now; 0 if that is unknown.
    static double Resident();
};

} // namespace ns3

#endif // DHT_CC_MILLION_MEMORY_H
