/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-rates.h"

#include "dht-input-file.h"
#include "host-network.h"

#include "ns3/double.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/// In place of a file: what the file of --delay-matrix says.
const std::string THE_MATRIX = "matrix";

} // namespace

void
AccessRates::DefineRates(DhtOptionTable& table, const std::string& begin)
{
    table.AddRateRange("rate",
                       begin + " of every access link, up and (without --downlink) down; A..B "
                               "draws one for each peer",
                       "600kbps",
                       rate);
    table.AddRateRange("downlink",
                       begin + " of every downlink, if not --rate's; A..B draws one for each peer",
                       "600kbps",
                       downlink.emplace());
    table.AddInputFile("rate-file",
                       begin +
                           "s of hosts instead: a file with a line for each host, up and down with "
                           "their units, such as 10Mbps,50Mbps; peers are on hosts as with "
                           "--delay-model=matrix; matrix: what the file of --delay-matrix says",
                       rateFile,
                       THE_MATRIX);
}

void
AccessRates::ApplyTo(AccessNetworkHelper& network) const
{
    if (downlink)
    {
        network.SetRate(MakeUniform(rate), MakeUniform(*downlink));
    }
    else
    {
        network.SetRate(MakeUniform(rate));
    }
}

void
AccessRates::FinishRates(DhtOptionTable& table)
{
    if (!table.WasGiven("downlink"))
    {
        downlink.reset();
        table.Show("downlink", "as the uplink");
    }
    table.CheckEffect(rateFile.empty() || rateFile == THE_MATRIX,
                      {"rate", "downlink"},
                      "no --rate-file, or --rate-file=matrix");
}

bool
AccessRates::UsesRatesOfMatrix() const
{
    return rateFile == THE_MATRIX;
}

std::vector<dht::HostRates>
AccessRates::ReadRates(const DelayOptions& delays, uint32_t peers) const
{
    if (rateFile.empty())
    {
        return {};
    }
    const bool isMatrix = delays.delayModel == "matrix";
    if (rateFile == THE_MATRIX && !isMatrix)
    {
        throw DhtOptionError("rate-file", rateFile, "has an effect only with --delay-model=matrix");
    }
    const auto hosts = isMatrix ? delays.ReadHosts() : nullptr;
    std::vector<dht::HostRates> ofHosts;
    if (rateFile == THE_MATRIX)
    {
        ofHosts = hosts->rates;
    }
    else
    {
        DhtInputFile file("rate-file", rateFile);
        try
        {
            ofHosts = dht::ReadHostRates(file.Stream());
        }
        catch (const std::invalid_argument& error)
        {
            throw DhtOptionError("rate-file", rateFile, error.what());
        }
    }
    if (ofHosts.empty())
    {
        throw DhtOptionError("rate-file", rateFile, "the file of --delay-matrix has no rates");
    }
    if (hosts && ofHosts.size() != hosts->hosts)
    {
        throw DhtOptionError("rate-file",
                             rateFile,
                             "it has rates of " + std::to_string(ofHosts.size()) +
                                 " hosts, and --delay-matrix delays between " +
                                 std::to_string(hosts->hosts));
    }
    std::vector<dht::HostRates> rates;
    for (const uint32_t host : delays.DrawPlaces(ofHosts.size(), peers))
    {
        rates.push_back(ofHosts[host]);
    }
    return rates;
}

Ptr<UniformRandomVariable>
MakeUniform(const DhtOptionTable::Range& range)
{
    auto variable = CreateObject<UniformRandomVariable>();
    variable->SetAttribute("Min", DoubleValue(range.first));
    variable->SetAttribute("Max", DoubleValue(range.second));
    return variable;
}

} // namespace ns3
