/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_STORAGE_H
#define DHT_EMU_PEER_STORAGE_H

#include "datagram-port.h"
#include "dht-random.h"
#include "dht-storage-tap.h"
#include "dht-storage.h"
#include "peer-clock.h"
#include "sqlite-block-store.h"

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What a real peer stores for others.
 */

namespace dht
{

/// What a real peer stores, and where; of who only asks, how.
struct PeerStoreOptions
{
    std::string directory;          ///< Where blocks are kept; empty: it stores nothing.
    StoreLimits limits{};           ///< How much, and for how long.
    StorageOptions storage{};       ///< How blocks are found, fetched and stored.
    RpcOptions rpcs{};              ///< Timers and the window.
    VivaldiOptions vivaldi{};       ///< How coordinates are found.
    Time handOver{FromSeconds(30)}; ///< How long a peer that leaves hands over what it keeps.
};

/// Runs the storage of a peer. Its time is that of what it keeps, which goes on while it runs.
class PeerStorage : private StorageHost
{
  public:
    /**
     * @param context Runs it; must outlive it, as all the others.
     * @param clock The clock.
     * @param datagrams The way to others.
     * @param ring The peer's place.
     * @param options What it is like.
     * @param random For ids and secrets.
     * @param links Carry what repair moves; null: datagrams do.
     * @throws PeerError The directory cannot be used.
     */
    PeerStorage(boost::asio::io_context& context,
                const PeerClock& clock,
                DatagramPort& datagrams,
                std::unique_ptr<RingInfo> ring,
                const PeerStoreOptions& options,
                Random& random,
                RepairLinks* links = nullptr);

    /// A message arrived. @param from The sender's endpoint. @param message The message. @param
    /// carrier What it came by. @return What is wrong with it.
    WireError OnMessage(const Endpoint& from,
                        const StorageMessage& message,
                        StorageCarrier carrier = StorageCarrier::kDatagram);
    /// A peer does not answer over links. @param peer The peer's endpoint.
    void OnLinkSilent(const Endpoint& peer);
    /// Hand what is kept to others, as long as the options allow, and take nothing more.
    void HandOver();
    /// Do nothing more.
    void Stop();
    /// @param tap Sees what goes in and comes out from now on, but for what goes over links; null
    /// for nobody.
    void SetTap(StorageTap* tap);

    /// @return The protocol.
    const Storage& GetStorage() const;
    /// @return What is kept.
    const BlockStore& Kept() const;
    /// @return How much may be.
    const StoreLimits& Limits() const;
    /// @return What a user should know of what is kept, in lines.
    const std::vector<std::string>& News() const;

  private:
    void SendStorage(const Endpoint& to, const StorageMessage& message) override;
    void WakeStorageAt(Time time) override;
    /// It is time.
    void OnWake();
    /// See to the file, now and later.
    void Mend();
    /// @return The time of what is kept, which goes as evenly as the clock.
    Time Now() const;

    const PeerClock* m_clock;         ///< The clock.
    SqliteBlockStore m_store;         ///< What is kept.
    Time m_origin;                    ///< The clock's origin, in its time.
    DatagramPort* m_datagrams;        ///< The way to others.
    StoreLimits m_limits;             ///< How much may be kept.
    Time m_handOver;                  ///< How long it may take to hand that over.
    std::unique_ptr<RingInfo> m_ring; ///< The peer's place.
    StorageTap* m_tap{nullptr};       ///< Who sees what it does.
    WakeTimer m_wake;                 ///< For the protocol.
    WakeTimer m_mend;                 ///< For the file.
    Storage m_storage;                ///< The protocol.
};

} // namespace dht

#endif // DHT_EMU_PEER_STORAGE_H
