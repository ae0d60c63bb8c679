/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_NODE_PAIR_H
#define DHT_CC_TEST_NODE_PAIR_H

#include "dht-datagram-host.h"
#include "dht-event-queue.h"
#include "dht-memory-block-store.h"
#include "dht-mersenne-random.h"
#include "dht-node.h"
#include "dht-scheme-registry.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Nodes that reach each other by datagrams only.
 */

namespace dht
{
namespace test
{

/// A node, its disk, and the host that carries its datagrams to others in 10 ms.
class NodeHost : private DatagramHost, private RepairLinks, private StorageObserver
{
  public:
    /// By endpoint, all there are.
    using All = std::map<Endpoint, NodeHost*, EndpointOrder>;

    /// @param clock The clock. @param all Gets this one. @param number Which of them. @param keeps
    /// Whether it has a store. @param origin What that one's clock says when the clock says 0.
    NodeHost(EventQueue& clock, All& all, std::uint16_t number, bool keeps, Time origin = Time(0))
        : self(Endpoint::Ipv4(0x0a000000U + number, 7000)),
          m_clock(clock),
          m_all(all),
          m_random(number),
          node(OptionsAt(self),
               JoinedPlace{{}, m_random},
               MakeScheme("none", {}),
               Behaviour::kHonest,
               *this,
               m_random)
    {
        m_all[self] = this;
        if (keeps)
        {
            node.Keep({{}, {}, {}, m_kept, m_random, nullptr, false, this, this, origin});
        }
    }

    /// A datagram arrives. @param from The sender's endpoint. @param datagram The datagram. @return
    /// What is wrong with it.
    WireError Receive(const Endpoint& from, Datagram datagram)
    {
        return node.OnDatagram(m_clock.Now(), from, std::move(datagram));
    }

    /// @return What carries out the node's actions.
    Carrier& AsCarrier()
    {
        return *this;
    }

    const Endpoint self;                ///< Where others reach it.
    std::optional<FetchReport> fetched; ///< The last get that has ended.
    std::optional<PutReport> stored;    ///< The last put that has ended.
    Time storedAt{0};                   ///< When that was, by the store's clock.
    std::vector<Endpoint> linked;       ///< Where its store has sent something over a link.
    std::size_t storageSent{0};         ///< Messages that its store has sent.
    bool joined{false};                 ///< Whether it has its place.

  private:
    static PeerOptions OptionsAt(const Endpoint& self)
    {
        PeerOptions options;
        options.self = self;
        return options;
    }

    LinkState StateOf(LinkIndex /* link */, const Request& /* request */) override
    {
        return LinkState::kBusy;
    }

    Endpoint EndpointOf(LinkIndex link) override
    {
        return m_links.at(link);
    }

    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        storageSent += std::holds_alternative<StorageMessage>(datagram) ? 1 : 0;
        m_clock.At(m_clock.Now() + FromSeconds(0.01), [this, to, datagram] {
            if (const auto found = m_all.find(to); found != m_all.end())
            {
                found->second->Receive(self, datagram);
            }
        });
    }

    void WakeAt(Time time) override
    {
        SetTimer(m_wake, time, [this] { node.OnWake(m_clock.Now()); });
    }

    void WakeStorageAt(Time time) override
    {
        SetTimer(m_storageWake, time, [this] { node.OnStorageWake(m_clock.Now()); });
    }

    void Connect(LinkIndex link, const Endpoint& neighbour) override
    {
        m_links.resize(std::max<std::size_t>(m_links.size(), link + 1));
        m_links[link] = neighbour;
    }

    void OnJoined() override
    {
        joined = true;
    }

    void OnJoinFailed(JoinFailure /* why */) override
    {
    }

    void SendOverLink(const Endpoint& to, const StorageMessage& /* message */) override
    {
        linked.push_back(to);
    }

    void SetFewest(std::optional<std::size_t> /* fewest */) override
    {
    }

    std::size_t MostAtOnce() const override
    {
        return 1;
    }

    void OnFetched(Time /* now */, const FetchReport& report) override
    {
        fetched = report;
    }

    void OnPut(Time now, const PutReport& report) override
    {
        storedAt = now;
        stored = report;
    }

    /// @param timer When it is to fire. @param time When it is to fire from now on. @param action
    /// What to do then.
    void SetTimer(Time& timer, Time time, std::function<void()> action)
    {
        timer = time;
        if (time != kNever)
        {
            m_clock.At(std::max(time, m_clock.Now()), [&timer, time, action = std::move(action)] {
                if (std::exchange(timer, timer == time ? kNever : timer) == time)
                {
                    action();
                }
            });
        }
    }

    EventQueue& m_clock;           ///< The clock.
    All& m_all;                    ///< Whom it reaches.
    MersenneRandom m_random;       ///< For all that it draws.
    std::vector<Endpoint> m_links; ///< Where links would lead.
    Time m_wake{kNever};           ///< When the peer wants to be called.
    Time m_storageWake{kNever};    ///< When the store does.
    MemoryBlockStore m_kept{{}};   ///< Its disk.

  public:
    Node node; ///< The node.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_NODE_PAIR_H
