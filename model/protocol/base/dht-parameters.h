/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PARAMETERS_H
#define DHT_PARAMETERS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Constants by name, of algorithms that are themselves chosen by name.
 */

namespace dht
{

/// A constant of an algorithm.
struct Parameter
{
    std::string name; ///< In CamelCase, as ns-3's attributes are.
    std::string help; ///< Its meaning, with its unit and its source.
    double value;     ///< Its value; in the algorithm's table, the default.
    double minimum;   ///< The least value allowed.
    double maximum;   ///< The greatest value allowed.
};

/// The constants of one algorithm, with their values.
class Parameters
{
  public:
    /// @param table Each constant with its default.
    Parameters(std::vector<Parameter> table);

    /// @param name A constant. @return Its value. @throws std::invalid_argument No constant has
    /// the name.
    double operator[](std::string_view name) const;

    /**
     * @param name A constant.
     * @param value Its new value.
     * @throws std::invalid_argument No constant has the name, or the value is out of range.
     */
    void Set(std::string_view name, double value);

    /// @param values Names and values of constants. @return These constants with those values.
    /// @throws std::invalid_argument As Set().
    Parameters With(const std::vector<std::pair<std::string, double>>& values) const;

    /// @return All constants.
    const std::vector<Parameter>& Table() const;

  private:
    /// @param name A constant. @return Its place in the table. @throws std::invalid_argument No
    /// constant has the name.
    std::size_t Find(std::string_view name) const;

    std::vector<Parameter> m_table; ///< The constants.
};

} // namespace dht

#endif // DHT_PARAMETERS_H
