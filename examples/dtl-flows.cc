/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dtl-flows-experiment.h"

/**
 * @file
 * @ingroup dht-cc-examples
 * Flows of the overlay's own transport share a bottleneck with flows of TCP:
 *
 *     build/examples/dtl-flows --flows="dtl:0/240;1/360;2,tcp@1" --duration=480s
 *     build/examples/dtl-flows --flows=2*dtl+20 --window=proportional --queue=fifo
 */

int
main(int argc, char* argv[])
{
    return ns3::RunDtlFlows(argc, argv);
}
