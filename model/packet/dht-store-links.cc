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
    : m_streams(setup.options, WindowMakerOf(setup), setup.random, std::move(listeners)),
      m_pump(m_streams, std::move(send), [] {})
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

const dht::RepairStreams&
DhtStoreLinks::GetStreams() const
{
    return m_streams;
}

void
DhtStoreLinks::SendOverLink(const dht::Endpoint& to, const dht::StorageMessage& message)
{
    m_streams.Send(DhtPresent(), to, message);
    m_pump.PollSoon();
}

void
DhtStoreLinks::SetFewest(std::optional<std::size_t> fewest)
{
    if (m_streams.SetFewest(DhtPresent(), fewest))
    {
        m_pump.PollSoon();
    }
}

std::size_t
DhtStoreLinks::MostAtOnce() const
{
    return m_streams.MostAtOnce();
}

} // namespace ns3
