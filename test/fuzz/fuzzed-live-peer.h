/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FUZZED_LIVE_PEER_H
#define DHT_CC_FUZZED_LIVE_PEER_H

#include "dht-deframer.h"
#include "dht-maintenance.h"
#include "dht-peer.h"
#include "dht-scheme-registry.h"
#include "fuzz-host.h"

#include <deque>
#include <numeric>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A live peer, its host, and what must be so at any time.
 */

namespace dht
{
namespace fuzz
{

/// A peer with its maintenance, whose time, links and connections an input moves.
class FuzzedLivePeer : private RequestSource
{
  public:
    /// @param data The input. @param size Its bytes.
    FuzzedLivePeer(const std::uint8_t* data, std::size_t size)
        : m_input(data, size),
          m_maintenance(MakeMaintenanceOptions(m_input)),
          m_peer(MakePeerOptions(m_input),
                 JoinedPlace(m_maintenance, m_random)(EndpointOf(0), m_host),
                 MakeScheme(m_input),
                 m_host,
                 m_random)
    {
        m_deframers.resize(4, Deframer(4096));
    }

    /// @return Frames that it was tried with: datagrams, decoded or not, requests and what was no
    /// request.
    std::size_t Frames() const
    {
        const auto rejected = [](std::size_t sum, const Deframer& deframer) {
            const auto& errors = deframer.Errors();
            return std::accumulate(errors.begin(), errors.end(), sum);
        };
        return std::accumulate(m_deframers.begin(), m_deframers.end(), m_frames, rejected);
    }

  protected:
    /// @param from Who sends it. @param datagram Something understood.
    void Deliver(const Endpoint& from, Datagram datagram)
    {
        ++m_frames;
        const bool isStorage = std::holds_alternative<StorageMessage>(datagram);
        const WireError error = m_peer.OnDatagram(m_now, from, std::move(datagram));
        Require(!isStorage || error == WireError::kType, "a peer without a store says so");
    }

    /// Any bytes, in a datagram.
    void ReceiveBytes()
    {
        const Endpoint from = EndpointOf(m_input.Byte());
        const Bytes frame = m_input.Take(m_input.Byte());
        Datagram datagram;
        if (DecodeDatagram(frame.data(), frame.size(), datagram) == WireError::kNone)
        {
            Deliver(from, std::move(datagram));
        }
        else
        {
            ++m_frames;
        }
    }

    /// Any bytes, on a connection.
    void ReceiveStream()
    {
        const auto connection = static_cast<ConnectionId>(m_input.Below(4));
        const Bytes bytes = m_input.Take(m_input.Byte());
        m_deframers[connection].Append(bytes.data(), bytes.size());
        Read(connection);
    }

    void Close(ConnectionId connection)
    {
        m_host.refused.erase(connection);
        const auto& errors = m_deframers[connection].Errors();
        m_frames = std::accumulate(errors.begin(), errors.end(), m_frames);
        m_deframers[connection] = Deframer(4096);
        m_peer.OnClosed(m_now, connection);
    }

    void OpenLink()
    {
        const auto link = static_cast<LinkIndex>(m_input.Below(8));
        const std::uint8_t room = m_input.Byte();
        const auto found = m_host.links.find(link);
        if (found != m_host.links.end())
        {
            found->second.room = room % 8;
            found->second.isDown = false;
            m_peer.OnWritable(m_now, link);
        }
    }

    void FailLink()
    {
        const auto link = static_cast<LinkIndex>(m_input.Below(8));
        const auto found = m_host.links.find(link);
        if (found == m_host.links.end())
        {
            return;
        }
        found->second.room = 0;
        found->second.isDown = m_input.Below(2) != 0;
        m_peer.OnWritable(m_now, link);
        m_peer.OnLinkFailed(m_now, link);
    }

    /// A link is made, or says nothing for a while.
    void MoveLink()
    {
        const auto link = static_cast<LinkIndex>(m_input.Below(8));
        const bool silent = m_input.Below(2) != 0;
        if (m_host.links.count(link))
        {
            silent ? m_peer.OnLinkSilent(m_now, link) : m_peer.OnLinkConnected(m_now, link);
        }
    }

