/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-options.h"

#include "dht-option-values.h"
#include "dht-scheme-registry.h"

#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace dht
{

namespace
{

/// @param scheme A scheme's name. @return The congestion control of a peer, with the defaults.
std::unique_ptr<CongestionControl>
MakeByName(const std::string& scheme)
{
    const Scheme& found = SchemeRegistry::Get().Find(scheme);
    return found.make(found.parameters);
}

/// @param name An algorithm. @param known Its constants. @return What it has, for an error.
std::string
DescribeConstants(const std::string& name, const Parameters& known)
{
    std::string names;
    for (const Parameter& parameter : known.Table())
    {
        names += " " + parameter.name;
    }
    return name + (names.empty() ? " has none" : " has" + names);
}

} // namespace

void
AddScheme(Options& table, const std::string& help, std::string& scheme)
{
    table.AddChoice("scheme", help, scheme, SchemeRegistry::Get().Names());
}

void
AddSchemeConstants(Options& table, std::string& text)
{
    table.AddText("scheme-parameter", "Constants of the scheme, NAME=VALUE,...", text);
}

GivenConstants
ParseConstants(const std::string& option,
               const std::string& text,
               const std::string& owner,
               Parameters known)
{
    GivenConstants values;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');)
    {
        const std::size_t equals = part.find('=');
        double value = 0;
        if (equals == std::string::npos || !SplitNumber(part.substr(equals + 1), value).empty())
        {
            throw OptionError(option, text, "allowed is NAME=VALUE,...");
        }
        try
        {
            known.Set(part.substr(0, equals), value);
        }
        catch (const std::invalid_argument& error)
        {
            throw OptionError(option,
                              text,
                              std::string(error.what()) + "; " + DescribeConstants(owner, known));
        }
        values.emplace_back(part.substr(0, equals), value);
    }
    return values;
}

GivenConstants
ParseSchemeConstants(const std::string& scheme, const std::string& text)
{
    return ParseConstants("scheme-parameter",
                          text,
                          scheme,
                          SchemeRegistry::Get().Find(scheme).parameters);
}

bool
TakesAnyNumber(const std::string& scheme)
{
    const auto control = MakeByName(scheme);
    const Time now = FromSeconds(1);
    control->OnSent(now);
    return !LetsRequestsWait(scheme) &&
           control->Admit(now, std::numeric_limits<std::size_t>::max() / 2) <= now;
}

bool
LetsRequestsWait(const std::string& scheme)
{
    return MakeByName(scheme)->Relay().overflow == Overflow::kBlock;
}

} // namespace dht
