/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FUZZ_RING_H
#define DHT_CC_FUZZ_RING_H

#include "dht-endpoint-name.h"
#include "dht-maintenance-message.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * The ring around a peer that is fuzzed, as honest members of it tell.
 */

namespace dht
{
namespace fuzz
{

/// The peer itself and thirty others. Twenty have an address each that the Internet does not route;
/// ten share two addresses that it does, so that what limits hosts is met.
constexpr std::size_t kMembers = 31;

/// @param number Any number; the same one names the same peer. @return A member of the ring, the
/// peer itself being the first one, or an endpoint where nobody is.
inline Endpoint
EndpointOf(std::size_t number)
{
    switch (number % 36)
    {
    case 31:
        return Endpoint::Ipv4(0, 7000);
    case 32:
        return Endpoint::Ipv4(0xe0000001, 7000);
    case 33:
        return Endpoint::Ipv4(0x0a000002, 0);
    case 34:
        return Endpoint::Ipv4(0xffffffff, 65535);
    case 35: {
        Endpoint endpoint = Endpoint::Ipv4(0x20010db8, 7000);
        endpoint.ipv6 = true;
        return endpoint;
    }
    default:
        break;
    }
    const auto member = static_cast<std::uint32_t>(number % 36);
    return member <= 20
               ? Endpoint::Ipv4(0x0a000001 + member, 7000)
               : Endpoint::Ipv4(0x0b000000 + member % 2, static_cast<std::uint16_t>(7000 + member));
}

/// All members in the order of their ids.
class FuzzRing
{
  public:
    /// @param isJoined Whether the peer itself is a member by now.
    explicit FuzzRing(bool isJoined)
    {
        for (std::size_t number = isJoined ? 0 : 1; number < kMembers; ++number)
        {
            m_members.push_back({IdOf(EndpointOf(number)), EndpointOf(number)});
        }
        std::sort(m_members.begin(), m_members.end(), [](const Member& a, const Member& b) {
            return a.id < b.id;
        });
    }

    /// @param key A key. @return Who is responsible for it.
    const Endpoint& Responsible(const Key& key) const
    {
        return m_members[PlaceOf(key)].endpoint;
    }

    /// @param asked A member. @param key What it is asked for. @param count How many peers it
    /// names.
    /// @return What it answers.
    MaintenanceMessage Answer(const Endpoint& asked, const Key& key, std::size_t count) const
    {
        const std::size_t place = PlaceOf(IdOf(asked));
        MaintenanceMessage answer;
        answer.kind = MaintenanceKind::kNeighbours;
        answer.responsible = PlaceOf(key) == place;
        if (answer.responsible)
        {
            answer.predecessor = At(place + m_members.size() - 1);
        }
        const std::size_t first = answer.responsible ? place + 1 : PlaceOf(key);
        for (std::size_t i = 0; i < count; ++i)
        {
            answer.peers.push_back(At(first + i));
        }
        return answer;
    }

  private:
    /// A peer.
    struct Member
    {
        Key id;            ///< Its id.
        Endpoint endpoint; ///< Where it is.
    };

    const Endpoint& At(std::size_t place) const
    {
        return m_members[place % m_members.size()].endpoint;
    }

    /// @param key A key. @return The place of the last member up to it.
    std::size_t PlaceOf(const Key& key) const
    {
        const auto next = std::upper_bound(m_members.begin(),
                                           m_members.end(),
                                           key,
                                           [](const Key& a, const Member& b) { return a < b.id; });
        const std::size_t count = m_members.size();
        return (static_cast<std::size_t>(next - m_members.begin()) + count - 1) % count;
    }

    std::vector<Member> m_members; ///< By rising ids.
};

/// @param isJoined Whether the peer itself is a member by now. @return The ring of all inputs.
inline const FuzzRing&
TheRing(bool isJoined)
{
    static const FuzzRing before(false);
    static const FuzzRing after(true);
    return isJoined ? after : before;
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_FUZZ_RING_H
