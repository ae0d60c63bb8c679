/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-store.h"

#include "dht-prefetch.h"
#include "dht-present-time.h"
#include "dht-storage-format.h"
#include "dht-wake-timer.h"
#include "pooled-event.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3
{

namespace
{

/// So many peers, of 40 KiB each once they know of many others, are about as many as caches have
/// room for.
constexpr std::size_t SMALL_STORE = 256;

} // namespace

/// A peer.
class MessageLevelStore::Node : private dht::StorageHost, private dht::Nearness
{
  public:
    Node(MessageLevelStore& store, uint32_t number, uint64_t stream)
        : m_all(store),
          m_number(number),
          m_random(store.m_plan.seed, stream),
          m_ring(store.m_ring, number),
          m_store(store.m_plan.limits),
          m_timer([this] { OnWake(); }),
          storage({store.m_plan.storage,
                   store.m_plan.rpcs,
                   store.m_plan.vivaldi,
                   m_ring,
                   *this,
                   m_store,
                   m_random,
                   store.m_plan.isExact ? this : nullptr})
    {
    }

    /// @return What it holds.
    const dht::BlockStore& Kept() const
    {
        return m_store;
    }

    /// Have it brought into the cache.
    void Expect() const
    {
        dht::Prefetch(this, sizeof(*this) - sizeof(dht::Repair)); // few messages are of repair
    }

  private:
    void OnWake()
    {
        if (tap)
        {
            tap->OnWake(DhtPresent());
        }
        storage.OnWake(DhtPresent());
    }

    void SendStorage(const dht::Endpoint& to, const dht::StorageMessage& message) override
    {
        if (tap)
        {
            tap->OnSent(to, message);
        }
        m_all.Carry(m_number, to, message);
    }

    void WakeStorageAt(dht::Time time) override
    {
        m_timer.SetAt(time);
    }

    std::optional<dht::Time> RoundTripTo(const dht::Endpoint& peer) const override
    {
        const auto other = static_cast<uint32_t>(dht::ReadyRing::PlaceOf(peer));
        const dht::PeerDelays& delays = *m_all.m_plan.delays;
        return delays.Get(m_number, other) + delays.Get(other, m_number);
    }

    MessageLevelStore& m_all; //!< All peers.
    uint32_t m_number;        //!< The peer's number, from 0.

  public:
    bool isUp{true};               //!< Whether it sends and receives.
    dht::StorageTap* tap{nullptr}; //!< Who sees what it does.

  private:
    dht::SplitMixRandom m_random;  //!< Of its storage.
    dht::ReadyRingInfo m_ring;     //!< What it knows of the ring.
    dht::MemoryBlockStore m_store; //!< What it holds.
    DhtWakeTimer m_timer;          //!< Calls its storage.

  public:
    dht::Storage storage; //!< Its storage, of which its repair is the last part.
};

/// A message arrives. (MakeEvent() would take two allocations.)
class MessageLevelStore::Arrival final : public PooledEvent<Arrival>
{
  public:
    /// @param store All peers. @param from The sender's number. @param to The receiver's number.
    /// @param message The message.
    Arrival(MessageLevelStore& store,
            uint32_t from,
            uint32_t to,
            const dht::StorageMessage& message)
        : m_store(store),
          m_from(from),
          m_to(to),
          m_message(message)
    {
    }

    void Expect(std::size_t left) const override
    {
        const Node& node = *m_store.m_nodes[m_to];
        if (left + 1 == STEPS)
        {
            node.Expect();
        }
        else if (left + 2 == STEPS)
        {
            node.storage.Expect(m_store.m_ring.At(m_from));
            dht::Prefetch(&*m_message.body, sizeof(dht::StorageBody));
        }
        else if (const auto* const located = dht::BodyOf<dht::LocatedBody>(m_message))
        {
            dht::Prefetch(located->peers.data(),
                          located->peers.size() * sizeof(located->peers.front()));
        }
    }

  private:
    void Notify() override
    {
        m_store.Take(m_from, m_to, m_message);
    }

    MessageLevelStore& m_store;    //!< All peers.
    uint32_t m_from;               //!< The sender's number.
    uint32_t m_to;                 //!< The receiver's number.
    dht::StorageMessage m_message; //!< The message.
};

MessageLevelStore::MessageLevelStore(Plan plan)
    : ExpectedEventOwner(plan.overlay->Peers().Size() > SMALL_STORE),
      m_plan(std::move(plan)),
      m_ring(*m_plan.overlay),
      m_losses(m_plan.seed, 0)
{
    for (std::size_t i = 0; i < m_plan.overlay->Peers().Size(); ++i)
    {
        m_nodes.push_back(std::make_unique<Node>(*this, static_cast<uint32_t>(i), i + 1));
    }
}

MessageLevelStore::~MessageLevelStore() = default;

uint32_t
MessageLevelStore::Size() const
{
    return static_cast<uint32_t>(m_nodes.size());
}

dht::Storage&
MessageLevelStore::Get(uint32_t peer)
{
    return m_nodes.at(peer)->storage;
}

void
MessageLevelStore::Expect(uint32_t peer) const
{
    m_nodes.at(peer)->Expect();
}

void
MessageLevelStore::SetUp(uint32_t peer, bool isUp)
{
    m_nodes.at(peer)->isUp = isUp;
}

void
MessageLevelStore::Replace(uint32_t peer)
{
    const dht::Storage& former = m_nodes.at(peer)->storage;
    m_past += former.Counters();
    m_pastRpcs += former.Rpcs().Counts();
    m_haveHeld = m_haveHeld && former.IdentitiesHold();
    m_nodes[peer] = std::make_unique<Node>(*this, peer, m_nodes.size() + ++m_replaced);
}

void
MessageLevelStore::SetPresent(std::vector<uint32_t> peers)
{
    m_ring.SetPresent(std::move(peers));
}

const dht::BlockStore&
MessageLevelStore::GetKept(uint32_t peer) const
{
    return m_nodes.at(peer)->Kept();
}

dht::StorageCounters
MessageLevelStore::GetCounters() const
{
    dht::StorageCounters sum = m_past;
    for (const auto& node : m_nodes)
    {
        sum += node->storage.Counters();
    }
    return sum;
}

dht::RpcCounters
MessageLevelStore::GetRpcCounters() const
{
    dht::RpcCounters sum = m_pastRpcs;
    for (const auto& node : m_nodes)
    {
        sum += node->storage.Rpcs().Counts();
    }
    return sum;
}

bool
MessageLevelStore::IdentitiesHold() const
{
    return m_haveHeld && std::all_of(m_nodes.begin(), m_nodes.end(), [](const auto& node) {
               return node->storage.IdentitiesHold();
           });
}

void
MessageLevelStore::SetOverlay(std::unique_ptr<const dht::Overlay> overlay)
{
    m_ring.Rewire(*overlay);
    m_plan.overlay = std::move(overlay);
}

bool
MessageLevelStore::IsUp(uint32_t peer) const
{
    return m_nodes.at(peer)->isUp;
}

void
MessageLevelStore::SetTap(uint32_t peer, dht::StorageTap* tap)
{
    m_nodes.at(peer)->tap = tap;
}

uint64_t
MessageLevelStore::GetSent() const
{
    return m_sent;
}

uint64_t
MessageLevelStore::GetBytes() const
{
    return m_bytes;
}

const dht::ReadyRing&
MessageLevelStore::GetRing() const
{
    return m_ring;
}

const dht::PeerDelays&
MessageLevelStore::GetDelays() const
{
    return *m_plan.delays;
}

void
MessageLevelStore::Carry(uint32_t from, const dht::Endpoint& to, const dht::StorageMessage& message)
{
    const auto place = static_cast<uint32_t>(dht::ReadyRing::PlaceOf(to));
    if (!m_nodes[from]->isUp || place >= Size())
    {
        return;
    }
    ++m_sent;
    m_bytes += dht::FrameSize(message) + dht::kIpAndUdpHeaders;
    if (m_plan.loss > 0 && m_losses.Uniform() < m_plan.loss)
    {
        return;
    }
    Simulator::ScheduleWithContext(place,
                                   NanoSeconds(m_plan.delays->Get(from, place).count()),
                                   new Arrival(*this, from, place, message));
}

void
MessageLevelStore::Take(uint32_t from, uint32_t to, const dht::StorageMessage& message)
{
    Node& node = *m_nodes[to];
    if (!node.isUp)
    {
        return;
    }
    const dht::Endpoint& sender = m_ring.At(from);
    if (node.tap)
    {
        node.tap->OnMessage(DhtPresent(), sender, message);
    }
    node.storage.OnMessage(DhtPresent(), sender, message);
}

} // namespace ns3
