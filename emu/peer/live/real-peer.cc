/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "real-peer.h"

#include "dht-endpoint-name.h"
#include "dht-endpoint-site.h"
#include "dht-storage.h"
#include "dht-wire-errors.h"
#include "dtl-links.h"
#include "link-patience.h"
#include "peer-endpoint.h"
#include "tcp-links.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// Between two looks at what else there is to do: some tens of milliseconds.
constexpr std::uint64_t kHashesAtOnce = 1 << 16;

/// @param options What a peer is made of. @param policy Of its scheme. @return The same, with what
/// follows from the scheme.
RealPeerOptions
Under(RealPeerOptions options, const RelayPolicy& policy)
{
    options.peer.linkPatience = LinkPatienceUnder(options.peer.linkPatience, policy);
    return options;
}

} // namespace

RealPeer::RealPeer(asio::io_context& context,
                   const PeerClock& clock,
                   PeerSockets sockets,
                   const RealPeerOptions& options,
                   std::unique_ptr<CongestionControl> scheme,
                   Random& random,
                   Callbacks callbacks)
    : m_context(&context),
      m_clock(&clock),
      m_options(Under(options, scheme->Relay())),
      m_self(sockets.self),
      m_callbacks(std::move(callbacks)),
      // a longer frame could never be relayed
      m_datagrams(
          std::move(sockets.datagrams),
          std::max<std::size_t>(options.tcp.sendBuffer,
                                options.store.directory.empty() ? 2048 : kLongestStoreDatagram),
          options.tcp.sendBuffer,
          MakeDatagramCallbacks()),
      m_links(MakeLinks(std::move(sockets.listener), random)),
      m_node(MakePeerOptions(),
             JoinedPlace(options.maintenance, random),
             std::move(scheme),
             Behaviour::kHonest,
             *this,
             random),
      m_wake(context, clock, [this] { m_node.OnWake(m_clock->Now()); }),
      m_storeWake(context, clock, [this] { m_node.OnStorageWake(m_clock->Now()); })
{
    if (!options.store.directory.empty())
    {
        MakeStorage(random);
    }
}

RealPeer::~RealPeer()
{
    Stop();
}

PeerOptions
RealPeer::MakePeerOptions() const
{
    PeerOptions options = m_options.peer;
    options.self = m_self;
    options.longestFrame = static_cast<std::uint32_t>(m_options.tcp.sendBuffer);
    if (m_options.routedAcks)
    {
        options.replyTo = IdOf(m_self);
    }
    return options;
}

std::unique_ptr<PeerLinks>
RealPeer::MakeLinks(asio::ip::tcp::acceptor listener, Random& random)
{
    if (m_options.links.carrier == LinkCarrier::kDtl)
    {
        return std::make_unique<DtlLinks>(
            *m_context,
            *m_clock,
            std::move(listener),
            m_datagrams,
            DtlLinks::Setup{m_options.links, m_options.transport, m_options.tcp, m_options.windows},
            random,
            MakeListeners());
    }
    // behind a NAT, others know it by an address that this machine does not have
    const Endpoint here = dht::EndpointOf(listener.local_endpoint().address(), 0);
    return std::make_unique<TcpLinks>(
        *m_context,
        *m_clock,
        std::move(listener),
        TcpLinks::Setup{here,
                        m_options.tcp,
                        m_options.connections,
                        m_options.frameTimeout,
                        m_options.maintenance.maximumLinks,
                        [this] { return GetKnownHosts(); },
                        {m_options.peer.Batch(), m_options.uploadRate}},
        MakeListeners());
}

void
RealPeer::MakeStorage(Random& random)
{
    if (m_options.repair.options.carrier == RepairCarrier::kDtl)
    {
        MessageStreams::Listeners listeners{
            [this](const Endpoint& from, const StorageMessage& message) {
                CountWireError(m_errors, m_node.OnLinkMessage(m_clock->Now(), from, message));
            },
            [this](const Endpoint& to) { m_node.OnRepairSilent(m_clock->Now(), to); }};
        m_repair = std::make_unique<DtlRepairLinks>(*m_context,
                                                    *m_clock,
                                                    m_datagrams,
                                                    m_options.repair,
                                                    random,
                                                    std::move(listeners));
    }
    m_disk = std::make_unique<PeerDisk>(*m_context, *m_clock, m_options.store);
    m_node.Keep(m_disk->MakeStore(random, m_repair.get()));
    m_storeWake.SetAt(m_clock->Now()); // what goes by the clock begins, even if nothing is heard
    m_disk->Mend();
}

