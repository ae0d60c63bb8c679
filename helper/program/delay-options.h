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

namespace dht
{
class DelayMatrix;
}

namespace ns3
{

/**
 * @ingroup dht-cc
 * How long messages travel between the peers of a program. With the same options, seed and run
 * number, all programs have the very same delays; but at packet level, those of the model access
 * are drawn with the access links.
 */
struct DelayOptions
{
    std::string delayModel{"access"};        //!< Where delays come from.
    DhtOptionTable::Range delay{0.02, 0.02}; //!< One way between two peers in seconds.
    std::string delayMatrix;                 //!< File with a delay for each pair of hosts.
    std::string delayFormat{"rows"};         //!< How they are written there.
    std::string delayUnit{"ms"};             //!< What the numbers there are.
    std::string delayMissing{"refuse"};      //!< What to do about a pair that is not there.
    Time delayWithinHost{0};                 //!< Between peers of one host; 0: none has two.

    /// Add these options. @param table Where; it keeps references to this object.
    void DefineDelays(DhtOptionTable& table);

    /// Refuse what does not go together. @param table It, when it has read the command line.
    void CheckDelays(const DhtOptionTable& table) const;

    /// Refuse delays that are too small or too great where packets are not simulated.
    void CheckDelayRange() const;

    /**
     * @param peers How many peers.
     * @return Their delays.
     * @throws DhtOptionError The file is not as it should be.
     * @throws std::runtime_error The globe that was drawn is not as it should be.
     */
    std::unique_ptr<const dht::PeerDelays> MakeDelays(uint32_t peers) const;

    /// @return The delays between the hosts of the file. @throws DhtOptionError See MakeDelays().
    std::unique_ptr<const dht::DelayMatrix> ReadMatrix() const;

    /// @param peers How many. @return Bytes that their delays take, or somewhat less.
    double BytesOf(uint64_t peers) const;

  private:
    /// @param peers How many. @param random Places them. @return They, on the hosts of the file.
    std::unique_ptr<const dht::PeerDelays> Place(uint32_t peers, dht::Random& random) const;
};

/**
 * @ingroup dht-cc
 * @return What all random numbers follow from that are not ns-3's: from its seed and run number.
 */
uint64_t RunSeed();

/**
 * @ingroup dht-cc
 * The random stream of delays; those of peers are below, and others of programs above.
 */
inline constexpr uint64_t DELAY_STREAM = uint64_t{1} << 40;

} // namespace ns3

#endif // DHT_CC_DELAY_OPTIONS_H
