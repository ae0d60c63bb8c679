/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DTL_FLOWS_EXPERIMENT_H
#define DHT_CC_DTL_FLOWS_EXPERIMENT_H

namespace ns3
{

/**
 * @ingroup dht-cc
 * The program "dtl-flows": one run, described by its command line, with a summary as JSON.
 *
 * @param argc How many arguments.
 * @param argv The arguments.
 * @return The exit status: 0 done, 1 the simulation failed, 2 an option is wrong. --help and the
 *         like exit at once.
 */
int RunDtlFlows(int argc, char* argv[]);

} // namespace ns3

#endif // DHT_CC_DTL_FLOWS_EXPERIMENT_H