    /// Time passes.
    void Pass(Time time)
    {
        const Time end = Later(m_now, time);
        for (int wakes = 0;; ++wakes)
        {
            if (m_host.wake > end)
            {
                break;
            }
            Require(wakes < 20000, "a peer does not wake up all the time");
            m_now = std::max(m_now, m_host.wake);
            m_host.wake = kNever;
            m_peer.OnWake(m_now);
            m_host.messages = 0;
        }
        m_now = end;
    }

    /// Do what the peer has asked for.
    void Settle()
    {
        while (!m_host.resumed.empty())
        {
            for (const ConnectionId connection : std::exchange(m_host.resumed, {}))
            {
                auto held = m_host.refused.extract(connection);
                if (held.empty())
                {
                    continue; // it was closed
                }
                if (!m_peer.OnRequest(m_now, connection, held.mapped()))
                {
                    m_host.refused.insert(std::move(held));
                    continue;
                }
                Read(connection);
            }
        }
    }

    /// What must be so at any time.
    void Check() const
    {
        Require(m_peer.IdentitiesHold(), "nothing vanishes");
        const Membership& ring = m_peer.GetMembership();
        const auto successors = ring.Successors();
        Require(successors.size() <= 8, "the successor list is not longer than allowed");
        Key last = 0;
        for (const Endpoint& successor : successors)
        {
            const Key distance = Distance(IdOf(EndpointOf(0)), IdOf(successor));
            Require(distance > last, "successors are other peers, and in order");
            last = distance;
        }
        Require(!(ring.Predecessor() == EndpointOf(0)), "a peer is not before itself");
        Require(ring.IsJoined() || successors.empty() || m_hasLeft,
                "who has no place knows nobody");
        std::set<Key> neighbours;
        for (const auto& [link, state] : m_host.links)
        {
            Require(ring.NeighbourAt(link) == state.to, "host and table agree on links");
            Require(neighbours.insert(IdOf(state.to)).second, "each neighbour has one link");
        }
    }

    /// The peer is to look up a key. @param key The key.
    void LookUp(const Key& key)
    {
        m_keys.push_back(key);
        m_peer.Start(m_now, *this);
    }

    Input m_input;                    ///< What happens.
    FuzzRandom m_random;              ///< The peer's.
    FuzzHost m_host;                  ///< The peer's.
    MaintenanceOptions m_maintenance; ///< The peer's.
    Peer m_peer;                      ///< The peer.
    std::deque<Key> m_keys;           ///< What it is to look up.
    Time m_now{0};                    ///< The present.
    bool m_hasLeft{false};            ///< Whether it was told to leave.

  private:
    static MaintenanceOptions MakeMaintenanceOptions(Input& input)
    {
        MaintenanceOptions options;
        options.successors = 1 + input.Below(8);
        options.maximumLinks = static_cast<LinkIndex>(1 + input.Below(8));
        return options;
    }

    static PeerOptions MakePeerOptions(Input& input)
    {
        PeerOptions options;
        options.routing = input.Below(2) ? RoutingMode::kIterative : RoutingMode::kRecursive;
        options.self = EndpointOf(0);
        options.queueCapacity = 8;
        options.requestLifetime = FromSeconds(5);
        return options;
    }

    static std::unique_ptr<CongestionControl> MakeScheme(Input& input)
    {
        const auto& schemes = SchemeRegistry::Get().All();
        const Scheme& scheme = *schemes[input.Below(schemes.size())];
        return scheme.make(scheme.parameters);
    }

    void Read(ConnectionId connection)
    {
        Request request;
        while (!m_host.refused.count(connection) &&
               m_deframers[connection].Next(request) == Deframer::Result::kRequest)
        {
            ++m_frames;
            if (!m_peer.OnRequest(m_now, connection, request))
            {
                m_host.refused[connection] = request;
            }
        }
    }

    Time NextAt(Time now) override
    {
        return m_keys.empty() ? kNever : now;
    }

    Item Take(Time /* now */) override
    {
        const Key key = m_keys.front();
        m_keys.pop_front();
        return {key, Payload::Zeros(key.Low() % 2 * 20)};
    }

    std::vector<Deframer> m_deframers; ///< Of its incoming connections.
    std::size_t m_frames{0};           ///< Frames that came, but for what a deframer rejected.
};

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_FUZZED_LIVE_PEER_H
