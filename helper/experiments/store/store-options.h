/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_OPTIONS_H
#define DHT_CC_STORE_OPTIONS_H

#include "delay-options.h"
#include "dht-option-table.h"
#include "dht-storage-options.h"
#include "overlay-options.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * What a run of the program store is asked for.
 */
struct StoreOptions : OverlayOptions, DelayOptions
{
    dht::StorageOptions storage;   //!< How blocks are found, fetched and stored.
    dht::RpcOptions rpcs;          //!< How much is asked at once.
    dht::VivaldiOptions vivaldi;   //!< How coordinates are found.
    std::string nearness{"exact"}; //!< How peers know who is near.
    uint64_t blocks{100};          //!< Blocks that are put.
    uint64_t blockSize{8192};      //!< Bytes of each.
    uint64_t gets{1000};           //!< Gets that are measured.
    uint64_t warmup{0};            //!< Gets before that.
    uint64_t probes{200};          //!< Of each peer, before anything is put.
    uint64_t concurrent{1};        //!< Gets that are under way at once.
    double loss{0};                //!< Messages that are lost, in percent.
    double down{0};                //!< Peers that are down after the puts, in percent.
    Time duration{0};              //!< In which peers come and go.
    Time session{0};               //!< Mean stay of a peer, then.
    std::string summary;           //!< File for the summary.
    std::string series;            //!< File for a line a get.
    bool quiet{false};             //!< Whether to show no progress.
    /// Every option as text.
    std::vector<std::pair<std::string, std::string>> asGiven;

    /// @param argc How many arguments. @param argv They. @return What they ask for. @throws
    /// DhtOptionError One of them is wrong.
    static StoreOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_STORE_OPTIONS_H
