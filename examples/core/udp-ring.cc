/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A ring of 8 peers on UDP sockets of this machine: they find their places, then look 80 keys up,
// asking peer after peer.

#include <boost/asio.hpp>
#include <deque>
#include <dht-peer.h>
#include <dht-scheme-registry.h>
#include <dht-workload.h>
#include <iostream>
#include <random>

namespace asio = boost::asio;
using asio::ip::udp;

namespace
{

/// Random numbers of the host's choice: the core owns none.
class MyRandom : public dht::Random
{
  public:
    double Uniform() override
    {
        return std::uniform_real_distribution<>()(m_engine);
    }

  private:
    std::mt19937_64 m_engine{std::random_device()()};
};

asio::io_context g_context;
MyRandom g_random;

dht::Time
Now()
{
    return std::chrono::steady_clock::now().time_since_epoch();
}

/// A peer and its socket. It asks peer after peer, so it has no connections to neighbours.
class MyPeer : public dht::LiveHost
{
  public:
    MyPeer()
        : m_socket(g_context, {asio::ip::address_v4::loopback(), 0}),
          m_timer(g_context),
          m_workload({/* requests/s: no limit */ 0, dht::Arrivals::kPoisson, /* requests */ 10},
                     g_random,
                     g_random),
          m_peer(OptionsOf(Self()), {}, MakeScheme(), *this, g_random, g_random)
    {
        Read();
    }

    dht::Endpoint Self() const
    {
        return EndpointOf(m_socket.local_endpoint());
    }

    void Create()
    {
        m_peer.Create(Now());
    }

    void Join(const MyPeer& known)
    {
        m_peer.Join(Now(), {known.Self()});
    }

    const dht::Counters& GetCounters() const
    {
        return m_peer.GetCounters();
    }

  private:
    static dht::Endpoint EndpointOf(const udp::endpoint& endpoint)
    {
        return dht::Endpoint::Ipv4(endpoint.address().to_v4().to_uint(), endpoint.port());
    }

    static dht::PeerOptions OptionsOf(const dht::Endpoint& self)
    {
        dht::PeerOptions options;
        options.self = self;
        options.routing = dht::RoutingMode::kIterative;
        return options;
    }

    static std::unique_ptr<dht::CongestionControl> MakeScheme()
    {
        const dht::Scheme& scheme = dht::SchemeRegistry::Get().Find("credit");
        return scheme.make(scheme.parameters);
    }

    void Read()
    {
        m_socket.async_receive_from(
            asio::buffer(m_frame),
            m_from,
            [this](auto error, std::size_t size) {
                dht::Datagram datagram;
                if (!error &&
                    dht::DecodeDatagram(m_frame.data(), size, datagram) == dht::WireError::kNone)
                {
                    m_peer.OnDatagram(Now(), EndpointOf(m_from), std::move(datagram));
                }
                Read();
            });
    }

    void SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram) override
    {
        boost::system::error_code lost; // a datagram may be
        m_socket.send_to(asio::buffer(dht::EncodeDatagram(datagram)),
                         {asio::ip::address_v4(to.Ipv4Address()), to.port},
                         0,
                         lost);
    }

    void WakeAt(dht::Time time) override
    {
        m_timer.expires_at(std::chrono::steady_clock::time_point(time));
        m_timer.async_wait([this](auto error) { error ? void() : m_peer.OnWake(Now()); });
    }

    dht::LinkState StateOfDatagrams(std::size_t) override
    {
        return dht::LinkState::kReady;
    }

    void OnJoined() override
    {
        m_peer.Start(Now(), m_workload);
    }

    void OnJoinFailed(dht::JoinFailure) override
    {
        std::cerr << "no place for port " << Self().port << "\n";
    }

    // of connections to neighbours, which there are none of
    dht::LinkState StateOf(dht::LinkIndex, const dht::Request&) override
    {
        return dht::LinkState::kDown;
    }

    void Send(dht::LinkIndex, const dht::Request&) override
    {
    }

    dht::Endpoint EndpointOf(dht::LinkIndex) override
    {
        return {};
    }

    void Resume(dht::ConnectionId) override
    {
    }

    void Connect(dht::LinkIndex, const dht::Endpoint&) override
    {
    }

    void Disconnect(dht::LinkIndex) override
    {
    }

    udp::socket m_socket;
    asio::steady_timer m_timer;
    std::array<std::uint8_t, 65536> m_frame;
    udp::endpoint m_from;
    dht::Workload m_workload;
    dht::Peer m_peer;
};

} // namespace

int
main()
{
    std::deque<MyPeer> ring(8);
    ring.front().Create();
    for (std::size_t index = 1; index < ring.size(); ++index)
    {
        ring[index].Join(ring.front());
    }
    dht::Counters sum;
    const dht::Time end = Now() + std::chrono::seconds(30);
    while (sum.answered < 10 * ring.size() && Now() < end)
    {
        g_context.run_for(std::chrono::milliseconds(100));
        sum = {};
        for (const MyPeer& peer : ring)
        {
            sum += peer.GetCounters();
        }
    }
    std::cout << sum.issued << " issued, " << sum.answered << " answered\n";
    return sum.answered == 10 * ring.size() ? 0 : 1;
}
