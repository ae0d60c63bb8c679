/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-windows.h"

#include "dht-window-registry.h"

#include <algorithm>

namespace dht
{

namespace
{

const char* const kVariable = "multcp";

/// @param parameters Constants. @param name A name. @return Whether one is called so.
bool
Have(const Parameters& parameters, const std::string& name)
{
    return std::any_of(parameters.Table().begin(),
                       parameters.Table().end(),
                       [&](const Parameter& parameter) { return parameter.name == name; });
}

/// @param window A name. @return Its constants as links have them by default.
Parameters
DefaultsOf(const std::string& window)
{
    Parameters parameters = WindowRegistry::Get().Find(window).parameters;
    parameters.Set("DelaySource", 1);
    return parameters;
}

/// @param window A name. @param given Constants. @return Those that it has, set.
Parameters
ConstantsOf(const std::string& window, const std::vector<std::pair<std::string, double>>& given)
{
    Parameters parameters = DefaultsOf(window);
    for (const auto& [name, value] : given)
    {
        if (Have(parameters, name))
        {
            parameters.Set(name, value);
        }
    }
    return parameters;
}

} // namespace

std::string
LinkWindows::Names() const
{
    return polite == kVariable ? polite : polite + " with " + kVariable;
}

Parameters
LinkWindows::Table() const
{
    const Parameters first = DefaultsOf(polite);
    const Parameters second = DefaultsOf(kVariable);
    std::vector<Parameter> table = first.Table();
    for (const Parameter& parameter : second.Table())
    {
        if (!Have(first, parameter.name))
        {
            table.push_back(parameter);
        }
    }
    return Parameters(std::move(table));
}

TransportEndpoint::WindowMaker
LinkWindows::MakerAt(double priority) const
{
    // ConstantsOf() skips what only the other window has: what neither has is refused here
    Parameters all = Table();
    for (const auto& [name, value] : constants)
    {
        all.Set(name, value);
    }
    return [priority,
            windows = MakePriorityWindows(WindowRegistry::Get().Find(polite),
                                          ConstantsOf(polite, constants),
                                          WindowRegistry::Get().Find(kVariable),
                                          ConstantsOf(kVariable, constants))] {
        return windows(priority);
    };
}

} // namespace dht
