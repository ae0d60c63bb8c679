/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/store-experiment.h"

/**
 * @file
 * @ingroup dht-cc-examples
 * One run of a block store on a ready-made ring, by messages instead of packets.
 *
 *     build/examples/store --peers=2048 --gets=20000
 *     build/examples/store --peers=256 --overlay=chord --locate-routing=iterative
 * --holder-choice=random
 */

int
main(int argc, char* argv[])
{
    return ns3::RunStore(argc, argv);
}
