/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-store-application.h"

#include "dht-memory-block-store.h"
#include "dht-present-time.h"
#include "dht-put-goal.h"
#include "dht-store-links.h"
#include "dht-store-peer-options.h"
#include "dht-wake-timer.h"
#include "dht-wire-errors.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// Of a UDP datagram in a packet of 1500 bytes, what is left for a fragment.
constexpr std::size_t MOST_FRAGMENT_BYTES = 1472 - 64;

/// No datagram of a store waits for room.
constexpr uint32_t NO_SEND_BUFFER = 0;

} // namespace

struct DhtStoreApplication::Running
{
    /// @param app The peer.
    explicit Running(DhtStoreApplication& app);

    dht::ReadyRingInfo ring;     //!< What it knows of the ring.
    dht::MemoryBlockStore store; //!< What it keeps.
    DhtWakeTimer timer;          //!< Calls the protocol.
    dht::Storage storage;        //!< The protocol.
};

DhtStoreApplication::Running::Running(DhtStoreApplication& app)
    : ring(app.m_ring->Get(), app.m_place),
      store({app.m_options->limits.bytes, app.m_options->storage.lifetime}),
      timer([this] { storage.OnWake(DhtPresent()); }),
      storage({app.m_options->storage,
               app.m_options->AllOfRpcs(),
               app.m_options->vivaldi,
               ring,
               app,
               store,
               app.m_random,
               app.m_ring->Delays() ? &app : nullptr,
               app.m_wantsTokens,
               app.m_links.get()})
{
    storage.SetObserver(&app);
}

Time
DhtStoreApplication::LoopbackDelay()
{
    return MicroSeconds(20);
}

bool
DhtStoreApplication::FitsPacket(const dht::StorageOptions& options,
                                std::size_t blockSize,
                                std::size_t peers)
{
    const std::size_t holders = std::min<std::size_t>(peers, options.fragments);
    const std::size_t needed = dht::PutGoal::Of(options, blockSize, holders).needed;
    return dht::FragmentSize(blockSize, needed) <= MOST_FRAGMENT_BYTES;
}

DhtStoreApplication::DhtStoreApplication()
    : m_options(std::make_unique<Options>())
{
}

DhtStoreApplication::~DhtStoreApplication() = default;

void
DhtStoreApplication::SetRing(std::shared_ptr<const DhtStoreRing> ring, std::size_t place)
{
    NS_ABORT_MSG_IF(m_running, "SetRing() has to be called before the peer starts");
    NS_ABORT_MSG_UNLESS(place < ring->Get().Peers().Size(), "the ring has no place " << place);
    m_ring = std::move(ring);
    m_place = place;
}

int64_t
DhtStoreApplication::AssignStreams(int64_t stream)
{
    m_random.SetStream(stream);
    return 1;
}

void
DhtStoreApplication::DoDispose()
{
    m_running.reset();
    m_links.reset();
    m_socket.reset();
    m_ring.reset();
    Application::DoDispose();
}

void
DhtStoreApplication::StartApplication()
{
    NS_ABORT_MSG_UNLESS(m_ring, "DhtStoreApplication::SetRing() has to be called before it starts");
    m_socket = std::make_unique<DhtDatagramSocket>(
        GetNode(),
        m_ring->Get().At(m_place).port,
        NO_SEND_BUFFER,
        [this](dht::Datagram&& datagram, const dht::Endpoint& from) {
            OnDatagram(std::move(datagram), from);
        },
        [] {});
    if (m_options->links.carrier == dht::RepairCarrier::kDtl)
    {
        MakeLinks();
    }
    m_running = std::make_unique<Running>(*this);
    m_running->storage.OnWake(DhtPresent());
}

void
DhtStoreApplication::MakeLinks()
{
    const auto send = [this](const dht::Endpoint& to, const uint8_t* bytes, std::size_t size) {
        const std::vector<uint8_t> packet(bytes, bytes + size);
        if (IsOnThisNode(to))
        {
            Simulator::Schedule(LoopbackDelay(),
                                &DhtStoreApplication::SendPacket,
                                this,
                                to,
                                packet);
            return;
        }
        SendPacket(to, packet);
    };
    dht::MessageStreams::Listeners listeners{
        [this](const dht::Endpoint& from, const dht::StorageMessage& message) {
            TakeMessage(from, message, dht::StorageCarrier::kLink);
        },
        [this](const dht::Endpoint& to) { GetStorage().OnLinkSilent(DhtPresent(), to); }};
    m_links = std::make_unique<DhtStoreLinks>(
        DhtStoreLinks::Setup{m_options->links, m_options->polite, m_random},
        send,
        std::move(listeners));
    m_socket->SetPacketSink(
        [this](const dht::Endpoint& from, const uint8_t* bytes, std::size_t size) {
            if (m_isUp)
            {
                m_links->OnPacket(from, bytes, size);
            }
        },
        dht::MessageStreams::kLane);
    m_links->SetUp(m_isUp);
}

void
DhtStoreApplication::StopApplication()
{
    if (m_links)
    {
        m_links->SetUp(false);
    }
    if (m_socket)
    {
        m_wireErrors = GetWireErrors();
        m_socket.reset();
    }
    if (m_running)
    {
        m_running->timer.SetAt(dht::kNever);
    }
}

