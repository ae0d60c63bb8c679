/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_RPC_NETWORK_H
#define DHT_CC_TEST_RPC_NETWORK_H

#include "coordinate-world.h"
#include "dht-rpc-endpoint.h"
#include "dht-stp-window.h"
#include "memory-ring.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>

/**
 * @file
 * @ingroup dht-cc-tests
 * Peers that ask each other through a network that loses questions and answers.
 */

namespace dht
{
namespace test
{

/// What a network of RPCs is made of.
struct RpcNetworkOptions
{
    std::size_t peers{20};                                         ///< Number of peers.
    RpcOptions rpc{};                                              ///< All peers'.
    VivaldiOptions vivaldi{};                                      ///< Likewise.
    RttBetween rtt{[](std::size_t, std::size_t) { return 75.0; }}; ///< In ms.
    double loss{0};        ///< The share of RPCs that are lost.
    double jitter{0};      ///< By what share of the RTT answers come later, in the mean.
    double question{0};    ///< How long a question is on its asker's uplink, in ms.
    double buffer{1000};   ///< How long it may wait for that, or it is lost, in ms.
    unsigned tries{3};     ///< Peers that a caller asks before it gives up.
    std::uint64_t seed{1}; ///< Of all random numbers.
};

/// Whether the counters of an endpoint add up. @param endpoint The endpoint. @return Whether they
/// do.
inline bool
AddsUp(const RpcEndpoint& endpoint)
{
    const RpcCounters& counts = endpoint.Counts();
    return counts.issued ==
               counts.answered + counts.timedOut + counts.cancelled + endpoint.Outstanding() &&
           counts.sent ==
               counts.inTime + counts.timeouts + counts.abandoned + endpoint.InFlight() &&
           counts.spurious <= counts.timeouts && counts.late <= counts.abandoned &&
           endpoint.Outstanding() == endpoint.InFlight() + endpoint.Waiting();
}

/// @param endpoint An endpoint that has STP's window. @return Its w.
inline double
StpSizeOf(const RpcEndpoint& endpoint)
{
    return dynamic_cast<const StpWindow&>(endpoint.Window()).Size();
}

/// The network, and a virtual clock.
class RpcNetwork
{
  public:
    /// A peer that asks others, chosen at random, whatever it can.
    class Node : private RpcCaller
    {
      public:
        /// @param network The network that it belongs to. @param number The peer's number in it.
        Node(RpcNetwork& network, std::size_t number)
            : m_network(network),
              m_number(number),
              vivaldi(network.m_options.vivaldi, network.m_random),
              endpoint(network.m_options.rpc, EndpointOf(number), vivaldi, network.m_random)
        {
        }

        /// Ask somebody.
        void Ask()
        {
            endpoint.Issue(m_network.Now(), *this, DrawTarget(), tries.size());
            tries.push_back(1);
            AfterCall();
        }

        /// An answer has come. @param from The sender's endpoint. @param id To which RPC. @param
        /// attempt To which transmission. @param coordinate Where its sender is.
        void OnAnswer(const Endpoint& from,
                      std::uint64_t id,
                      std::uint8_t attempt,
                      const WireCoordinate& coordinate)
        {
            const auto answer = endpoint.OnAnswer(m_network.Now(), from, id, attempt, coordinate);
            if (answer && answer->isLast)
            {
                finished.push_back(answer->tag);
            }
            AfterCall();
        }

        /// Which of its questions are lost, whatever else is.
        std::function<bool(const Rpc& rpc)> isLost{[](const Rpc&) { return false; }};
        /// What to do whenever something has happened to it.
        std::function<void(Node& node)> onCall{[](Node&) {}};

      private:
        void SendRpc(const Rpc& rpc) override
        {
            isWithinWindow =
                isWithinWindow && endpoint.Window().InFlight() <= endpoint.Window().Limit();
            if (!isLost(rpc))
            {
                m_network.Carry(m_number, rpc);
            }
        }

        std::optional<RpcTarget> OnRpcTimeout(Time /* now */, const Rpc& rpc) override
        {
            if (++tries[rpc.tag] > m_network.m_options.tries)
            {
                failed.push_back(rpc.tag);
                return std::nullopt;
            }
            return DrawTarget();
        }

        RpcTarget DrawTarget()
        {
            const std::size_t peers = m_network.m_options.peers;
            const std::size_t other =
                (m_number + 1 + DrawBelow(m_network.m_random, peers - 1)) % peers;
            return {EndpointOf(other), m_network.At(other).vivaldi.Told()};
        }

