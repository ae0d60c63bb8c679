/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-vivaldi.h"

namespace dht
{

const std::vector<ParameterOf<VivaldiOptions>>&
VivaldiOptions::Table()
{
    static const std::vector<ParameterOf<VivaldiOptions>> table{
        {"CoordinateSpace",
         "Where peers are: in a plane with heights above it, or in three dimensions, as in DHash++ "
         "of early 2004; the same for all peers of a ring",
         &VivaldiOptions::space,
         {"plane", "space"}},
        {"CoordinateSteps",
         "How far a sample moves a peer: by the errors of both peers, or less with each sample, as "
         "in DHash++ of early 2004",
         &VivaldiOptions::steps,
         {"adaptive", "decreasing"}},
        {"CoordinateGain",
         "Vivaldi's c_c: the most that a sample moves a peer, as a share of the way, where steps "
         "are adaptive",
         &VivaldiOptions::gain,
         0.001,
         1.0},
        {"CoordinateErrorGain",
         "Vivaldi's c_e: the greatest weight of a sample in a peer's error",
         &VivaldiOptions::errorGain,
         0.001,
         1.0},
        {"LeastHeight",
         "In the plane: no peer is less high",
         &VivaldiOptions::leastHeight,
         Time(0),
         FromSeconds(1)},
        {"FirstStep",
         "Where steps are decreasing: the first one, as a share of the way",
         &VivaldiOptions::firstStep,
         0.001,
         1.0},
        {"LeastStep",
         "Where steps are decreasing: the last one",
         &VivaldiOptions::leastStep,
         0.001,
         1.0},
        {"StepDecrement",
         "Where steps are decreasing: by how much from one sample to the next",
         &VivaldiOptions::stepDecrement,
         0.0,
         1.0},
    };
    return table;
}

} // namespace dht
