/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-parameters.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace dht
{

Parameters::Parameters(std::vector<Parameter> table)
    : m_table(std::move(table))
{
}

std::size_t
Parameters::Find(std::string_view name) const
{
    const auto found = std::find_if(m_table.begin(), m_table.end(), [&](const Parameter& p) {
        return p.name == name;
    });
    if (found == m_table.end())
    {
        throw std::invalid_argument("no parameter is called " + std::string(name));
    }
    return found - m_table.begin();
}

double
Parameters::operator[](std::string_view name) const
{
    return m_table[Find(name)].value;
}

void
Parameters::Set(std::string_view name, double value)
{
    Parameter& parameter = m_table[Find(name)];
    if (!(value >= parameter.minimum && value <= parameter.maximum))
    {
        std::ostringstream text;
        text << parameter.name << " = " << value << ": allowed is " << parameter.minimum << " to "
             << parameter.maximum;
        throw std::invalid_argument(text.str());
    }
    parameter.value = value;
}

Parameters
Parameters::With(const std::vector<std::pair<std::string, double>>& values) const
{
    Parameters changed = *this;
    for (const auto& [name, value] : values)
    {
        changed.Set(name, value);
    }
    return changed;
}

const std::vector<Parameter>&
Parameters::Table() const
{
    return m_table;
}

} // namespace dht
