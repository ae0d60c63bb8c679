/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORAGE_PEER_H
#define DHT_CC_STORAGE_PEER_H

#include "dht-memory-block-store.h"
#include "dht-overlay-registry.h"
#include "dht-ready-ring.h"
#include "dht-storage.h"
#include "fuzz-host.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * The storage of one peer, without anybody else.
 */

namespace dht
{
namespace fuzz
{

/// Hosts one storage of a ready-made ring, looks whether it asks for what is possible, and writes
/// down what it sends.
class StoragePeer : private StorageHost, private StorageObserver
{
  public:
    /// A message that was sent.
    struct Sent
    {
        Endpoint to;            ///< Destination.
        StorageMessage message; ///< The message.
    };

    /// What the store holds at the most: a few fragments.
    static constexpr std::uint64_t kRoom = 20000;

    /// @param peers In the ring. @param options What the storage is like.
    StoragePeer(std::size_t peers, const StorageOptions& options)
        : m_overlay(OverlayRegistry::Get().Find("chord").make(SomeRing(peers), {m_random})),
          m_ring(*m_overlay),
          m_info(m_ring, 0),
          store({kRoom, std::chrono::hours(24)}),
          storage({options, {}, {}, m_info, *this, store, m_random})
    {
        storage.SetObserver(this);
    }

    /// @return Peers in the ring.
    const Ring& Peers() const
    {
        return m_overlay->Peers();
    }

    /// Time passes. @param time How much.
    void Pass(Time time)
    {
        const Time end = Later(now, time);
        for (int wakes = 0; wake <= end; ++wakes)
        {
            Require(wakes < 20000, "a storage does not wake up all the time");
            now = std::max(now, wake);
            wake = kNever;
            storage.OnWake(now);
        }
        now = end;
    }

    /// A message arrives. @param from The sender's endpoint. @param message The message. @return
    /// What the storage says to it.
    WireError Hear(const Endpoint& from, const StorageMessage& message)
    {
        const std::uint64_t before = count;
        const WireError error = storage.OnMessage(now, from, message);
        Require(count - before < 200, "no message makes a peer send without end");
        return error;
    }

    std::deque<Sent> sent;              ///< The last messages, the last one first.
    std::uint64_t count{0};             ///< How many there were.
    Time now{0};                        ///< The present.
    Time wake{kNever};                  ///< When the storage wants to be woken.
    std::optional<FetchReport> fetched; ///< The last get that has ended.
    std::optional<PutReport> put;       ///< The last put that has ended.

  private:
    /// @param peers How many. @return A ring of them.
    static Ring SomeRing(std::size_t peers)
    {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < peers; ++i)
        {
            names.push_back("peer-" + std::to_string(i));
        }
        return Ring::Hashed(names);
    }

    void SendStorage(const Endpoint& to, const StorageMessage& message) override
    {
        const Endpoint self = ReadyRing::EndpointOf(0);
        Require(to.IsUnicast() && to.ipv6 == self.ipv6, "nobody is asked where no peer can be");
        Require(!(to == self), "a peer sends itself nothing");
        const Bytes frame = EncodeDatagram(message);
        Datagram decoded;
        Require(DecodeDatagram(frame.data(), frame.size(), decoded) == WireError::kNone,
                "what is sent is understood");
        Require(EncodeDatagram(decoded) == frame, "as it was meant");
        ++count;
        sent.push_front({to, message});
        sent.resize(std::min<std::size_t>(sent.size(), 64));
    }

    void WakeStorageAt(Time time) override
    {
        wake = time;
    }

    void OnFetched(Time /* now */, const FetchReport& report) override
    {
        Require(!report.ok || IsBlockOf(report.key, report.block), "a wrong block is none");
        fetched = report;
    }

    void OnPut(Time /* now */, const PutReport& report) override
    {
        put = report;
    }

    FuzzRandom m_random;                ///< The peer's random numbers.
    std::unique_ptr<Overlay> m_overlay; ///< Who knows whom.
    ReadyRing m_ring;                   ///< The ring.
    ReadyRingInfo m_info;               ///< What it knows of that.

  public:
    MemoryBlockStore store; ///< What it holds.
    Storage storage;        ///< The storage under test.
};

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_STORAGE_PEER_H
