/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-helper.h"

#include "dht-misrouted-overlay.h"
#include "dht-overlay-registry.h"
#include "dht-rendezvous.h"

#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

/// The delays between peers that are known by their places on the ring.
class DelaysByPlace : public dht::PeerDelays
{
  public:
    /// @param delays By address. @param ids Of the peers, in the order of their addresses. @param
    /// ring The peers.
    DelaysByPlace(const dht::PeerDelays& delays,
                  const std::vector<dht::Key>& ids,
                  const dht::Ring& ring)
        : m_delays(delays),
          m_numbers(ids.size())
    {
        for (std::size_t i = 0; i < ids.size(); ++i)
        {
            m_numbers[ring.LastUpTo(ids[i])] = static_cast<uint32_t>(i);
        }
    }

    dht::Time Get(uint32_t from, uint32_t to) const override
    {
        return m_delays.Get(m_numbers.at(from), m_numbers.at(to));
    }

    dht::Time Least() const override
    {
        return m_delays.Least();
    }

  private:
    const dht::PeerDelays& m_delays; //!< By address.
    std::vector<uint32_t> m_numbers; //!< Of the peers in the order of addresses, by place.
};

} // namespace

DhtHelper::DhtHelper()
{
    m_factory.SetTypeId(DhtPeerApplication::GetTypeId());
}

void
DhtHelper::SetScheme(const std::string& name)
{
    m_factory.Set("CongestionControl", PointerValue(DhtScheme::Create(name)));
}

void
DhtHelper::SetWorkload(const std::string& name)
{
    m_factory.Set("Workload", PointerValue(DhtPeerWorkload::Create(name)));
}

void
DhtHelper::SetIds(Ids ids)
{
    m_ids = ids;
}

void
DhtHelper::SetOverlay(const std::string& name)
{
    m_overlay = dht::OverlayRegistry::Get().Find(name).name;
}

void
DhtHelper::SetDelays(std::shared_ptr<const dht::PeerDelays> delays)
{
    m_delays = std::move(delays);
}

void
DhtHelper::SetPnsCandidates(std::size_t candidates)
{
    m_pnsCandidates = candidates;
}

void
DhtHelper::SetWrongEntries(double share)
{
    if (!(share >= 0 && share <= 1)) // so that NaN is refused, too
    {
        throw std::invalid_argument("the share of wrong routing entries must be from 0 to 1");
    }
    m_wrongEntries = share;
}

int64_t
DhtHelper::AssignOverlayStream(int64_t stream)
{
    m_random.SetStream(stream);
    return 1;
}

void
DhtHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

uint16_t
DhtHelper::GetPort() const
{
    UintegerValue port;
    m_factory.Create()->GetAttribute("Port", port);
    return static_cast<uint16_t>(port.Get());
}

std::vector<dht::Key>
DhtHelper::MakeIds(const std::vector<Ipv4Address>& addresses) const
{
    const uint16_t port = GetPort();
    std::vector<dht::Key> ids;
    for (std::size_t i = 0; i < addresses.size(); ++i)
    {
        std::ostringstream name;
        name << addresses[i] << ":" << port;
        ids.push_back(m_ids == EVEN ? dht::EvenKey(i, addresses.size()) : dht::HashKey(name.str()));
    }
    return ids;
}

std::unique_ptr<dht::Overlay>
DhtHelper::OverlayOf(const std::vector<dht::Key>& ids) const
{
    dht::Ring ring(ids);
    if (!m_delays)
    {
        return OverlayOn(std::move(ring), nullptr);
    }
    const DelaysByPlace delays(*m_delays, ids, ring);
    return OverlayOn(std::move(ring), &delays);
}

std::unique_ptr<dht::Overlay>
DhtHelper::OverlayOn(dht::Ring ring, const dht::PeerDelays* delays) const
{
    auto overlay =
        dht::OverlayRegistry::Get().Find(m_overlay).make(std::move(ring),
                                                         {m_random, delays, m_pnsCandidates});
    if (m_wrongEntries > 0)
    {
        return std::make_unique<dht::MisroutedOverlay>(std::move(overlay),
                                                       m_wrongEntries,
                                                       m_random);
    }
    return overlay;
}

