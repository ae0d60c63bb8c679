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
 * The choice of hostile peers by an option: KIND:SHARE.
 */
struct HostileChoice
{
    dht::Behaviour behaviour{dht::Behaviour::kHonest}; //!< What hostile peers do.
    double share{0};                                   //!< Of all peers.

    /**
     * @return The option's help.
     */
    static std::string Help();

    /**
     * @param option The option without dashes, for errors.
     * @param text Its value; empty for no hostile peer.
     * @return The choice.
     * @throws dht::OptionError The value is not allowed.
     */
    static HostileChoice Parse(const std::string& option, const std::string& text);
};

} // namespace ns3

#endif // DHT_CC_HOSTILE_CHOICE_H
