/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_COORDINATES_EXPERIMENT_H
#define DHT_CC_COORDINATES_EXPERIMENT_H

namespace ns3
{

/**
 * @ingroup dht-cc
 * The program "coordinates": one run, described by its command line.
 *
 * @param argc Number of arguments.
 * @param argv The arguments.
 * @return The exit status: 0 success, 1 the simulation failed, 2 an option is wrong.
 */
int RunCoordinates(int argc, char* argv[]);

} // namespace ns3

#endif // DHT_CC_COORDINATES_EXPERIMENT_H