std::unique_ptr<dht::Overlay>
DhtHelper::MakeOverlay(const std::vector<Ipv4Address>& addresses) const
{
    return OverlayOf(MakeIds(addresses));
}

std::unique_ptr<dht::Overlay>
DhtHelper::MakeOverlay(const std::vector<Ipv4Address>& addresses,
                       const dht::PeerDelays& delays) const
{
    return OverlayOn(dht::Ring(MakeIds(addresses)), &delays);
}

void
DhtHelper::CheckAddresses(const NodeContainer& nodes, const std::vector<Ipv4Address>& addresses)
{
    if (nodes.GetN() != addresses.size() || addresses.empty())
    {
        throw std::invalid_argument("a ring needs one address for each node, and at least one "
                                    "node");
    }
}

ApplicationContainer
DhtHelper::Install(const NodeContainer& nodes, const std::vector<Ipv4Address>& addresses) const
{
    CheckAddresses(nodes, addresses);
    const std::vector<dht::Key> ids = MakeIds(addresses);
    const std::shared_ptr<const dht::Overlay> overlay = OverlayOf(ids);
    const dht::Ring& ring = overlay->Peers();
    const uint16_t port = GetPort();
    std::vector<dht::Endpoint> endpointOf(ring.Size()); // by position on the ring
    for (std::size_t i = 0; i < ids.size(); ++i)
    {
        endpointOf[ring.LastUpTo(ids[i])] = dht::Endpoint::Ipv4(addresses[i].Get(), port);
    }
    ApplicationContainer peers;
    for (std::size_t i = 0; i < ids.size(); ++i)
    {
        const std::size_t position = ring.LastUpTo(ids[i]);
        std::vector<dht::Endpoint> neighbours;
        for (const std::size_t neighbour : overlay->Neighbours(position))
        {
            neighbours.push_back(endpointOf[neighbour]);
        }
        auto peer = m_factory.Create<DhtPeerApplication>();
        peer->SetOverlay(addresses[i],
                         ids[i],
                         dht::ReadyPlace(overlay, position),
                         std::move(neighbours));
        nodes.Get(i)->AddApplication(peer);
        peers.Add(peer);
    }
    return peers;
}

ApplicationContainer
DhtHelper::InstallJoining(const NodeContainer& nodes,
                          const std::vector<Ipv4Address>& addresses,
                          DhtPeerSession::Bootstrap bootstrap) const
{
    CheckAddresses(nodes, addresses);
    const auto rendezvous = std::make_shared<DhtRendezvous>(m_random);
    if (!bootstrap)
    {
        bootstrap = [rendezvous] { return rendezvous->Ask(); };
    }
    ApplicationContainer peers;
    for (std::size_t i = 0; i < addresses.size(); ++i)
    {
        auto peer = m_factory.Create<DhtPeerApplication>();
        peer->SetRing(addresses[i], bootstrap);
        rendezvous->Add(PeekPointer(peer));
        nodes.Get(i)->AddApplication(peer);
        peers.Add(peer);
    }
    return peers;
}

void
DhtHelper::SpreadStarts(const ApplicationContainer& peers, Time time)
{
    const double steps = std::max<double>(peers.GetN() - 1, 1);
    for (uint32_t i = 0; i < peers.GetN(); ++i)
    {
        peers.Get(i)->SetStartTime(Seconds(time.GetSeconds() * i / steps));
    }
}

int64_t
DhtHelper::AssignStreams(const ApplicationContainer& peers, int64_t stream)
{
    int64_t next = stream;
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        next += DynamicCast<DhtPeerApplication>(*peer)->AssignStreams(next);
    }
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        next += DynamicCast<DhtPeerApplication>(*peer)->AssignTransportStream(next);
    }
    for (auto peer = peers.Begin(); peer != peers.End(); ++peer)
    {
        next += DynamicCast<DhtPeerApplication>(*peer)->AssignStoreStream(next);
    }
    return next - stream;
}

} // namespace ns3
