/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-store-links.h"

#include <utility>

namespace ns3
{

namespace
{

/// @param setup Of links. @return Makes the window of all of a peer's.
dht::TransportEndpoint::WindowMaker
WindowMakerOf(const DhtStoreLinks::Setup& setup)
{
    // of the polite ones, it lets the shortest queues be
    const Ptr<DhtWindow> polite = setup.polite ? setup.polite : DhtWindow::Create("plusplus");
    const Ptr<DhtWindow> variable = DhtWindow::Create("multcp");
    return [windows = polite->With(*variable), priority = setup.options.priority] {
        return windows(priority);
    };
}

} // namespace

DhtStoreLinks::DhtStoreLinks(const Setup& setup,
                             DhtTransportPump<dht::RepairStreams>::Send send,
                             dht::MessageStreams::Listeners listeners)
    : RepairOverTransport(setup.options,
                          WindowMakerOf(setup),
                          setup.random,
                          std::move(listeners),
                          std::move(send))
{
}

void
DhtStoreLinks::OnPacket(const dht::Endpoint& from, const uint8_t* bytes, std::size_t size)
{
    m_pump.OnPacket(from, bytes, size);
}

void
DhtStoreLinks::SetUp(bool isUp)
{
    m_pump.SetStopped(!isUp);
    m_pump.PollSoon();
}

void
DhtStoreLinks::Stop()
{
    m_streams.AbortAll(m_pump.Now());
    m_pump.Poll();
    m_pump.SetStopped(true);
}

} // namespace ns3
