/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_OPTIONS_H
#define DHT_CC_STORE_OPTIONS_H

#include "access-rates.h"
#include "delay-options.h"
#include "dht-option-table.h"
#include "dht-overlay-store-options.h"
#include "dht-storage-options.h"
#include "overlay-options.h"
#include "placed-delays.h"

#include "ns3/attribute.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
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
struct StoreOptions : OverlayOptions, DelayOptions, AccessRates
{
    /// Attributes by name.
    using Attributes = std::vector<std::pair<std::string, Ptr<AttributeValue>>>;

    std::string level{"messages"};         //!< What carries what peers say.
    uint64_t peersPerNode{1};              //!< How many peers a node has.
    std::string transport{"stp"};          //!< With packets: what carries them.
    std::string scheme{"none"};            //!< With TCP: the congestion control.
    double load{0};                        //!< Gets a second and peer; 0: gets follow each other.
    Time loadWarmup{Seconds(15)};          //!< With a load: before the window.
    Time patience{Seconds(2)};             //!< With TCP: of the responsible peer with holders.
    Time limit{Seconds(60)};               //!< With TCP: of a get or put.
    Time requestLifetime{Seconds(10)};     //!< With TCP: of what peers ask each other.
    Time loadDuration{Seconds(30)};        //!< With a load: in which is measured.
    dht::OverlayStoreOptions overlayStore; //!< With TCP: how blocks are fetched and stored.
    dht::StorageOptions storage;           //!< How blocks are found, fetched and stored.
    dht::RpcOptions rpcs;                  //!< How much is asked at once.
    dht::VivaldiOptions vivaldi;           //!< How coordinates are found.
    std::string nearness{"exact"};         //!< How peers know who is near.
    uint64_t blocks{100};                  //!< Blocks that are put.
    uint64_t blockSize{8192};              //!< Bytes of each.
    uint64_t gets{1000};                   //!< Gets that are measured, or those of each client.
    std::string readers{"random"};         //!< Who gets.
    uint64_t warmup{0};                    //!< Gets before that.
    uint64_t probes{200};                  //!< Of each peer, before anything is put.
    uint64_t concurrent{1};                //!< Gets that are under way at once.
    double loss{0};                        //!< Messages that are lost, in percent.
    double down{0};                        //!< Peers that are down after the puts, in percent.
    Time duration{0};                      //!< In which peers come and go.
    Time session{0};                       //!< Mean stay of a peer, then.
    std::string summary;                   //!< File for the summary.
    std::string series;                    //!< File for a line a get.
    bool quiet{false};                     //!< Whether to show no progress.
    /// Every option as text.
    std::vector<std::pair<std::string, std::string>> asGiven;

    /// @return Whether peers come and go.
    bool ComeAndGo() const
    {
        return duration > Time(0);
    }

    /// @return Whether repair has a part in the run.
    bool Repairs() const
    {
        return storage.repairInterval > dht::Time(0) || ComeAndGo();
    }

    /// @return Whether peers know all round-trip times.
    bool IsExact() const
    {
        return nearness == "exact";
    }

    /// @return Whether one client gets after the other.
    bool IsInTurn() const
    {
        return readers == "in-turn";
    }

    /// @return Whether all clients get at once.
    bool AreTogether() const
    {
        return readers == "together";
    }

    /// @return How many nodes there are.
    uint64_t Nodes() const
    {
        return peers / peersPerNode;
    }

    /// @return Peers on nodes, and the delays between them. @throws DhtOptionError See
    /// MakeDelays().
    std::unique_ptr<const dht::PlacedDelays> MakePlaces() const;

    /// @param places Of peers on nodes. @return The first peer of each node.
    std::vector<uint32_t> FirstOfEachNode(const dht::PlacedDelays& places) const;

    /// @param places Of peers on nodes. @param addresses Of nodes. @param firstPort Of the first
    /// peer of each node; others of it have the next ones. @return The endpoints of all peers.
    std::vector<dht::Endpoint> MakeEndpoints(const dht::PlacedDelays& places,
                                             const std::vector<Ipv4Address>& addresses,
                                             uint16_t firstPort) const;

    /// @param nodes Those of peers. @param delays Between them. @return The network between them.
    AccessNetworkHelper::Network BuildNetwork(const NodeContainer& nodes,
                                              std::shared_ptr<const dht::PeerDelays> delays) const;

    /// @return The attributes of peers at the packet level that are options.
    Attributes PeerAttributes() const;

    /// @param argc How many arguments. @param argv They. @return What they ask for. @throws
    /// DhtOptionError One of them is wrong.
    static StoreOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_STORE_OPTIONS_H
