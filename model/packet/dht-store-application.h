/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_STORE_APPLICATION_H
#define DHT_CC_DHT_STORE_APPLICATION_H

#include "dht-block-store.h"
#include "dht-datagram-socket.h"
#include "dht-late-attributes.h"
#include "dht-rpc.h"
#include "dht-storage-events.h"
#include "dht-storage-host.h"
#include "dht-store-ring.h"
#include "dht-stream-random.h"

#include "ns3/application.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dht
{
class Storage;
struct StorageOptions;
} // namespace dht

namespace ns3
{

class DhtStoreLinks;
class DhtWindow;

/**
 * @ingroup dht-cc
 * A peer of a block store (DHash++): it keeps fragments of blocks for others, and puts and gets
 * blocks itself. All it says goes in datagrams of a UDP socket, none of which is longer than a
 * packet; what repair moves may go over links of the overlay's own transport on that socket. A node
 * may have several such peers, on different ports. DhtStoreHelper installs them.
 */
class DhtStoreApplication : public Application,
                            public DhtLateAttributes,
                            private dht::StorageHost,
                            private dht::StorageObserver,
                            private dht::Nearness
{
  public:
    /// A get ended. @param report The block, or why there is none.
    typedef void (*FetchedTracedCallback)(const dht::FetchReport& report);
    /// A put ended. @param report The key, or why the block is not stored.
    typedef void (*StoredTracedCallback)(const dht::PutReport& report);
    /// A lookup ended. @param report The peers found, or why there are none.
    typedef void (*LocatedTracedCallback)(const dht::LocateReport& report);

    /// Datagrams that a peer has sent.
    struct Sent
    {
        uint64_t datagrams{0}; //!< Datagrams sent.
        uint64_t bytes{0};     //!< Theirs, with the headers of UDP and IPv4.
    };

    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    Effect GetEffect(const std::string& attribute) const override;

    /// @return What a datagram takes to another peer of the node: it never leaves it, whatever the
    /// access link is.
    static Time LoopbackDelay();

    /**
     * @param options How blocks are stored.
     * @param blockSize Bytes of a block.
     * @param peers Of the ring: few peers keep larger fragments.
     * @return Whether a fragment fits into a packet of 1500 bytes.
     */
    static bool FitsPacket(const dht::StorageOptions& options,
                           std::size_t blockSize,
                           std::size_t peers);

    DhtStoreApplication();
    ~DhtStoreApplication() override;

    /**
     * Say which peer this is. To be called before it starts.
     *
     * @param ring The ring.
     * @param place The peer's place in the order of ids. Its endpoint there has an address of the
     *              node.
     */
    void SetRing(std::shared_ptr<const DhtStoreRing> ring, std::size_t place);

    /**
     * Store a block; the trace source Stored tells what came of it. Aborts if the peer does not
     * run.
     *
     * @param block The block, at most 8192 bytes.
     * @return The put's id.
     * @throws std::invalid_argument It is too long, or a fragment of it would not fit into a
     *         packet.
     */
    uint64_t Put(dht::Bytes block);

    /**
     * Fetch a block; the trace source Fetched tells what came of it. Aborts if the peer does not
     * run.
     *
     * @param key Its key, as Stored has told it.
     * @return The get's id.
     */
    uint64_t Get(const dht::Key& key);

    /**
     * Let the peer's host fall silent, or come back with all that it has kept.
     *
     * @param isUp Whether it sends and receives from now on; it does at first.
     */
    void SetUp(bool isUp);

    /// @return Whether it sends and receives, if it runs.
    bool IsUp() const;

    /// @return Whether it has started.
    bool HasStarted() const;

    /// @return What it has counted. Aborts if it has not started.
    const dht::StorageCounters& GetCounters() const;

    /// @return What became of all that it asked others. Aborts if it has not started.
    const dht::RpcCounters& GetRpcCounters() const;

    /// @return The protocol. Aborts if the peer has not started.
    dht::Storage& GetStorage() const;

    /// @return Fragments that the peer keeps. Aborts if it has not started.
    const dht::BlockStore& GetKept() const;

    /// @return The links that carry what its repair moves; null if datagrams do, or before it
    /// starts.
    const DhtStoreLinks* GetLinks() const;

    /// @return What it has sent.
    const Sent& GetSent() const;

    /// @return Datagrams that it has rejected, or could not send, by dht::WireError.
    dht::WireErrorCounts GetWireErrors() const;

    /**
     * Fix the random stream of the peer's own choices.
     *
     * @param stream The stream's number.
     * @return How many streams were used.
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// What the attributes say.
    struct Options;
    /// What exists while the peer runs, and after that, for its counters.
    struct Running;

    void StartApplication() override;
    void StopApplication() override;

    void SendStorage(const dht::Endpoint& to, const dht::StorageMessage& message) override;
    void WakeStorageAt(dht::Time time) override;
    std::optional<dht::Time> RoundTripTo(const dht::Endpoint& peer) const override;
    void OnLocated(dht::Time now, const dht::LocateReport& report) override;
    void OnFetched(dht::Time now, const dht::FetchReport& report) override;
    void OnPut(dht::Time now, const dht::PutReport& report) override;

    /// @param bytes What the peer keeps for others at most.
    void SetCapacity(uint64_t bytes);
    /// @return The limit [bytes].
    uint64_t GetCapacity() const;
    /// @param window Governs links at priority 0; null: the default.
    void SetPoliteWindow(Ptr<DhtWindow> window);
    /// @return The same.
    Ptr<DhtWindow> GetPoliteWindow() const;

    /// Make the links that carry what repair moves.
    void MakeLinks();
    /// A datagram leaves. @param bytes Its bytes, without headers.
    void CountSent(std::size_t bytes);
    /// A message arrived. @param from The sender's endpoint. @param message The message. @param
    /// carrier What it came by.
    void TakeMessage(const dht::Endpoint& from,
                     const dht::StorageMessage& message,
                     dht::StorageCarrier carrier);
    /// Send a message now. @param to The receiver's endpoint. @param message The message.
    void SendNow(const dht::Endpoint& to, const dht::StorageMessage& message);
    /// @param peer A peer's endpoint. @return Whether it is of this node: ns-3 delivers within the
    /// call that sends.
    bool IsOnThisNode(const dht::Endpoint& peer) const;
    /// Send a packet of a link now. @param to The receiver's endpoint. @param packet The packet.
    void SendPacket(const dht::Endpoint& to, const std::vector<uint8_t>& packet);
    /// A datagram arrived. @param datagram The datagram, moved from. @param from The sender's
    /// endpoint.
    void OnDatagram(dht::Datagram&& datagram, const dht::Endpoint& from);
    /// Abort unless the peer runs.
    void CheckRuns() const;
    /// @return What exists while the peer runs, and after that. Aborts if it has not started.
    Running& GetRunning() const;

    std::unique_ptr<Options> m_options;          //!< What the attributes say.
    bool m_wantsTokens{false};                   //!< Whether others show where they are.
    std::shared_ptr<const DhtStoreRing> m_ring;  //!< The ring.
    std::size_t m_place{0};                      //!< The peer's place there.
    DhtStreamRandom m_random;                    //!< Its choices.
    bool m_isUp{true};                           //!< Whether it sends and receives.
    Sent m_sent;                                 //!< What it has sent.
    dht::WireErrorCounts m_wireErrors{};         //!< Of messages that no honest peer sends.
    std::unique_ptr<DhtDatagramSocket> m_socket; //!< Null unless it runs.
    std::unique_ptr<DhtStoreLinks> m_links;      //!< What carries repair; null: datagrams.
    std::unique_ptr<Running> m_running;          //!< Null until it has started.

    TracedCallback<const dht::FetchReport&> m_fetchedTrace;  //!< Fetched.
    TracedCallback<const dht::PutReport&> m_storedTrace;     //!< Stored.
    TracedCallback<const dht::LocateReport&> m_locatedTrace; //!< Located.
};

} // namespace ns3

#endif // DHT_CC_DHT_STORE_APPLICATION_H
