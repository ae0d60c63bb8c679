/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-late-attributes.h"
#include "dht-parameter-attributes.h"
#include "dht-store-application.h"
#include "dht-store-peer-options.h"

#include "ns3/boolean.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtStoreApplication);

TypeId
DhtStoreApplication::GetTypeId()
{
    static TypeId tid = [] {
        TypeId made =
            TypeId("ns3::DhtStoreApplication")
                .SetParent<Application>()
                .SetGroupName("DhtCc")
                .AddConstructor<DhtStoreApplication>()
                .AddAttribute("Capacity",
                              "What the peer keeps for others at most [bytes].",
                              UintegerValue(uint64_t{1} << 30),
                              ReadAtStart(MakeUintegerAccessor(&DhtStoreApplication::SetCapacity,
                                                               &DhtStoreApplication::GetCapacity)),
                              MakeUintegerChecker<uint64_t>())
                .AddAttribute("WantsTokens",
                              "Whether others must have shown that they are where they ask from "
                              "before they store here, or get more than they have sent.",
                              BooleanValue(false),
                              ReadAtStart(MakeBooleanAccessor(&DhtStoreApplication::m_wantsTokens)),
                              MakeBooleanChecker())
                .AddAttribute(
                    "PoliteWindow",
                    "With RepairTransport dtl, the window that governs a peer's links at "
                    "priority 0; by default the window plusplus.",
                    PointerValue(),
                    ReadAtStart(MakePointerAccessor(&DhtStoreApplication::SetPoliteWindow,
                                                    &DhtStoreApplication::GetPoliteWindow)),
                    MakePointerChecker<DhtWindow>())
                .AddTraceSource("Fetched",
                                "A get of the peer's own ended, with the block or without.",
                                MakeTraceSourceAccessor(&DhtStoreApplication::m_fetchedTrace),
                                "ns3::DhtStoreApplication::FetchedTracedCallback")
                .AddTraceSource("Stored",
                                "A put of the peer's own ended, whether or not enough holders have "
                                "the block.",
                                MakeTraceSourceAccessor(&DhtStoreApplication::m_storedTrace),
                                "ns3::DhtStoreApplication::StoredTracedCallback")
                .AddTraceSource("Located",
                                "A lookup of the peer's own ended.",
                                MakeTraceSourceAccessor(&DhtStoreApplication::m_locatedTrace),
                                "ns3::DhtStoreApplication::LocatedTracedCallback");
        using App = DhtStoreApplication;
        made = AddFoundParameterAttributes<App, dht::StorageOptions>(
            made,
            [](auto& app) -> auto& { return app.m_options->storage; });
        made = AddFoundParameterAttributes<App, dht::RpcOptions>(
            made,
            [](auto& app) -> auto& { return app.m_options->rpcs; });
        made = AddFoundParameterAttributes<App, dht::StpWindowOptions>(
            made,
            [](auto& app) -> auto& { return app.m_options->window; });
        made = AddFoundParameterAttributes<App, dht::RttPredictorOptions>(
            made,
            [](auto& app) -> auto& { return app.m_options->timer; });
        made = AddFoundParameterAttributes<App, dht::VivaldiOptions>(
            made,
            [](auto& app) -> auto& { return app.m_options->vivaldi; });
        return AddFoundParameterAttributes<App, dht::RepairLinkOptions>(
            made,
            [](auto& app) -> auto& { return app.m_options->links; });
    }();
    return tid;
}

DhtLateAttributes::Effect
DhtStoreApplication::GetEffect(const std::string& /* attribute */) const
{
    return HasStarted() ? NEVER : NOW;
}

void
DhtStoreApplication::SetCapacity(uint64_t bytes)
{
    m_options->limits.bytes = bytes;
}

uint64_t
DhtStoreApplication::GetCapacity() const
{
    return m_options->limits.bytes;
}

void
DhtStoreApplication::SetPoliteWindow(Ptr<DhtWindow> window)
{
    m_options->polite = std::move(window);
}

Ptr<DhtWindow>
DhtStoreApplication::GetPoliteWindow() const
{
    return m_options->polite;
}

void
DhtStoreApplication::OnLocated(dht::Time /* now */, const dht::LocateReport& report)
{
    m_locatedTrace(report);
}

void
DhtStoreApplication::OnFetched(dht::Time /* now */, const dht::FetchReport& report)
{
    m_fetchedTrace(report);
}

void
DhtStoreApplication::OnPut(dht::Time /* now */, const dht::PutReport& report)
{
    m_storedTrace(report);
}

} // namespace ns3
