/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_DATAGRAM_WORLD_H
#define DHT_CC_TEST_DATAGRAM_WORLD_H

#include "dht-endpoint-name.h"
#include "dht-maintenance-format.h"
#include "dht-maintenance.h"
#include "idle-host.h"
#include "memory-ring.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Peers that keep a ring, and others that say what they like, in whose name they like.
 */

namespace dht
{
namespace test
{

/// A network that carries maintenance messages alone, in 10 ms.
class DatagramWorld
{
  public:
    /// Who gets a datagram that no peer gets.
    using Receiver = std::function<void(const Endpoint& from, const MaintenanceMessage& message)>;

    /// Datagrams, and what they weigh.
    struct Traffic
    {
        std::size_t datagrams{0}; ///< Number of datagrams.
        std::size_t bytes{0};     ///< Their frames and headers of UDP and IPv4.

        /// @param message One more.
        void Add(const MaintenanceMessage& message)
        {
            ++datagrams;
            bytes += FrameSize(message) + 28;
        }
    };

    /// A peer that keeps to the protocol.
    class Node : public IdleHost
    {
      public:
        /// @param world The network. @param self At which endpoint. @param seed Of its random
        /// numbers.
        Node(DatagramWorld& world, const Endpoint& self, std::uint64_t seed)
            : m_world(world),
              m_self(self),
              m_random(seed),
              maintenance(world.options, self, *this, m_random)
        {
        }

        void SendDatagram(const Endpoint& to, const Datagram& datagram) override
        {
            m_world.Send(m_self, to, std::get<MaintenanceMessage>(datagram));
        }

        void WakeAt(Time /* time */) override
        {
        }

        void Connect(LinkIndex link, const Endpoint& neighbour) override
        {
            links[link] = neighbour;
            ++connects[NameOf(neighbour)];
        }

        void Disconnect(LinkIndex link) override
        {
            links.erase(link);
        }

        void OnJoinFailed(JoinFailure why) override
        {
            failure = why;
        }

        /// Do what is due, and again when there is more to do.
        void Tick()
        {
            const Time now = m_world.Now();
            if (maintenance.NextWake() <= now)
            {
                maintenance.OnWake(now);
            }
            m_world.m_events.At(now + FromSeconds(0.01), [this] { Tick(); });
        }

      private:
        DatagramWorld& m_world;  ///< The world the peer lives in.
        const Endpoint m_self;   ///< At which endpoint.
        MersenneRandom m_random; ///< For ids.

      public:
        Maintenance maintenance;              ///< Its part in the ring.
        std::map<LinkIndex, Endpoint> links;  ///< Where they lead.
        std::map<std::string, int> connects;  ///< How often to whom.
        std::optional<JoinFailure> failure{}; ///< Why it has no place, if it was told so.
    };

    /// A peer joins, or begins the ring. @param self At which endpoint. @param bootstrap Through
    /// whom; nobody if it is the first. @return The new node.
    Node& Add(const Endpoint& self, const std::vector<Endpoint>& bootstrap)
    {
        auto& node = m_nodes[NameOf(self)];
        node = std::make_unique<Node>(*this, self, m_nodes.size());
        if (bootstrap.empty())
        {
            node->maintenance.Create(Now());
        }
        else
        {
            node->maintenance.Join(Now(), bootstrap);
        }
        node->Tick();
        return *node;
    }

    /// @param self An endpoint. @return The peer there.
    Node& At(const Endpoint& self)
    {
        return *m_nodes.at(NameOf(self));
    }

    /// Send a datagram. @param from In whose name. @param to The receiver's endpoint. @param
    /// message The message.
    void Send(const Endpoint& from, const Endpoint& to, const MaintenanceMessage& message)
    {
        if (!m_nodes.count(NameOf(to)))
        {
            toStrangers[NameOf(to)].Add(message);
        }
        if (silent.count(NameOf(from)) + silent.count(NameOf(to)) > 0)
        {
            return;
        }
        m_events.At(Now() + FromSeconds(0.01), [this, from, to, message] {
            const auto node = m_nodes.find(NameOf(to));
            const auto stranger = strangers.find(NameOf(to));
            if (node != m_nodes.end())
            {
                node->second->maintenance.OnMessage(Now(), from, message);
            }
            else if (stranger != strangers.end())
            {
                stranger->second(from, message);
            }
        });
    }

    /// @param action What to do. @param interval How often.
    void Repeat(Time interval, const std::function<void()>& action)
    {
        action();
        m_events.At(Now() + interval, [this, interval, action] { Repeat(interval, action); });
    }

    /// @param seconds For how long.
    void Run(double seconds)
    {
        m_events.RunUntil(Now() + FromSeconds(seconds));
    }

    /// @return The present.
    Time Now() const
    {
        return m_events.Now();
    }

    MaintenanceOptions options{};               ///< Of peers that join from now on.
    std::map<std::string, Receiver> strangers;  ///< By their names.
    std::map<std::string, Traffic> toStrangers; ///< What they were sent.
    std::set<std::string> silent;               ///< Whose datagrams are lost, by their names.

  private:
    EventQueue m_events;                                  ///< The clock.
    std::map<std::string, std::unique_ptr<Node>> m_nodes; ///< By their names.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_DATAGRAM_WORLD_H