DhtStoreApplication::Running&
DhtStoreApplication::GetRunning() const
{
    NS_ABORT_MSG_UNLESS(m_running, "the peer has not started");
    return *m_running;
}

void
DhtStoreApplication::CheckRuns() const
{
    NS_ABORT_MSG_UNLESS(m_socket, "a store peer puts and gets only between its start and its stop");
}

uint64_t
DhtStoreApplication::Put(dht::Bytes block)
{
    CheckRuns();
    if (block.size() <= dht::kMostBlockBytes &&
        !FitsPacket(m_options->storage, block.size(), m_ring->Get().Peers().Size()))
    {
        throw std::invalid_argument("a fragment of a block of " + std::to_string(block.size()) +
                                    " bytes does not fit into a packet: it needs to be cut into "
                                    "more of them, and the ring to have that many peers");
    }
    return GetStorage().Put(DhtPresent(), std::move(block));
}

uint64_t
DhtStoreApplication::Get(const dht::Key& key)
{
    CheckRuns();
    return GetStorage().Get(DhtPresent(), key);
}

void
DhtStoreApplication::SetUp(bool isUp)
{
    m_isUp = isUp;
    if (m_links)
    {
        m_links->SetUp(isUp && m_socket);
    }
}

bool
DhtStoreApplication::IsUp() const
{
    return m_isUp;
}

bool
DhtStoreApplication::HasStarted() const
{
    return m_running != nullptr;
}

const dht::StorageCounters&
DhtStoreApplication::GetCounters() const
{
    return GetStorage().Counters();
}

const dht::RpcCounters&
DhtStoreApplication::GetRpcCounters() const
{
    return GetStorage().Rpcs().Counts();
}

dht::Storage&
DhtStoreApplication::GetStorage() const
{
    return GetRunning().storage;
}

const DhtStoreLinks*
DhtStoreApplication::GetLinks() const
{
    return m_links.get();
}

const dht::BlockStore&
DhtStoreApplication::GetKept() const
{
    return GetRunning().store;
}

const DhtStoreApplication::Sent&
DhtStoreApplication::GetSent() const
{
    return m_sent;
}

dht::WireErrorCounts
DhtStoreApplication::GetWireErrors() const
{
    dht::WireErrorCounts counts = m_wireErrors;
    for (std::size_t i = 0; m_socket && i < counts.size(); ++i)
    {
        counts[i] += m_socket->GetErrors()[i];
    }
    return counts;
}

bool
DhtStoreApplication::IsOnThisNode(const dht::Endpoint& peer) const
{
    return peer.Ipv4Address() == m_ring->Get().At(m_place).Ipv4Address();
}

void
DhtStoreApplication::SendPacket(const dht::Endpoint& to, const std::vector<uint8_t>& packet)
{
    if (m_socket && m_isUp)
    {
        CountSent(packet.size());
        m_socket->SendPacket(to, packet.data(), packet.size());
    }
}

void
DhtStoreApplication::SendStorage(const dht::Endpoint& to, const dht::StorageMessage& message)
{
    if (IsOnThisNode(to))
    {
        // ns-3 would deliver it, and the answer to it, before this function returns
        Simulator::Schedule(LoopbackDelay(), &DhtStoreApplication::SendNow, this, to, message);
        return;
    }
    SendNow(to, message);
}

void
DhtStoreApplication::SendNow(const dht::Endpoint& to, const dht::StorageMessage& message)
{
    if (!m_socket || !m_isUp)
    {
        return;
    }
    CountSent(dht::FrameSize(message));
    m_socket->Send(to, message);
}

void
DhtStoreApplication::CountSent(std::size_t bytes)
{
    ++m_sent.datagrams;
    m_sent.bytes += bytes + dht::kIpAndUdpHeaders;
}

void
DhtStoreApplication::WakeStorageAt(dht::Time time)
{
    // not before the protocol is complete, and not after the end
    if (m_running && m_socket)
    {
        m_running->timer.SetAt(time);
    }
}

std::optional<dht::Time>
DhtStoreApplication::RoundTripTo(const dht::Endpoint& peer) const
{
    const auto other = static_cast<uint32_t>(m_ring->Get().Find(peer));
    if (other >= m_ring->Get().Peers().Size())
    {
        return std::nullopt;
    }
    const auto self = static_cast<uint32_t>(m_place);
    return m_ring->Delays()->Get(self, other) + m_ring->Delays()->Get(other, self);
}

void
DhtStoreApplication::OnDatagram(dht::Datagram&& datagram, const dht::Endpoint& from)
{
    if (!m_isUp)
    {
        return;
    }
    if (const auto* const message = std::get_if<dht::StorageMessage>(&datagram))
    {
        TakeMessage(from, *message, dht::StorageCarrier::kDatagram);
        return;
    }
    dht::CountWireError(m_wireErrors, dht::WireError::kType);
}

void
DhtStoreApplication::TakeMessage(const dht::Endpoint& from,
                                 const dht::StorageMessage& message,
                                 dht::StorageCarrier carrier)
{
    dht::CountWireError(m_wireErrors, GetStorage().OnMessage(DhtPresent(), from, message, carrier));
}

} // namespace ns3
