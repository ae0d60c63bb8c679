/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ACCESS_RATES_H
#define DHT_CC_ACCESS_RATES_H

#include "access-network-helper.h"
#include "delay-options.h"
#include "dht-option-table.h"
#include "host-rates.h"

#include "ns3/random-variable-stream.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The rates of the access links of a program.
 */
struct AccessRates
{
    DhtOptionTable::Range rate{600e3, 600e3};      //!< Of the access links in bit/s.
    std::optional<DhtOptionTable::Range> downlink; //!< In bit/s, if other than the uplinks'.
    std::string rateFile;                          //!< File of rates; empty: there is none.

    /// Add these options. @param table Gets them; it keeps references to this object. @param begin
    /// The beginning of their help, up to the word rate.
    void DefineRates(DhtOptionTable& table, const std::string& begin = "Rate");

    /// Give a network such access links. @param [in,out] network The network.
    void ApplyTo(AccessNetworkHelper& network) const;

    /// To be called when the table has read the command line. @param table The table.
    void FinishRates(DhtOptionTable& table);

    /// @return Whether rates are those of the file of --delay-matrix.
    bool UsesRatesOfMatrix() const;

    /**
     * Read the rates of hosts.
     *
     * @param delays Say which hosts peers are on.
     * @param peers Number of peers.
     * @return The rates of each peer, where they are known; empty without a file.
     * @throws DhtOptionError The file has an error.
     */
    std::vector<dht::HostRates> ReadRates(const DelayOptions& delays, uint32_t peers) const;
};

/**
 * @ingroup dht-cc
 * @param range Two values.
 * @return A random variable that is uniform between them.
 */
Ptr<UniformRandomVariable> MakeUniform(const DhtOptionTable::Range& range);

} // namespace ns3

#endif // DHT_CC_ACCESS_RATES_H
