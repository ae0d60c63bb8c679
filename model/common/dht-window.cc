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

std::unique_ptr<dht::TransportWindow>
DhtWindow::Make(const DhtWindow& variable, double priority) const
{
    return dht::MakePriorityWindow(GetEntry(),
                                   GetParameters(),
                                   variable.GetEntry(),
                                   variable.GetParameters(),
                                   priority);
}

} // namespace ns3
