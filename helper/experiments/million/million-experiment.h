/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_EXPERIMENT_H
#define DHT_CC_MILLION_EXPERIMENT_H

namespace ns3
{

/**
 * @ingroup dht-cc
 * Run the program million: a ring of message-level peers. To be called first of all, as it may
 * begin the process anew, with huge pages.
 *
 * @param argc How many arguments.
 * @param argv The arguments.
 * @return The exit status: 0 done, 1 the simulation failed, 2 an option is wrong.
 */
int RunMillion(int argc, char* argv[]);

} // namespace ns3

#endif // DHT_CC_MILLION_EXPERIMENT_H
