/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WORKLOAD_REGISTRY_H
#define DHT_WORKLOAD_REGISTRY_H

#include "dht-named-registry.h"
#include "dht-parameters.h"
#include "dht-workload.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The kinds of workloads, their constants, and how to make one by name.
 */

namespace dht
{

/// A kind of workload, by name.
struct WorkloadKind
{
    std::string name;      ///< In kebab-case, as users write it.
    std::string help;      ///< One line, for `--help`.
    Parameters parameters; ///< Its constants with their defaults.
    /// Makes the workload of one peer: with its constants and options, and the random numbers for
    /// gaps and for keys, which outlive it.
    std::function<
        std::unique_ptr<Workload>(const Parameters&, const WorkloadOptions&, Random&, Random&)>
        make;
};

/**
 * All kinds of workloads of this process. The registry is filled before a simulation begins and
 * only read after that.
 */
class WorkloadRegistry : public NamedRegistry<WorkloadKind>
{
  public:
    /// The kind that this library has, which alone takes the options of a surge and of the keys.
    static constexpr const char* kRandom = "random";

    /// @return The registry.
    static WorkloadRegistry& Get();

  private:
    WorkloadRegistry();
};

/**
 * Make the workload of one peer.
 *
 * @param name Of a kind in the registry.
 * @param constants Names and values of the kind's constants that differ from the defaults.
 * @param options What is to be made.
 * @param gaps For the times between requests; must outlive the workload.
 * @param keys For keys; likewise.
 * @return The workload.
 * @throws std::invalid_argument There is no such kind or constant, or the value is out of range.
 */
std::unique_ptr<Workload> MakeWorkload(const std::string& name,
                                       const std::vector<std::pair<std::string, double>>& constants,
                                       const WorkloadOptions& options,
                                       Random& gaps,
                                       Random& keys);

/// Adds a kind of workload while a program starts.
using RegisterWorkload = RegisterIn<WorkloadRegistry, WorkloadKind>;

} // namespace dht

#endif // DHT_WORKLOAD_REGISTRY_H
