/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_LINK_SUMMARY_H
#define DHT_REPAIR_LINK_SUMMARY_H

#include "dht-repair-streams.h"
#include "dht-rpc.h"
#include "dht-storage.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * What a summary says of links that carry the repair of stores.
 */

namespace dht
{

/// Sums what such links of peers have counted.
class RepairLinkSummary
{
  public:
    /// @param now The present. @param streams Of a peer. @param storage The same peer's. @param
    /// isPresent Whether the peer is there.
    void Add(Time now, const RepairStreams& streams, const Storage& storage, bool isPresent);

    /// @return Whether no counters of theirs contradict each other.
    bool IdentitiesHold() const;

    /// @return All; for how long links were raised, as the mean of the peers that are there.
    nlohmann::ordered_json ToJson() const;

  private:
    MessageStreams::Counts m_messages; ///< What they carried.
    TransportCounters m_transport;     ///< What carried them.
    RpcCounters m_rpcs;                ///< What was asked over them.
    Time m_raised{0};                  ///< For how long they were raised, all peers together.
    std::int64_t m_present{0};         ///< Peers that are there.
    bool m_identitiesHold{true};       ///< Of what carried them.
};

} // namespace dht

#endif // DHT_REPAIR_LINK_SUMMARY_H
