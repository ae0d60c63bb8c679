/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STORE_PEER_OPTIONS_H
#define DHT_CC_DHT_STORE_PEER_OPTIONS_H

#include "dht-repair-link-options.h"
#include "dht-storage.h"
#include "dht-store-application.h"
#include "dht-window.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/// What the attributes of a store's peer say.
struct DhtStoreApplication::Options
{
    dht::StorageOptions storage;    //!< How blocks are found, fetched and stored.
    dht::RpcOptions rpcs;           //!< What becomes of questions.
    dht::StpWindowOptions window;   //!< How many are in flight.
    dht::RttPredictorOptions timer; //!< How long answers are waited for.
    dht::VivaldiOptions vivaldi;    //!< How coordinates are found.
    dht::StoreLimits limits;        //!< How much is kept.
    Ptr<DhtWindow> polite;          //!< Governs those that do at priority 0; null: the default.
    dht::RepairLinkOptions links;   //!< What carries repair.

    /// @return What becomes of questions, with what has a table of its own.
    dht::RpcOptions AllOfRpcs() const
    {
        dht::RpcOptions all = rpcs;
        all.window = window;
        all.timer = timer;
        return all;
    }
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_PEER_OPTIONS_H
