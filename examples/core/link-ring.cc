/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A ring of 8 peers on UDP sockets of this machine, which relay each other's requests and hold
// blocks. Links between neighbours are the overlay's own transport, on the same sockets.

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <deque>
#include <dht-linked-host.h>
#include <dht-maintenance.h>
#include <dht-memory-block-store.h>
#include <dht-mersenne-random.h>
#include <dht-node.h>
#include <dht-random-workload.h>
#include <dht-scheme-registry.h>
#include <dht-window-registry.h>
#include <iostream>
#include <random>

namespace asio = boost::asio;
using asio::ip::udp;

constexpr std::size_t kPeers = 8;
constexpr std::uint64_t kRequests = 50; // of each

asio::io_context g_context;
dht::MersenneRandom g_random(std::random_device{}());

dht::Endpoint
AddressOf(const udp::endpoint& endpoint)
{
    return dht::Endpoint::Ipv4(endpoint.address().to_v4().to_uint(), endpoint.port());
}

/// A window of a link, which is as one TCP connection.
std::unique_ptr<dht::TransportWindow>
MakeLinkWindow()
{
    const dht::WindowKind& kind = dht::WindowRegistry::Get().Find("multcp");
    return dht::MakeWindow(kind, kind.parameters);
}

/// A host: the socket and the timer of one peer.
struct LinkHost : dht::LinkedHost, dht::Observer, dht::StorageObserver
{
    udp::socket socket{g_context, {asio::ip::address_v4::loopback(), 0}};
    asio::steady_timer timer{g_context};
    std::array<std::uint8_t, 65536> frame;
    udp::endpoint from;
    bool hasJoined{false};
    std::uint64_t relayed{0};
    dht::MemoryBlockStore kept{{}};
    std::optional<dht::PutReport> put;
    std::optional<dht::FetchReport> fetched;
    dht::RandomWorkload workload{{0, dht::Arrivals::kPoisson, kRequests}, g_random, g_random};
    dht::Node node{Options(),
                   dht::JoinedPlace({}, g_random),
                   dht::MakeScheme("back-pressure"),
                   dht::Behaviour::kHonest,
                   *this,
                   g_random};

    LinkHost()
    {
        node.GetPeer().SetObserver(this);
        Attach(node, {}, {}, MakeLinkWindow, g_random);
        node.Keep(Store());
        socket.non_blocking(true);
        Read();
    }

    dht::PeerOptions Options()
    {
        dht::PeerOptions options; // by default, requests are relayed
        options.self = AddressOf(socket.local_endpoint());
        return options;
    }

    dht::NodeStore Store()
    {
        dht::StorageOptions options;
        options.fragments = 6;
        options.needed = 3;
        options.spread = dht::HolderSpread::kPeers; // all are on one host
        return {options, {}, {}, kept, g_random, nullptr, true, nullptr, this};
    }

    void Read()
    {
        socket.async_receive_from(asio::buffer(frame), from, [this](auto error, std::size_t size) {
            error ? dht::WireError::kNone : OnBytes(AddressOf(from), frame.data(), size);
            Read();
        });
    }

    dht::Time Now() const override
    {
        return std::chrono::steady_clock::now().time_since_epoch();
    }

    bool SendBytes(const dht::Endpoint& to, const std::uint8_t* bytes, std::size_t size) override
    {
        boost::system::error_code error;
        const udp::endpoint receiver{asio::ip::address_v4(to.Ipv4Address()), to.port};
        socket.send_to(asio::buffer(bytes, size), receiver, 0, error);
        return error != asio::error::message_size;
    }

    void CallAt(dht::Time time) override
    {
        timer.expires_at(std::chrono::steady_clock::time_point(time));
        timer.async_wait([this](auto error) { error ? void() : OnTimer(); });
    }

    void OnJoined() override
    {
        hasJoined = true;
    }

    void OnJoinFailed(dht::JoinFailure) override
    {
        std::cerr << "no place for port " << Options().self.port << "\n";
    }

    void OnForwarded(const dht::EventContext& at,
                     dht::LinkIndex,
                     const dht::Request& request) override
    {
        relayed += request.source == at.peer ? 0 : 1;
    }

    void OnPut(dht::Time, const dht::PutReport& report) override
    {
        put = report;
    }

    void OnFetched(dht::Time, const dht::FetchReport& report) override
    {
        fetched = report;
    }
};

/// Runs until something holds, for 30 s at the most.
template <typename Condition>
void
RunUntil(Condition holds)
{
    for (int i = 0; i < 300 && !holds(); ++i)
    {
        g_context.run_for(std::chrono::milliseconds(100));
    }
}

/// The same for something that is to hold for all hosts.
template <typename Condition>
void
RunUntilAll(const std::deque<LinkHost>& ring, Condition holds)
{
    RunUntil([&] { return std::all_of(ring.begin(), ring.end(), holds); });
}

/// Whether a block that one host has stored is the same where another one reads it.
bool
StoreAndRead(LinkHost& from, LinkHost& to)
{
    const dht::Bytes block(5000, 42);
    from.node.Put(from.Now(), block);
    RunUntil([&from] { return from.put.has_value(); });
    if (!from.put || !from.put->ok)
    {
        return false;
    }
    to.node.Get(to.Now(), from.put->key);
    RunUntil([&to] { return to.fetched.has_value(); });
    return to.fetched && to.fetched->block == block;
}

int
main()
{
    std::deque<LinkHost> ring(kPeers);
    for (LinkHost& host : ring)
    {
        dht::Peer& peer = host.node.GetPeer();
        &host == &ring.front() ? peer.Create(host.Now())
                               : peer.Join(host.Now(), {ring.front().Options().self});
    }
    RunUntilAll(ring, [](const LinkHost& host) { return host.hasJoined; });
    g_context.run_for(std::chrono::seconds(2)); // who has joined finds its neighbours
    for (LinkHost& host : ring)
    {
        host.node.GetPeer().Start(host.Now(), host.workload);
    }
    RunUntilAll(ring, [](const LinkHost& host) {
        return host.node.GetPeer().GetCounters().answered == kRequests;
    });
    bool isRight = StoreAndRead(ring[1], ring[5]);
    std::cout << "a block was stored" << (isRight ? " and read\n" : ", or not, and not read\n");
    dht::Counters sum;
    for (const LinkHost& host : ring)
    {
        const dht::Counters& counted = host.node.GetPeer().GetCounters();
        sum += counted;
        isRight &= host.IdentitiesHold();
        std::cout << "port " << host.socket.local_endpoint().port() << ": " << counted.delivered
                  << " answered, " << host.relayed << " relayed, in "
                  << host.LinkCounts().packetsSent << " packets\n";
    }
    std::cout << sum.issued << " issued, " << sum.answered << " answered\n";
    return isRight && sum.answered == kPeers * kRequests ? 0 : 1;
}
