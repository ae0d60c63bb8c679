/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc-endpoint.h"
#include "heap-use.h"
#include "recording-host.h"

#include <deque>
#include <gtest/gtest.h>
#include <utility>

namespace dht
{
namespace
{

/// Takes everything while it is open, and remembers nothing.
class ForgetfulHost : public test::IdleHost
{
  public:
    LinkState StateOf(LinkIndex /* link */, const Request& /* request */) override
    {
        return open ? LinkState::kReady : LinkState::kBusy;
    }

    void Send(LinkIndex /* link */, const Request& /* request */) override
    {
        ++sent;
    }

    void SendDatagram(const Endpoint& /* to */, const Datagram& datagram) override
    {
        sent += std::holds_alternative<Request>(datagram);
    }

    bool open{true};
    std::uint64_t sent{0};
};

std::unique_ptr<Peer>
MakePeer(const Scheme& scheme, const Ring& ring, std::size_t index, Host& host, Random& random)
{
    return std::make_unique<Peer>(PeerOptions(),
                                  ChordOverlay(ring).MakeTable(index),
                                  scheme.make(scheme.parameters),
                                  host,
                                  random);
}

/// Relays requests, some of which have to queue. @param count How many.
void
RelayMany(Peer& peer, ForgetfulHost& host, std::uint64_t count)
{
    for (std::uint64_t id = 0; id < count; ++id)
    {
        host.open = id % 20 == 0;
        Request request = test::PeerFixture::Foreign(id, 5);
        peer.OnRequest(FromSeconds(0.001 * static_cast<double>(id)), 1, request);
        if (host.open)
        {
            peer.OnWritable(FromSeconds(0.001 * static_cast<double>(id)), 2);
        }
    }
}

#if DHT_CC_ADDRESSES_SANITIZED

extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*onMalloc)(const volatile void*,
                                                                          std::size_t),
                                                         void (*onFree)(const volatile void*));

std::uint64_t g_allocations = 0;

/// Only a sanitizer tells of every allocation without being asked to replace operator new.
TEST(IdleMemoryTest, RelayingWithoutPayloadAllocatesNothing)
{
    static const int installed = __sanitizer_install_malloc_and_free_hooks(
        [](const volatile void*, std::size_t) { ++g_allocations; },
        [](const volatile void*) {});
    ASSERT_GT(installed, 0);
    for (const char* name : {"none", "credit", "back-pressure", "marking"})
    {
        ForgetfulHost host;
        test::MersenneRandom random(1);
        const auto peer =
            MakePeer(SchemeRegistry::Get().Find(name), Ring::Even(8), 0, host, random);
        RelayMany(*peer, host, 1000);
        const std::uint64_t before = g_allocations;
        RelayMany(*peer, host, 10000);
        EXPECT_EQ(g_allocations, before) << name;
        EXPECT_GT(host.sent, 5000u);
    }
}

#elif DHT_CC_COUNTS_THE_HEAP

using test::HeapBytes;

/// Measured: see each scheme's "bytes_a_peer" among the properties in the test's report.
TEST(IdleMemoryTest, AnIdlePeerTakesLessThanAKibibyte)
{
    constexpr std::size_t count = 10000;
    const Ring ring = Ring::Even(128);
    ForgetfulHost host;
    test::MersenneRandom random(1);
    for (const char* name : {"none", "credit", "back-pressure", "marking"})
    {
        const Scheme& scheme = SchemeRegistry::Get().Find(name);
        std::vector<std::unique_ptr<Peer>> peers;
        peers.reserve(count);
        const std::size_t before = HeapBytes();
        for (std::size_t i = 0; i < count; ++i)
        {
            peers.push_back(MakePeer(scheme, ring, i % ring.Size(), host, random));
        }
        const std::size_t bytes = (HeapBytes() - before) / count;
        RecordProperty(std::string("bytes_a_peer_") + name, std::to_string(bytes));
        EXPECT_GT(bytes, sizeof(Peer)) << name;
        EXPECT_LT(bytes, 1024u) << name;
    }
}

TEST(IdleMemoryTest, RelayingLeavesNothingBehind)
{
    for (const char* name : {"none", "credit", "back-pressure", "marking"})
    {
        ForgetfulHost host;
        test::MersenneRandom random(1);
        const auto peer =
            MakePeer(SchemeRegistry::Get().Find(name), Ring::Even(8), 0, host, random);
        RelayMany(*peer, host, 1000);
        const std::size_t before = HeapBytes();
        RelayMany(*peer, host, 100000);
        EXPECT_EQ(HeapBytes(), before) << name;
        EXPECT_GT(host.sent, 5000u);
    }
}

