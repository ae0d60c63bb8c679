/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EMULATION_H
#define DHT_CC_EMULATION_H

namespace ns3
{

/**
 * @ingroup dht-cc
 * The program "dht-emulate": an access network in real time, described by its command line, with a
 * summary as JSON.
 *
 * @param argc How many arguments.
 * @param argv The arguments.
 * @return The exit status: 0 done, 1 it failed, 2 an option is wrong, 3 the machine lacks
 * something, 4 done, but too late to be valid.
 */
int RunEmulation(int argc, char* argv[]);

} // namespace ns3

#endif // DHT_CC_EMULATION_H
