/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OUTSIDE_STORE_H
#define DHT_EMU_OUTSIDE_STORE_H

#include "asking-command.h"
#include "datagram-port.h"
#include "dht-memory-block-store.h"
#include "dht-storage.h"
#include "peer-clock.h"
#include "peer-random.h"

#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * Fetches and stores blocks from outside a ring.
 */

namespace dht
{

/// The ring, as somebody sees it who has no place there: its lookups go through peers that it was
/// told of.
class OutsideRing : public RingInfo
{
  public:
    /// @param self Where answers go. @param peers Of the ring.
    OutsideRing(const Endpoint& self, const std::vector<Endpoint>& peers);

    RingNode Self() const override;
    bool HasPlace() const override;
    RingNodes Successors() const override;
    bool IsWhole() const override;
    RingNodes Towards(const Key& key, std::size_t most) const override;
    Key IdOf(const Endpoint& endpoint) const override;

  private:
    RingNode m_self;   ///< Where answers go.
    RingNodes m_peers; ///< Of the ring.
};

/// A storage that keeps nothing and that nobody asks, and the event loop that runs it.
class OutsideStore : private StorageHost, private StorageObserver
{
  public:
    /// How often a block is fetched or stored before that is given up.
    static constexpr unsigned kTries = 3;

    /// Whom to call, from the event loop.
    struct Callbacks
    {
        std::function<void(const FetchReport&)> onFetched; ///< A get has ended.
        std::function<void(const PutReport&)> onPut;       ///< A put has ended.
        std::function<void()> onTick;                      ///< Ten times a second.
    };

    /// @param asking How the ring is asked. @param callbacks Whom to call. @param tries How often a
    /// block is fetched, or its holders are asked, before that has failed: packets are lost, and a
    /// host that has just died is still named. @throws PeerError There is no way to the ring.
    OutsideStore(const AskingOptions& asking, Callbacks callbacks, unsigned tries = kTries);

    /// Fetch a block. @param key Its key.
    void Get(const Key& key);
    /// Ask all who should hold a fragment of a block. @param key Its key.
    void Check(const Key& key);
    /// Ask some who are said to hold a fragment of a block. @param key Its key. @param holders Who
    /// is said to. @return The get's id.
    std::uint64_t Check(const Key& key, const std::vector<Endpoint>& holders);
    /// Store a block. @param block The block, at most kMostBlockBytes. @return The put's id.
    std::uint64_t Put(Bytes block);
    /// Let the holders of a block keep it. @param block The block. @return The put's id.
    std::uint64_t Renew(Bytes block);
    /// Do it all. @throws PeerError As Fail() was told.
    void Run();
    /// All is done.
    void Stop();
    /// It cannot be done. If nobody has ever answered, that is why. @param status The exit status.
    /// @param why In one line.
    void Fail(int status, const std::string& why);

    /// @return The protocol.
    const Storage& GetStorage() const;
    /// @return How long it has run.
    Time Now() const;

  private:
    /// What is asked for, and may be asked for again.
    struct Question
    {
        Key key;           ///< Of the block.
        bool isCheck;      ///< Whether all holders are asked.
        unsigned tries{1}; ///< How often it was asked for.
    };

    /// @param question What to ask for.
    void Ask(const Question& question);
    /// A get or a check has ended: ask again, or tell. @param report Its outcome.
    void EndAsking(const FetchReport& report);
    void SendStorage(const Endpoint& to, const StorageMessage& message) override;
    void WakeStorageAt(Time time) override;
    void OnFetched(Time now, const FetchReport& report) override;
    void OnPut(Time now, const PutReport& report) override;
    /// Call onTick, now and later.
    void Tick();

    std::vector<Endpoint> m_peers;             ///< Peers of the ring.
    Callbacks m_callbacks;                     ///< Whom to call.
    boost::asio::io_context m_context{1};      ///< The event loop.
    PeerClock m_clock;                         ///< The clock.
    SecretRandom m_random;                     ///< For ids.
    DatagramPort m_datagrams;                  ///< The way out and back.
    OutsideRing m_ring;                        ///< The ring.
    MemoryBlockStore m_store{{}};              ///< Nothing: nobody asks who has no place.
    WakeTimer m_wake;                          ///< For the protocol.
    boost::asio::steady_timer m_tick;          ///< To the next Tick().
    Storage m_storage;                         ///< The protocol.
    unsigned m_tries;                          ///< How often a block is asked for at the most.
    std::map<std::uint64_t, Question> m_asked; ///< What is asked for, by the get's id.
    int m_status{0};                           ///< Why it failed: the exit status,
    std::string m_why;                         ///< and in one line.
};

} // namespace dht

#endif // DHT_EMU_OUTSIDE_STORE_H
