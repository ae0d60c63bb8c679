/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SCHEME_REGISTRY_H
#define DHT_SCHEME_REGISTRY_H

#include "dht-congestion-control.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Which congestion control schemes there are, their constants, and how to make one by name.
 */

namespace dht
{

/// A constant of a scheme.
struct Parameter
{
    std::string name; ///< In CamelCase, as ns-3's attributes are.
    std::string help; ///< What it is, with its unit and its source.
    double value;     ///< Its value; in a scheme's table, the default.
    double minimum;   ///< The least value allowed.
    double maximum;   ///< The greatest value allowed.
};

/// The constants of one scheme, with their values.
class Parameters
{
  public:
    /// @param table Each constant with its default.
    Parameters(std::vector<Parameter> table);

    /// @param name A constant. @return Its value. @throws std::invalid_argument No such name.
    double operator[](std::string_view name) const;

    /**
     * @param name A constant.
     * @param value Its new value.
     * @throws std::invalid_argument There is none of that name, or the value is out of range.
     */
    void Set(std::string_view name, double value);

    /// @return All constants.
    const std::vector<Parameter>& Table() const;

  private:
    /// @param name A constant. @return Its place in the table. @throws std::invalid_argument None.
    std::size_t Find(std::string_view name) const;

    std::vector<Parameter> m_table; ///< The constants.
};

/// The constants of the retransmission timer, for the tables of the schemes that have one.
/// @param minimum Default of the timeout's floor in seconds. @param backoff Default of its factor
/// at each retransmission. @return Their table.
std::vector<Parameter> TimeoutParameters(double minimum, double backoff = 1);

/// @param parameters Constants that include those of TimeoutParameters(). @return The policy.
TimeoutPolicy MakeTimeoutPolicy(const Parameters& parameters);

/// A congestion control scheme, by name.
struct Scheme
{
    std::string name;      ///< In kebab-case, as users write it.
    std::string help;      ///< One line.
    Parameters parameters; ///< Its constants with their defaults.
    /// Makes the congestion control of one peer.
    std::function<std::unique_ptr<CongestionControl>(const Parameters&)> make;
};

/**
 * All schemes of this process. It is filled before a simulation begins and only read after that;
 * nothing a protocol does depends on anything else that is global.
 */
class SchemeRegistry
{
  public:
    /// @return The registry, with the schemes of this library.
    static SchemeRegistry& Get();

    /// @param scheme A scheme to add. @throws std::invalid_argument Its name is taken.
    void Add(Scheme scheme);

    /// @param name A name. @return The scheme.
    /// @throws std::invalid_argument There is none; the message lists those that are known.
    const Scheme& Find(std::string_view name) const;

    /// @return All schemes, in the order they were added.
    const std::vector<std::unique_ptr<const Scheme>>& All() const;

    /// @return Their names, in the same order.
    std::vector<std::string> Names() const;

  private:
    SchemeRegistry();

    std::vector<std::unique_ptr<const Scheme>> m_schemes; ///< In the order they were added.
};

/// Adds a scheme while a program starts: define one as a static object beside the scheme.
struct RegisterScheme
{
    /// @param scheme The scheme. @throws std::invalid_argument Its name is taken.
    explicit RegisterScheme(Scheme scheme);
};

} // namespace dht

#endif // DHT_SCHEME_REGISTRY_H
