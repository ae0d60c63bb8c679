/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_HOSTILE_CHOICE_H
#define DHT_CC_HOSTILE_CHOICE_H

#include "dht-behaviour.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Who of the peers is hostile, as an option says it: KIND:SHARE.
 */
struct HostileChoice
{
    dht::Behaviour behaviour{dht::Behaviour::kHonest}; //!< What hostile peers do.
    double share{0};                                   //!< Of all peers.

    /**
     * @return What the option's help says.
     */
    static std::string Help();

    /**
     * @param option The option without dashes, for errors.
     * @param text Its value; empty for nobody.
     * @return What it says.
     * @throws dht::OptionError It says nothing that is possible.
     */
    static HostileChoice Parse(const std::string& option, const std::string& text);
};

} // namespace ns3

#endif // DHT_CC_HOSTILE_CHOICE_H