/// What may be left of the memory of a thousand requests, a tenth: room for a few, and what the C
/// library keeps at hand.
constexpr std::size_t kLeftOfABurst = 13000;

TEST(IdleMemoryTest, QueuesGiveTheMemoryOfABurstBack)
{
    RelayQueues queues(QueueDiscipline::kPerNeighbour, BufferSharing::kSplit, 4000, 2);
    const std::size_t before = HeapBytes();
    for (std::size_t place = 0; place < 1000; ++place)
    {
        queues.Push(RelayQueues::Entry(1, Time(0), Request()), place);
    }
    EXPECT_GT(HeapBytes(), before + 1000 * sizeof(RelayQueues::Entry));
    // from either end, and from the middle
    while (queues.Length(1) > 3)
    {
        queues.Pop(1);
        queues.PopLast(1);
        queues.Take(1, queues.Length(1) / 2);
    }
    EXPECT_LT(HeapBytes(), before + kLeftOfABurst);
}

TEST(IdleMemoryTest, OutstandingRequestsGiveTheMemoryOfABurstBack)
{
    OutstandingRequests requests(FromSeconds(1e6));
    const auto add = [&requests](std::uint64_t id) {
        OutstandingRequest request;
        request.id = id;
        request.transmission.SetRetry(FromSeconds(static_cast<double>(id)));
        requests.Add(std::move(request));
    };
    const std::size_t before = HeapBytes();
    std::uint64_t id = 1;
    for (; id <= 1000; ++id)
    {
        add(id);
    }
    EXPECT_GT(HeapBytes(), before + 1000 * sizeof(OutstandingRequest));
    // one at a time afterwards
    for (; id <= 10000; ++id)
    {
        add(id);
        while (requests.Size() > 1)
        {
            requests.TakeEarliest();
        }
    }
    EXPECT_LT(HeapBytes(), before + kLeftOfABurst);
}

/// Of a million sources, most have had a peak, and all go on. Answers come in any order.
TEST(IdleMemoryTest, OutstandingRequestsTakeLittleMoreThanThereAre)
{
    constexpr std::size_t usual = 2000;
    OutstandingRequests requests(FromSeconds(1e6));
    std::deque<std::uint64_t> ids;
    const std::size_t before = HeapBytes();
    for (std::uint64_t id = 1; id < 50 * usual; ++id)
    {
        OutstandingRequest request;
        request.id = id;
        request.transmission.SetRetry(FromSeconds(1e5 + static_cast<double>(id)));
        requests.Add(std::move(request));
        ids.push_back(id);
        // after the peak; the oldest of all is never answered
        while (id > 4 * usual && ids.size() > usual)
        {
            const auto answered = static_cast<std::ptrdiff_t>(1 + 7919 * id % (ids.size() - 1));
            requests.Take(ids[answered]);
            ids.erase(ids.begin() + answered);
        }
    }
    const auto bytes = static_cast<double>(HeapBytes() - before);
    RecordProperty("bytes", std::to_string(bytes));
    EXPECT_LT(bytes, 2.0 * static_cast<double>(usual * sizeof(OutstandingRequest)));
}

/// Asks, and remembers what.
class AskingCaller : public RpcCaller
{
  public:
    void SendRpc(const Rpc& rpc) override
    {
        sent.push_back(rpc);
    }

    std::optional<RpcTarget> OnRpcTimeout(Time /* now */, const Rpc& /* rpc */) override
    {
        return std::nullopt;
    }

    std::vector<Rpc> sent; ///< In order.
};

TEST(IdleMemoryTest, QuestionsGiveTheMemoryOfABurstBack)
{
    constexpr std::size_t burst = 1000;
    test::MersenneRandom random(1);
    Vivaldi vivaldi({}, random);
    RpcOptions options;
    options.window.multiplier = burst;
    RpcEndpoint endpoint(options, Endpoint::Ipv4(1, 7000), vivaldi, random);
    AskingCaller caller;
    caller.sent.reserve(burst);
    const RpcTarget target{Endpoint::Ipv4(2, 7000), std::nullopt};
    const std::size_t before = HeapBytes();
    for (std::uint64_t tag = 0; tag < burst; ++tag)
    {
        endpoint.Issue(Time(0), caller, target, tag);
    }
    EXPECT_EQ(endpoint.InFlight(), burst);
    for (const Rpc& rpc : caller.sent)
    {
        endpoint.OnAnswer(FromSeconds(0.01), rpc.to, rpc.id, rpc.attempt, {});
    }
    EXPECT_EQ(endpoint.Outstanding(), 0U);
    EXPECT_LT(HeapBytes(), before + kLeftOfABurst);
}

#endif

} // namespace
} // namespace dht
