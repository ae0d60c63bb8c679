/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_CHOICE_H
#define DHT_CC_STORE_CHOICE_H

#include "dht-option-table.h"
#include "dht-storage-options.h"
#include "repair-link-choice.h"

#include "ns3/application-container.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

class DhtHelper;

/**
 * @ingroup dht-cc
 * Blocks that peers of a ring store beside the requests that they relay, if they do.
 */
struct StoreChoice : RepairLinkChoice
{
    uint64_t blocks{0};          //!< Blocks that are stored; 0: peers have no store.
    uint64_t blockSize{8192};    //!< Bytes of a block.
    double getLoad{1};           //!< Gets/s of all peers together.
    Time diskLoss{0};            //!< Mean time until a peer loses its disk; 0: none does.
    dht::StorageOptions storage; //!< How blocks are kept.

    /// Add these options. @param table Gets them; it keeps references to this object.
    void DefineStore(DhtOptionTable& table);

    /**
     * Check the given options; those without effect are hidden.
     *
     * @param table The options.
     * @param peers How many there are.
     * @throws DhtOptionError Some have no effect, or the ring cannot hold such blocks.
     */
    void FinishStore(DhtOptionTable& table, uint64_t peers) const;

    /// @param helper Makes peers that can have a store from now on, if there are blocks.
    void ConfigureStore(DhtHelper& helper) const;

    /// @param peers Get a store each, if there are blocks, before they start and before they get
    /// their random streams.
    void GiveStores(const ApplicationContainer& peers) const;
};

} // namespace ns3

#endif // DHT_CC_STORE_CHOICE_H
