/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtWindow);

TypeId
DhtWindow::GetTypeId()
{
    static TypeId tid = TypeId(BASE_NAME).SetParent<DhtConstantsObject>().SetGroupName("DhtCc");
    RegisterTypes();
    return tid;
}

std::string
DhtWindow::TypeName(const std::string& window)
{
    return "ns3::Dht" + ToCamelCase(window) + "TransportWindow";
}

dht::PriorityWindows
DhtWindow::With(const DhtWindow& variable) const
{
    return dht::MakePriorityWindows(GetEntry(),
                                    GetParameters(),
                                    variable.GetEntry(),
                                    variable.GetParameters());
}

} // namespace ns3
