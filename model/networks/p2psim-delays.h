/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_P2PSIM_DELAYS_H
#define DHT_P2PSIM_DELAYS_H

#include "host-network.h"

#include <istream>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * A matrix of delays as the simulator p2psim has them.
 */

namespace dht
{

/**
 * A topology of the kind E2EGraph: a line "topology E2EGraph N", others up to the first line
 * "node 1", a line like that for each node, and then a line "1,2 value" for each pair, the lower
 * number first, for both directions. A delay of 0 is one unit, as in p2psim; one below 0 is
 * missing.
 */
class P2psimDelays : public NetworkFormat
{
  public:
    /// @param cells Reads delays.
    explicit P2psimDelays(const DelayCells& cells);

    void AddLine(const std::string& line, std::size_t number) override;
    HostNetwork Finish() override;

  private:
    /// The first line. @param first Its first word. @param second Its second. @param more The rest.
    void Begin(const std::string& first, const std::string& second, std::istream& more);
    /// A line of a pair. @param pair Both nodes. @param value Their delay.
    void AddPair(const std::string& pair, const std::string& value);

    DelayCells m_cells;                    ///< Reads delays.
    std::unique_ptr<DelayMatrix> m_delays; ///< What was read; null before the first line.
    std::vector<bool> m_isGiven;           ///< Whether there was a line, by pair.
    bool m_hasNodes{false};                ///< Whether the header is over.
};

} // namespace dht

#endif // DHT_P2PSIM_DELAYS_H
