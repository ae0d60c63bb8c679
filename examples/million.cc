/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/million-experiment.h"

/**
 * @file
 * @ingroup dht-cc-examples
 * One run of a ring of up to a million peers, by messages instead of packets.
 *
 *     build/examples/million --peers=2^16 --load=12
 *     build/examples/million --peers=2^20 --model=m2 --queue-capacity=10 --request-lifetime=1s
 */

int
main(int argc, char* argv[])
{
    return ns3::RunMillion(argc, argv);
}
