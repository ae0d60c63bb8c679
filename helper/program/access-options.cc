/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-options.h"

#include "dht-input-file.h"
#include "link-trace.h"
#include "placed-delays.h"
#include "split-mix-random.h"

#include "ns3/data-rate.h"
#include "ns3/simulator.h"

#include <cmath>
#include <stdexcept>

namespace ns3
{

namespace
{

/// The random stream of where peers are in traces.
constexpr uint64_t TRACE_STREAM = DELAY_STREAM + (uint64_t{1} << 34);

} // namespace

void
AccessOptions::DefineAccess(DhtOptionTable& table)
{
    DefineRates(table);
    DefineDelays(table);
    table.AddChoice("pair-loss",
                    "Where losses of packets between two peers come from; matrix: the file of "
                    "--delay-matrix (gml, xml)",
                    pairLoss,
                    {"none", "matrix"});
    table.AddInputFile(
        "rate-trace",
        "File that says when access links deliver, up and (without --downlink-trace) "
        "down, instead of their rates: a line for each 1500 bytes [ms], again and "
        "again, as Mahimahi has it; peers begin at random places of it",
        rateTrace);
    table.AddInputFile("downlink-trace", "Such a file for downlinks", downlinkTrace);
}

void
AccessOptions::FinishAccess(DhtOptionTable& table)
{
    FinishRates(table);
    CheckDelays(table);
    if (topology == "star" && delayModel != "access")
    {
        throw DhtOptionError("--topology=star: its spokes have a delay each, so that --delay-model "
                             "can only be access");
    }
    table.CheckEffect(topology != "star", {"rate-trace"}, "--topology=access");
    table.CheckEffect(!rateTrace.empty(), {"downlink-trace"}, "--rate-trace");
    table.CheckEffect(rateTrace.empty(), {"rate", "downlink", "rate-file"}, "no --rate-trace");
    table.CheckEffect(delayModel == "matrix", {"pair-loss"}, "--delay-model=matrix");
}

AccessNetworkHelper
AccessOptions::MakeHelper(uint32_t peers) const
{
    AccessNetworkHelper network;
    network.SetTopology(topology);
    ApplyTo(network);
    network.SetRates(ReadRates(*this, peers));
    network.SetAccessDelay(MakeUniform({delay.first / 2, delay.second / 2}));
    network.AssignStreams(AccessNetworkHelper::PROGRAM_STREAM);
    return network;
}

std::shared_ptr<const dht::PeerDelays>
AccessOptions::MakeChannelDelays(uint32_t peers) const
{
    // the access links are drawn, and have their delays then
    return delayModel == "access" ? nullptr : MakeDelays(peers);
}

AccessNetworkHelper::Network
AccessOptions::Build(const NodeContainer& nodes) const
{
    AccessNetworkHelper helper = MakeHelper(nodes.GetN());
    if (const auto delays = MakeChannelDelays(nodes.GetN()))
    {
        helper.SetPeerDelays(delays, nodes.GetN());
    }
    const AccessNetworkHelper::Network network = helper.Install(nodes);
    std::vector<Ptr<AccessNetDevice>> devices;
    for (uint32_t i = 0; network.channel && i < network.devices.GetN(); ++i)
    {
        devices.push_back(DynamicCast<AccessNetDevice>(network.devices.Get(i)));
    }
    ApplyFiles(devices);
    return network;
}

void
AccessOptions::ApplyFiles(const std::vector<Ptr<AccessNetDevice>>& devices) const
{
    ApplyTraces(devices);
    if (delayModel != "matrix" || devices.empty())
    {
        return;
    }
    const auto network = ReadHosts();
    if (pairLoss == "matrix" && network->losses.empty())
    {
        throw DhtOptionError("pair-loss", pairLoss, "the file of --delay-matrix has no losses");
    }
    const auto hosts = DrawPlaces(network->hosts, static_cast<uint32_t>(devices.size()));
    if (pairLoss == "matrix")
    {
        DynamicCast<AccessChannel>(devices.front()->GetChannel())
            ->SetPairLosses(network->losses, hosts);
    }
    for (const dht::HostNetwork::Change& change : network->changes)
    {
        Simulator::Schedule(NanoSeconds(change.at.count()),
                            [options = *this, network, hosts, devices, &change] {
                                options.ApplyState(change.state, hosts, devices);
                            });
    }
}

void
AccessOptions::ApplyState(const dht::NetworkState& state,
                          const std::vector<uint32_t>& hosts,
                          const std::vector<Ptr<AccessNetDevice>>& devices) const
{
    const auto channel = DynamicCast<AccessChannel>(devices.front()->GetChannel());
    channel->SetPeerDelays(
        std::make_shared<dht::PlacedDelays>(state.delays,
                                            hosts,
                                            dht::Time(delayWithinHost.GetNanoSeconds())),
        devices.size());
    if (pairLoss == "matrix")
    {
        channel->SetPairLosses(state.losses, hosts);
    }
    for (std::size_t i = 0; UsesRatesOfMatrix() && i < devices.size(); ++i)
    {
        const dht::HostRates& rates = state.rates.at(hosts[i]);
        if (rates.up > 0)
        {
            devices[i]->SetAttribute("UplinkRate", DataRateValue(DataRate(std::llround(rates.up))));
        }
        if (rates.down > 0)
        {
            devices[i]->SetAttribute("DownlinkRate",
                                     DataRateValue(DataRate(std::llround(rates.down))));
        }
    }
}

void
AccessOptions::ApplyTraces(const std::vector<Ptr<AccessNetDevice>>& devices) const
{
    if (rateTrace.empty())
    {
        return;
    }
    const auto read = [](const std::string& option, const std::string& path) {
        DhtInputFile file(option, path);
        try
        {
            return std::make_shared<const LinkTrace>(file.Stream());
        }
        catch (const std::invalid_argument& error)
        {
            throw DhtOptionError(option, path, error.what());
        }
    };
    const auto up = read("rate-trace", rateTrace);
    const auto down = downlinkTrace.empty() ? up : read("downlink-trace", downlinkTrace);
    dht::SplitMixRandom random(RunSeed(), TRACE_STREAM);
    for (const Ptr<AccessNetDevice>& device : devices)
    {
        const double share = random.Uniform();
        device->SetTraces({up, up->GetLength() * share}, {down, down->GetLength() * share});
    }
}

const std::vector<std::pair<std::string, std::string>>&
AccessOptions::Overridden()
{
    static const std::vector<std::pair<std::string, std::string>> attributes{
        {"ns3::AccessNetDevice::UplinkRate", "rate"},
        {"ns3::AccessNetDevice::DownlinkRate", "downlink"},
        {"ns3::AccessNetDevice::AccessDelay", "delay"},
        {"ns3::AccessChannel::Delay", "delay"},
        {"ns3::AccessChannel::DelayModel", "delay-model"},
        {"ns3::TcpSocket::SegmentSize", "ns3::DhtPeerApplication::SegmentSize"},
        {"ns3::TcpSocket::SndBufSize", "ns3::DhtPeerApplication::SendBuffer"},
        {"ns3::TcpSocket::RcvBufSize", "ns3::DhtPeerApplication::ReceiveBuffer"},
    };
    return attributes;
}

} // namespace ns3
