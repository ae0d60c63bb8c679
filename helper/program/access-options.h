/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ACCESS_OPTIONS_H
#define DHT_CC_ACCESS_OPTIONS_H

#include "access-rates.h"
#include "delay-options.h"
#include "dht-option-table.h"
#include "host-network.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The access network of a program. The same options, seed and run number give all programs the very
 * same network.
 */
struct AccessOptions : AccessRates, DelayOptions
{
    std::string topology{"access"}; //!< How the network is built.
    std::string pairLoss{"none"};   //!< Where losses of pairs come from.
    std::string rateTrace;          //!< File of what uplinks deliver; empty: there is none.
    std::string downlinkTrace;      //!< File of what downlinks do; empty: as the uplinks.

    /// Add these options, except --topology. @param table Gets them; it keeps references to this
    /// object.
    void DefineAccess(DhtOptionTable& table);

    /// To be called when the table has read the command line. @param table The table.
    void FinishAccess(DhtOptionTable& table);

    /// @param peers Number of peers. @return A helper that makes such access links, drawn from a
    /// fixed stream. @throws DhtOptionError A file has an error.
    AccessNetworkHelper MakeHelper(uint32_t peers) const;

    /// Give built links and their core what the files say besides: traces, losses of pairs, and
    /// changes at their times. @param devices The peers' devices, in their order. @throws
    /// DhtOptionError A file has an error.
    void ApplyFiles(const std::vector<Ptr<AccessNetDevice>>& devices) const;

    /// @param peers Number of peers. @return Their delays; null if a pair's delay is the sum of its
    /// access delays.
    std::shared_ptr<const dht::PeerDelays> MakeChannelDelays(uint32_t peers) const;

    /// @param nodes The peers. @return The network, built.
    AccessNetworkHelper::Network Build(const NodeContainer& nodes) const;

    /// @return Attributes that an option sets for every peer, and that option.
    static const std::vector<std::pair<std::string, std::string>>& Overridden();

  private:
    /// Let links follow traces. @param devices The peers' devices.
    void ApplyTraces(const std::vector<Ptr<AccessNetDevice>>& devices) const;
    /// Let the network be as the file of --delay-matrix says for a time. @param state What it is
    /// like. @param hosts The host of each peer. @param devices Theirs.
    void ApplyState(const dht::NetworkState& state,
                    const std::vector<uint32_t>& hosts,
                    const std::vector<Ptr<AccessNetDevice>>& devices) const;
};

} // namespace ns3

#endif // DHT_CC_ACCESS_OPTIONS_H
