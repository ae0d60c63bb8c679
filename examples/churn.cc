/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/churn-experiment.h"

/**
 * @file
 * @ingroup dht-cc-examples
 * One run of a ring whose peers come and go.
 *
 *     build/examples/churn --session=20min
 *     build/examples/churn --session=1h --distribution=pareto --crashes=100 --summary=churn.json
 */

int
main(int argc, char* argv[])
{
    return ns3::RunChurn(argc, argv);
}