        /// The endpoint may have got another alarm.
        void AfterCall()
        {
            const Time next = endpoint.NextWake();
            if (next < m_alarm)
            {
                m_alarm = next;
                m_network.m_events.At(next, [this, next] {
                    if (m_alarm == next)
                    {
                        m_alarm = kNever;
                        endpoint.OnWake(m_network.Now());
                        AfterCall();
                    }
                });
            }
            onCall(*this);
        }

        RpcNetwork& m_network; ///< The network the peer is in.
        std::size_t m_number;  ///< The peer's number, from 0.
        Time m_alarm{kNever};  ///< When it wakes up.

      public:
        Vivaldi vivaldi;                     ///< Where it is.
        RpcEndpoint endpoint;                ///< What it asks.
        std::deque<unsigned> tries;          ///< Peers asked, by tag.
        std::vector<std::uint64_t> finished; ///< Tags of RPCs that were answered.
        std::vector<std::uint64_t> failed;   ///< Tags of those that were given up.
        bool isWithinWindow{true};           ///< Whether it never had more in flight than allowed.
    };

    /// @param options What it is made of.
    explicit RpcNetwork(const RpcNetworkOptions& options)
        : m_options(options),
          m_random(options.seed)
    {
        for (std::size_t peer = 0; peer < options.peers; ++peer)
        {
            m_nodes.push_back(std::make_unique<Node>(*this, peer));
        }
    }

    /// @param number Of a peer. @return Where it can be reached.
    static Endpoint EndpointOf(std::size_t number)
    {
        return Endpoint::Ipv4(0x0a000001 + static_cast<std::uint32_t>(number), 7000);
    }

    /// @param number The peer's number. @return That peer.
    Node& At(std::size_t number)
    {
        return *m_nodes[number];
    }

    /// A peer answers nobody from now on. @param number The peer's number.
    void Kill(std::size_t number)
    {
        m_dead[number] = true;
    }

    /// @return The present.
    Time Now() const
    {
        return m_events.Now();
    }

    /// @param number The peer's number. @return How long a question of that peer would wait for its
    /// uplink now.
    Time WaitOf(std::size_t number)
    {
        return std::max(m_idleAt[number] - Now(), Time(0));
    }

    /// @param seconds For how long to let things happen.
    void Run(double seconds)
    {
        m_events.RunUntil(Now() + FromSeconds(seconds));
    }

    /// Do something later. @param seconds How much later. @param action What to do.
    void After(double seconds, std::function<void()> action)
    {
        m_events.At(Now() + FromSeconds(seconds), std::move(action));
    }

    /// @return The counters of all, added.
    RpcCounters Totals() const
    {
        RpcCounters all;
        for (const auto& node : m_nodes)
        {
            all += node->endpoint.Counts();
        }
        return all;
    }

  private:
    /// A question goes to its receiver, and the answer back. @param from Who asks. @param rpc The
    /// RPC.
    void Carry(std::size_t from, const Rpc& rpc)
    {
        const std::size_t to = rpc.to.Ipv4Address() - 0x0a000001;
        const double rtt = m_options.rtt(from, to) / 1000;
        const double late = DrawExponential(m_random, m_options.jitter);
        const Time wait = WaitOf(from);
        if (m_random.Uniform() < m_options.loss || m_dead[to] ||
            wait > FromSeconds(m_options.buffer / 1000))
        {
            return;
        }
        m_idleAt[from] = Now() + wait + FromSeconds(m_options.question / 1000);
        m_events.At(m_idleAt[from] + FromSeconds(rtt / 2), [this, from, to, rpc, rtt, late] {
            // who answers asks no window
            const WireCoordinate told = At(to).vivaldi.Told();
            m_events.At(Now() + FromSeconds(rtt * (0.5 + late)), [this, from, rpc, told] {
                At(from).OnAnswer(rpc.to, rpc.id, rpc.attempt, told);
            });
        });
    }

    RpcNetworkOptions m_options;                ///< What it is made of.
    MersenneRandom m_random;                    ///< All chance.
    EventQueue m_events;                        ///< The clock.
    std::vector<std::unique_ptr<Node>> m_nodes; ///< By number.
    std::map<std::size_t, bool> m_dead;         ///< Who answers nobody.
    std::map<std::size_t, Time> m_idleAt;       ///< When whose uplink has sent all.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_RPC_NETWORK_H
