/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtScheme);

TypeId
DhtScheme::GetTypeId()
{
    static TypeId tid = TypeId(BASE_NAME).SetParent<DhtConstantsObject>().SetGroupName("DhtCc");
    RegisterTypes();
    return tid;
}

std::string
DhtScheme::TypeName(const std::string& scheme)
{
    return "ns3::Dht" + ToCamelCase(scheme);
}

std::unique_ptr<dht::CongestionControl>
DhtScheme::Make() const
{
    return GetEntry().make(GetParameters());
}

} // namespace ns3
