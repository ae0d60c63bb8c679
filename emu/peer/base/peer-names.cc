/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-names.h"

#include "dht-endpoint-name.h"
#include "dht-option-error.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <sstream>

namespace dht
{

void
PeerNames::Parse(const std::string& option, const std::string& text)
{
    m_option = option;
    m_peers.clear();
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');)
    {
        const std::vector<Endpoint> places = ParseEndpoints(option, name);
        m_peers.push_back({name, !IsAddress(name), places});
    }
    if (m_peers.empty())
    {
        throw OptionError(option, text, "a value is missing");
    }
}

bool
PeerNames::IsEmpty() const
{
    return m_peers.empty();
}

std::vector<Endpoint>
PeerNames::Of(std::optional<bool> isIpv6) const
{
    std::vector<Endpoint> endpoints;
    if (m_peers.empty())
    {
        return endpoints;
    }
    const auto byAddress =
        std::find_if(m_peers.begin(), m_peers.end(), [](const Peer& peer) { return !peer.isName; });
    const Peer& first = byAddress == m_peers.end() ? m_peers.front() : *byAddress;
    const bool family = isIpv6.value_or(first.places.front().ipv6);
    for (const Peer& peer : m_peers)
    {
        const std::size_t before = endpoints.size();
        std::copy_if(peer.places.begin(),
                     peer.places.end(),
                     std::back_inserter(endpoints),
                     [&](const Endpoint& place) { return place.ipv6 == family; });
        if (endpoints.size() == before)
        {
            throw OptionError(m_option,
                              peer.text,
                              std::string("all peers of a ring are of one address family, here ") +
                                  (family ? "IPv6" : "IPv4") + (isIpv6 ? ", as --listen's" : "") +
                                  (peer.isName ? ", and this name has no such address" : ""));
        }
    }
    return endpoints;
}

std::vector<Endpoint>
PeerNames::LookUp(bool isIpv6)
{
    for (Peer& peer : m_peers)
    {
        try
        {
            const std::vector<Endpoint> now = ParseEndpoints(m_option, peer.text);
            if (std::any_of(now.begin(), now.end(), [&](const Endpoint& place) {
                    return place.ipv6 == isIpv6;
                }))
            {
                peer.places = now;
            }
        }
        catch (const OptionError&)
        {
            // the directory may be out of reach now
        }
    }
    return Of(isIpv6);
}

} // namespace dht
