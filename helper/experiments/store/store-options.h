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
#include "dht-recording-options.h"
#include "dht-storage-options.h"
#include "overlay-options.h"
#include "peer-parameters.h"
#include "placed-delays.h"
#include "repair-link-choice.h"
#include "transport-choice.h"

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
 * Options of a run of the program store.
 */
struct StoreOptions : OverlayOptions, DelayOptions, AccessRates, RepairLinkChoice
{
    /// Attributes by name.
    using Attributes = PeerParameters::Attributes;

    std::string level{"messages"};         //!< Messages or packets.
    uint64_t peersPerNode{1};              //!< Number of peers per node.
    std::string transport{"stp"};          //!< With packets: the transport.
    PeerParameters carriers;               //!< Between neighbours: peers that carry blocks.
    TransportChoice carrierTransport;      //!< With the overlay's own transport: its window.
    std::string scheme{"none"};            //!< Between neighbours: the congestion control.
    double load{0};                        //!< Gets per second and peer; 0: gets follow each other.
    Time loadWarmup{Seconds(15)};          //!< With a load: time before the window.
    Time patience{Seconds(2)};             //!< There: time after which a holder counts as silent.
    Time limit{Seconds(60)};               //!< There: time after which a get or put has failed.
    Time requestLifetime{Seconds(10)};     //!< There: lifetime of a request.
    Time loadDuration{Seconds(30)};        //!< With a load: length of the window.
    dht::OverlayStoreOptions overlayStore; //!< There: how blocks are fetched and stored.
    dht::StorageOptions storage;           //!< How blocks are found, fetched and stored.
    dht::RpcOptions rpcs;                  //!< Timers and the window.
    dht::VivaldiOptions vivaldi;           //!< How coordinates are found.
    std::string nearness{"exact"};         //!< Exact delays, or coordinates.
    uint64_t blocks{100};                  //!< Blocks that are put.
    uint64_t blockSize{8192};              //!< Bytes per block.
    uint64_t gets{1000};                   //!< Gets that are measured, or those of each client.
    std::string readers{"random"};         //!< The peers that get.
    bool onlyLookups{false};               //!< Whether gets end once holders are known.
    bool rpcWaits{false};                  //!< Whether the summary has how long RPCs waited.
    uint64_t warmup{0};                    //!< Gets before the measurement.
    uint64_t probes{200};                  //!< Probes of each peer, before the first put.
    uint64_t concurrent{1};                //!< Gets that are under way at once.
    double loss{0};                        //!< Messages that are lost, in percent.
    double down{0};                        //!< Peers that are down after the puts, in percent.
    Time duration{0};                      //!< Time in which peers come and go.
    Time session{0};                       //!< Mean stay of a peer in that time.
    Time handOver{0};                      //!< Time to hand fragments over, of a leaving peer.
    double vanish{0};                      //!< Peers that vanish under the load, in percent.
    Time vanishTime{0};                    //!< Time in which they do.
    std::string summary;                   //!< File for the summary.
    std::string series;                    //!< File of the series, a line per get.
    dht::RecordingOptions recording;       //!< Whether each peer is recorded, and how.
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

    /// @return Whether blocks go from neighbour to neighbour.
    bool IsBetweenNeighbours() const
    {
        return transport != "stp";
    }

    /// @return Whether they do so over the overlay's own transport.
    bool IsDtl() const
    {
        return transport == "dtl";
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

    /// @return Number of nodes.
    uint64_t Nodes() const
    {
        return peers / peersPerNode;
    }

    /// @return The peers' nodes, and the delays between peers. @throws DhtOptionError See
    /// MakeDelays().
    std::unique_ptr<const dht::PlacedDelays> MakePlaces() const;

    /// @param places The peers' nodes. @return The first peer of each node.
    std::vector<uint32_t> FirstOfEachNode(const dht::PlacedDelays& places) const;

    /// @param places The peers' nodes. @param addresses The nodes' addresses. @param firstPort The
    /// port of the first peer of each node; its other peers have the next ones. @return The
    /// endpoints of all peers.
    std::vector<dht::Endpoint> MakeEndpoints(const dht::PlacedDelays& places,
                                             const std::vector<Ipv4Address>& addresses,
                                             uint16_t firstPort) const;

    /// @param nodes The peers' nodes. @param delays Delays between the nodes. @return The network.
    AccessNetworkHelper::Network BuildNetwork(const NodeContainer& nodes,
                                              std::shared_ptr<const dht::PeerDelays> delays) const;

    /// @return The attributes of the peers between whose neighbours blocks go.
    Attributes CarrierAttributes() const;

    /// @param argc Number of arguments. @param argv The arguments. @return The options. @throws
    /// DhtOptionError An option is wrong.
    static StoreOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_STORE_OPTIONS_H
