/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hostile-choice.h"

#include "dht-option-error.h"
#include "dht-option-values.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// The rest of a ring is to be a ring.
constexpr double MOST_HOSTILE = 0.9;

/// @return The names of all kinds, each with what it does, as a sentence lists them.
std::string
Kinds()
{
    std::string text;
    for (const dht::HostileKind& kind : dht::HostileKinds())
    {
        text += (text.empty() ? "" : ", ") + kind.name + " (" + kind.help + ")";
    }
    return text;
}

/// @param option The option. @param text Its value. @param number What stands for the share there.
/// @return The share.
double
ShareIn(const std::string& option, const std::string& text, const std::string& number)
{
    double share = 0;
    if (number.empty() || !dht::SplitNumber(number, share).empty() ||
        !(share >= 0 && share <= MOST_HOSTILE)) // so that NaN is refused, too
    {
        throw dht::OptionError(option,
                               text,
                               "the share of all peers is a number from 0 to " +
                                   dht::NumberToText(MOST_HOSTILE) + ", such as 0.05");
    }
    return share;
}

} // namespace

std::string
HostileChoice::Help()
{
    return "Peers that are hostile, KIND:SHARE such as lying:0.05, the share being one of all "
           "peers, 0 to " +
           dht::NumberToText(MOST_HOSTILE) +
           ", but at least one peer above 0; which ones is drawn at random, never the first; by "
           "default nobody. Kinds: " +
           Kinds();
}

HostileChoice
HostileChoice::Parse(const std::string& option, const std::string& text)
{
    if (text.empty())
    {
        return {};
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
    {
        throw dht::OptionError(option, text, "write KIND:SHARE, such as lying:0.05");
    }
    const std::string name = text.substr(0, colon);
    const auto& kinds = dht::HostileKinds();
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const dht::HostileKind& known) {
        return known.name == name;
    });
    if (kind == kinds.end())
    {
        throw dht::OptionError(option,
                               text,
                               "there is no such kind of hostile peers; there are " + Kinds());
    }
    const double share = ShareIn(option, text, text.substr(colon + 1));
    return {kind->behaviour, share};
}

} // namespace ns3
