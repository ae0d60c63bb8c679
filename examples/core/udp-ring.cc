/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A ring of 8 peers on UDP sockets of this machine: they find their places, then look 80 keys up,
// asking peer after peer.

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <deque>
#include <dht-datagram-host.h>
#include <dht-maintenance.h>
#include <dht-mersenne-random.h>
#include <dht-peer.h>
#include <dht-random-workload.h>
#include <dht-scheme-registry.h>
#include <iostream>
#include <random>

namespace asio = boost::asio;
using asio::ip::udp;

asio::io_context g_context;
dht::MersenneRandom g_random(std::random_device{}());

dht::Time
Now()
{
    return std::chrono::steady_clock::now().time_since_epoch();
}

dht::Endpoint
AddressOf(const udp::endpoint& endpoint)
{
    return dht::Endpoint::Ipv4(endpoint.address().to_v4().to_uint(), endpoint.port());
}

/// A host: the socket and the timer of one peer.
struct UdpHost : dht::DatagramHost
{
    udp::socket socket{g_context, {asio::ip::address_v4::loopback(), 0}};
    asio::steady_timer timer{g_context};
    std::array<std::uint8_t, 65536> frame;
    udp::endpoint from;
    dht::RandomWorkload workload{{0, dht::Arrivals::kPoisson, 10},
                                 g_random,
                                 g_random}; // 10 requests
    dht::Peer peer{Options(),
                   dht::JoinedPlace({}, g_random)(Options().self, *this),
                   dht::MakeScheme("credit"),
                   *this,
                   g_random};

    dht::PeerOptions Options()
    {
        dht::PeerOptions options;
        options.self = AddressOf(socket.local_endpoint());
        options.routing = dht::RoutingMode::kIterative;
        return options;
    }

    void Read()
    {
        socket.async_receive_from(asio::buffer(frame), from, [this](auto error, std::size_t size) {
            dht::Datagram datagram;
            if (!error &&
                dht::DecodeDatagram(frame.data(), size, datagram) == dht::WireError::kNone)
            {
                peer.OnDatagram(Now(), AddressOf(from), std::move(datagram));
            }
            Read();
        });
    }

    void SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram) override
    {
        boost::system::error_code lost; // a datagram may be
        const udp::endpoint receiver{asio::ip::address_v4(to.Ipv4Address()), to.port};
        socket.send_to(asio::buffer(dht::EncodeDatagram(datagram)), receiver, 0, lost);
    }

    void WakeAt(dht::Time time) override
    {
        timer.expires_at(std::chrono::steady_clock::time_point(time));
        timer.async_wait([this](auto error) { error ? void() : peer.OnWake(Now()); });
    }

    void OnJoined() override
    {
        peer.Start(Now(), workload);
    }

    void OnJoinFailed(dht::JoinFailure) override
    {
        std::cerr << "no place for port " << Options().self.port << "\n";
    }
};

int
main()
{
    std::deque<UdpHost> ring(8);
    for (UdpHost& host : ring)
    {
        const bool isFirst = &host == &ring.front();
        host.Read();
        isFirst ? host.peer.Create(Now()) : host.peer.Join(Now(), {ring.front().Options().self});
    }
    dht::Counters sum;
    for (const dht::Time end = Now() + std::chrono::seconds(30); sum.answered < 80 && Now() < end;)
    {
        g_context.run_for(std::chrono::milliseconds(100));
        sum = {};
        std::for_each(ring.begin(), ring.end(), [&](auto& host) {
            sum += host.peer.GetCounters();
        });
    }
    std::cout << sum.issued << " issued, " << sum.answered << " answered\n";
    return sum.answered == 80 ? 0 : 1;
}
