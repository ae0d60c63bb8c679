/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DELAY_OPTIONS_H
#define DHT_CC_DELAY_OPTIONS_H

#include "dht-option-table.h"
#include "dht-peer-delays.h"
#include "dht-random.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dht
{
struct HostNetwork;
}

namespace ns3
{

/**
 * @ingroup dht-cc
 * The delays between the peers of a program. The same options, seed and run number give all
 * programs the very same delays, with one exception: at packet level, those of the model access are
 * drawn with the access links.
 */
struct DelayOptions
{
    std::string delayModel{"access"};        //!< Where delays come from.
    DhtOptionTable::Range delay{0.02, 0.02}; //!< One way between two peers in seconds.
    std::string delayMatrix;                 //!< File with a delay for each pair of hosts.
    std::string delayFormat{"auto"};         //!< How they are written there.
    std::string delayUnit{"file"};           //!< What the numbers there are.
    std::string delayColumn;                 //!< Which column they are; empty: any usual one.
    std::string delayMissing{"refuse"};      //!< What to do about a pair that is not there.
    Time delayWithinHost{0};                 //!< Between peers of one host; 0: none has two.

    /// Add these options. @param table Gets them; it keeps references to this object.
    void DefineDelays(DhtOptionTable& table);

    /// Refuse options that exclude each other. @param table The table, when it has read the command
    /// line.
    void CheckDelays(const DhtOptionTable& table) const;

    /// Refuse delays that are too small or too great where packets are not simulated.
    void CheckDelayRange() const;

    /**
     * @param peers Number of peers.
     * @return Their delays.
     * @throws DhtOptionError The file has an error.
     * @throws std::runtime_error The globe that was drawn is too far from the measured one.
     */
    std::unique_ptr<const dht::PeerDelays> MakeDelays(uint32_t peers) const;

    /// @return What the file of --delay-matrix says, which is read once. @throws DhtOptionError See
    /// MakeDelays().
    std::shared_ptr<const dht::HostNetwork> ReadHosts() const;

    /// Refuse a file whose links change over time. @throws DhtOptionError They do.
    void RefuseChanges() const;

    /// @param hosts How many there are. @param peers Number of peers. @return The host of each
    /// peer, the same whatever there is of hosts.
    std::vector<uint32_t> DrawPlaces(std::size_t hosts, uint32_t peers) const;

    /// @param peers Number of peers. @return Bytes that their delays take, or somewhat less.
    double BytesOf(uint64_t peers) const;

  private:
    /// @param peers Number of peers. @param random Places them. @return Their delays, on the hosts
    /// of the file.
    std::unique_ptr<const dht::PeerDelays> Place(uint32_t peers, dht::Random& random) const;

    mutable std::shared_ptr<const dht::HostNetwork> m_hosts; //!< What the file says, once read.
};

/**
 * @ingroup dht-cc
 * @return The seed of all random numbers that are not ns-3's, from ns-3's seed and run number.
 */
uint64_t RunSeed();

/**
 * @ingroup dht-cc
 * The random stream of delays; those of peers are below, and others of programs above.
 */
inline constexpr uint64_t DELAY_STREAM = uint64_t{1} << 40;

} // namespace ns3

#endif // DHT_CC_DELAY_OPTIONS_H
