/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOST_NETWORK_H
#define DHT_HOST_NETWORK_H

#include "dht-peer-delays.h"
#include "dht-time.h"
#include "host-rates.h"
#include "missing-delays.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * The network between hosts, as a file describes it.
 */

namespace dht
{

/// What a network is like for a time.
struct NetworkState
{
    std::shared_ptr<const PeerDelays> delays; ///< Between the hosts.
    std::vector<HostRates> rates;             ///< Of the hosts; empty: not known.
    /// Shares of packets that are lost, by sender and receiver; empty: none are.
    std::vector<float> losses;
};

/// Hosts, and how far they are from each other.
struct HostNetwork : NetworkState
{
    /// A change of the network.
    struct Change
    {
        Time at;            ///< From the beginning of the run.
        NetworkState state; ///< What it is like from then on.
    };

    std::size_t hosts{0};           ///< How many there are.
    std::size_t dropped{0};         ///< How many the file has besides.
    std::size_t replaced{0};        ///< Ordered pairs whose delay was not measured.
    std::vector<Change> changes;    ///< In the order of time.
    std::vector<std::string> notes; ///< What the file has that is not used.
};

/**
 * @param delays In which some may be missing.
 * @param rates Of the hosts, or empty.
 * @param losses Shares, source by source, or empty.
 * @param missing What to do about delays that are missing.
 * @param nameOf Says what the file calls a host.
 * @return The network.
 * @throws std::invalid_argument See Complete().
 */
HostNetwork MakeHostNetwork(std::unique_ptr<DelayMatrix> delays,
                            std::vector<HostRates> rates,
                            const std::vector<float>& losses,
                            MissingDelays missing,
                            const std::function<std::string(std::uint32_t)>& nameOf);

/// Reads the lines of a file of one format.
class NetworkFormat
{
  public:
    virtual ~NetworkFormat() = default;

    /// @param line The next line that says something. @param number Its number in the file.
    /// @throws std::invalid_argument Something on it is wrong.
    virtual void AddLine(const std::string& line, std::size_t number) = 0;

    /// @return What the file says; to be called once. @throws std::invalid_argument Something is
    /// wrong with the whole.
    virtual HostNetwork Finish() = 0;
};

} // namespace dht

#endif // DHT_HOST_NETWORK_H
