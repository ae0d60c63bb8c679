/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay.h"

#include <utility>

namespace dht
{

Overlay::Overlay(Ring ring)
    : m_ring(std::move(ring))
{
}

const Ring&
Overlay::Peers() const
{
    return m_ring;
}

MembershipMaker
ReadyPlace(const Overlay& overlay, std::size_t peer)
{
    return [&overlay, peer](const Endpoint& /* self */, LiveHost& /* host */) {
        return overlay.MakeTable(peer);
    };
}

MembershipMaker
ReadyPlace(std::shared_ptr<const Overlay> overlay, std::size_t peer)
{
    return [overlay, peer](const Endpoint& /* self */, LiveHost& /* host */) {
        return overlay->MakeTable(peer);
    };
}

} // namespace dht
