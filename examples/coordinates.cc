/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/coordinates-experiment.h"

/**
 * @file
 * @ingroup dht-cc-examples
 * How wrong coordinates are, second by second, while peers join or delays change.
 *
 *     build/examples/coordinates --series=errors.csv
 *     build/examples/coordinates --change=30 --change-at=100s
 */

int
main(int argc, char* argv[])
{
    return ns3::RunCoordinates(argc, argv);
}
