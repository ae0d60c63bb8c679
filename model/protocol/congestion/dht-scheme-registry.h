/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SCHEME_REGISTRY_H
#define DHT_SCHEME_REGISTRY_H

#include "dht-congestion-control.h"
#include "dht-named-registry.h"
#include "dht-parameters.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The congestion control schemes, their constants, and how to make one by name.
 */

namespace dht
{

/// The constants of the retransmission timer, for the tables of the schemes that have one.
/// @param minimum Default of the timeout's floor in seconds. @param backoff Default of the
/// timeout's factor at each retransmission. @return The table.
std::vector<Parameter> TimeoutParameters(double minimum, double backoff = 1);

/// @param parameters Constants that include those of TimeoutParameters(). @return The policy.
TimeoutPolicy MakeTimeoutPolicy(const Parameters& parameters);

/// A congestion control scheme, by name.
struct Scheme
{
    std::string name;      ///< In kebab-case, as users write it.
    std::string help;      ///< One line, for `--help`.
    Parameters parameters; ///< Its constants with their defaults.
    /// Makes the congestion control of one peer.
    std::function<std::unique_ptr<CongestionControl>(const Parameters&)> make;
};

/**
 * All schemes of this process. The registry is filled before a simulation begins and only read
 * after that; the protocol depends on no other global state.
 */
class SchemeRegistry : public NamedRegistry<Scheme>
{
  public:
    /// @return The registry, with the schemes of this library.
    static SchemeRegistry& Get();

  private:
    SchemeRegistry();
};

/**
 * Make the congestion control of one peer.
 *
 * @param name Of a scheme in the registry.
 * @param constants Names and values of the scheme's constants that differ from the defaults.
 * @return The congestion control.
 * @throws std::invalid_argument There is no such scheme or constant, or the value is out of range.
 */
std::unique_ptr<CongestionControl> MakeScheme(
    const std::string& name,
    const std::vector<std::pair<std::string, double>>& constants = {});

/// Adds a scheme while a program starts.
using RegisterScheme = RegisterIn<SchemeRegistry, Scheme>;

} // namespace dht

#endif // DHT_SCHEME_REGISTRY_H
