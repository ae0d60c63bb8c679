/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_SCHEME_CHOICE_H
#define DHT_CC_SCHEME_CHOICE_H

#include "dht-option-table.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The congestion control scheme of a program, and the scheme's constants.
 */
struct SchemeChoice
{
    std::string scheme{"marking"}; //!< Its name.
    std::string constants;         //!< NAME=VALUE,..., as given.

    /// Add these options. @param table Gets them; it keeps references to this object. @param help
    /// Purpose of the scheme, for the help.
    void DefineScheme(DhtOptionTable& table, const std::string& help = "Congestion control scheme");

    /// Set the defaults of the scheme's attributes to the given constants, as
    /// --ns3::DhtMarking::Threshold=60 does.
    /// @throws DhtOptionError The scheme has no such constant, or the value is not allowed.
    void FinishScheme() const;
};

} // namespace ns3

#endif // DHT_CC_SCHEME_CHOICE_H
