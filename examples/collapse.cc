/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/collapse-experiment.h"

/**
 * @file
 * @ingroup dht-cc-examples
 * One run of a ring of peers under load: congestion collapse, or its cure.
 *
 *     build/examples/collapse --scheme=none --load=100
 *     build/examples/collapse --scheme=marking --summary=marking.json
 */

int
main(int argc, char* argv[])
{
    return ns3::RunCollapse(argc, argv);
}