void
RealPeer::Start()
{
    m_datagrams.Open();
    m_links->Start();
    Enter();
}

void
RealPeer::Enter()
{
    if (m_stopped || GetMembership().HasLeft())
    {
        return; // it was told to end meanwhile
    }
    if (!m_node.GetPeer().Solve(kHashesAtOnce))
    {
        asio::post(*m_context, [this] { Enter(); });
        return;
    }
    if (m_options.bootstrap.empty() && m_options.contacts.empty())
    {
        m_node.GetPeer().Create(m_clock->Now());
        return;
    }
    Rejoin(m_options.bootstrap);
}

void
RealPeer::Rejoin(const std::vector<Endpoint>& bootstrap)
{
    m_node.GetPeer().Join(m_clock->Now(), bootstrap, m_options.contacts);
}

void
RealPeer::SetObserver(Observer* observer)
{
    m_node.GetPeer().SetObserver(observer);
}

void
RealPeer::StartWorkload(RequestSource& source)
{
    m_node.GetPeer().Start(m_clock->Now(), source);
}

void
RealPeer::SetApplication(Application* application)
{
    m_node.GetPeer().SetApplication(application);
}

void
RealPeer::Respond(const Request& request, Payload answer)
{
    if (!m_stopped)
    {
        m_node.GetPeer().Respond(m_clock->Now(), request, std::move(answer));
    }
}

void
RealPeer::StopWorkload()
{
    m_node.GetPeer().Stop(m_clock->Now());
}

void
RealPeer::HandOver()
{
    if (m_disk)
    {
        const Time now = m_clock->Now();
        m_node.HandOver(now, now + m_options.store.handOver);
    }
}

void
RealPeer::Leave()
{
    m_node.GetPeer().Leave(m_clock->Now());
}

void
RealPeer::Stop()
{
    if (m_stopped)
    {
        return;
    }
    m_stopped = true;
    m_wake.Stop();
    m_storeWake.Stop();
    if (m_disk)
    {
        m_disk->Stop();
    }
    if (m_repair)
    {
        m_repair->Stop();
    }
    m_links->Stop();
    m_datagrams.Close();
}

const Peer&
RealPeer::GetPeer() const
{
    return m_node.GetPeer();
}

const Membership&
RealPeer::GetMembership() const
{
    return GetPeer().GetMembership();
}

std::vector<Endpoint>
RealPeer::GetContacts() const
{
    std::vector<Endpoint> contacts = GetMembership().KnownPeers();
    const std::vector<Endpoint> lost = GetMembership().Lost();
    contacts.insert(contacts.end(), lost.begin(), lost.end());
    return contacts;
}

const Endpoint&
RealPeer::Self() const
{
    return m_self;
}

WireErrorCounts
RealPeer::GetWireErrors() const
{
    WireErrorCounts errors = m_errors;
    AddWireErrors(errors, m_datagrams.Errors());
    AddWireErrors(errors, m_links->Errors());
    return errors;
}

LimitCounters
RealPeer::GetLimits() const
{
    return m_links->Limits();
}

const TransportEndpoint*
RealPeer::GetTransport() const
{
    return m_links->Transport();
}

bool
RealPeer::IsSending() const
{
    return m_links->IsSending() || (m_repair && m_repair->IsSending());
}

std::size_t
RealPeer::ConnectionCount() const
{
    return m_links->ConnectionCount();
}

KnownHosts
RealPeer::GetKnownHosts() const
{
    KnownHosts hosts;
    for (const Endpoint& peer : GetMembership().KnownPeers())
    {
        ++hosts[HostOf(peer)];
    }
    return hosts;
}

const DatagramPort&
RealPeer::GetDatagrams() const
{
    return m_datagrams;
}

const Storage*
RealPeer::GetStorage() const
{
    return m_node.GetStorage();
}

const PeerDisk*
RealPeer::GetDisk() const
{
    return m_disk.get();
}

const RepairStreams*
RealPeer::GetRepairStreams() const
{
    return m_repair ? &m_repair->Streams() : nullptr;
}

bool
RealPeer::IdentitiesHold() const
{
    return m_node.IdentitiesHold() && (!GetTransport() || GetTransport()->IdentitiesHold()) &&
           (!m_repair || m_repair->Streams().Core().IdentitiesHold());
}

} // namespace dht
