/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-workload.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtPeerWorkload);

TypeId
DhtPeerWorkload::GetTypeId()
{
    static TypeId tid = TypeId(BASE_NAME).SetParent<DhtConstantsObject>().SetGroupName("DhtCc");
    RegisterTypes();
    return tid;
}

std::string
DhtPeerWorkload::TypeName(const std::string& kind)
{
    return "ns3::Dht" + ToCamelCase(kind) + "Workload";
}

std::unique_ptr<dht::Workload>
DhtPeerWorkload::Make(const dht::WorkloadOptions& options,
                      dht::Random& gaps,
                      dht::Random& keys) const
{
    return GetEntry().make(GetParameters(), options, gaps, keys);
}

} // namespace ns3
