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
 * Which congestion control scheme a program has, and the scheme's constants.
 */
struct SchemeChoice
{
    std::string scheme{"marking"}; //!< Its name.
    std::string constants;         //!< NAME=VALUE,..., as given.

    /// Add these options. @param table Where; it keeps references to this object. @param help What
    /// the scheme is for.
    void DefineScheme(DhtOptionTable& table, const std::string& help = "Congestion control scheme");

    /// Make the constants that were given the defaults of the scheme's attributes, as
    /// --ns3::DhtMarking::Threshold=60 does.
    /// @throws DhtOptionError The scheme has no such constant, or the value is not allowed.
    void FinishScheme() const;
};

} // namespace ns3

#endif // DHT_CC_SCHEME_CHOICE_H
