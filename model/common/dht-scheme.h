/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_SCHEME_H
#define DHT_CC_DHT_SCHEME_H

#include "dht-registered-object.h"
#include "dht-scheme-registry.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A congestion control scheme as an ns-3 object: its constants are attributes. The scheme
 * "back-pressure" is ns3::DhtBackPressure.
 */
class DhtScheme : public DhtRegisteredObject<DhtScheme, dht::SchemeRegistry, dht::Scheme>
{
  public:
    /// The name of all schemes' parent.
    static constexpr const char* BASE_NAME = "ns3::DhtScheme";

    /**
     * @return The TypeId of all schemes' parent.
     */
    static TypeId GetTypeId();

    /// @param scheme A scheme's name. @return That of its TypeId.
    static std::string TypeName(const std::string& scheme);

    /**
     * @return The congestion control of one peer, with the present constants.
     */
    std::unique_ptr<dht::CongestionControl> Make() const;
};

} // namespace ns3

#endif // DHT_CC_DHT_SCHEME_H
