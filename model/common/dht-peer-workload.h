/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_WORKLOAD_H
#define DHT_CC_DHT_PEER_WORKLOAD_H

#include "dht-registered-object.h"
#include "dht-workload-registry.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A kind of workload as an ns-3 object: its constants are attributes. The workload "random" is
 * ns3::DhtRandomWorkload.
 */
class DhtPeerWorkload
    : public DhtRegisteredObject<DhtPeerWorkload, dht::WorkloadRegistry, dht::WorkloadKind>
{
  public:
    /// The name of the parent of all kinds.
    static constexpr const char* BASE_NAME = "ns3::DhtPeerWorkload";

    /**
     * @return The TypeId of the parent of all kinds.
     */
    static TypeId GetTypeId();

    /// @param kind A kind's name. @return That of its TypeId.
    static std::string TypeName(const std::string& kind);

    /**
     * @param options What is to be made.
     * @param gaps For the times between requests; must outlive the workload.
     * @param keys For keys; likewise.
     * @return The workload of one peer, with the present constants.
     */
    std::unique_ptr<dht::Workload> Make(const dht::WorkloadOptions& options,
                                        dht::Random& gaps,
                                        dht::Random& keys) const;
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_WORKLOAD_H
