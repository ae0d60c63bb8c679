/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_ENDPOINT_H
#define DHT_RPC_ENDPOINT_H

#include "dht-random.h"
#include "dht-rpc-options.h"
#include "dht-rpc-queue.h"
#include "dht-rpc-record.h"
#include "dht-rpc.h"
#include "dht-vivaldi.h"

#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How a peer asks others much at once (STP).
 */

namespace dht
{

/**
 * All that one peer asks others, whatever it is. An RPC waits until the window has room, and is
 * sent; the target has as long to answer as its coordinates say. The window hears of a timeout,
 * once an RPC, and its caller says whom to ask instead.
 *
 * Answering is not its business: who answers does so at once, whatever its own window is, so no two
 * peers can wait for each other.
 */
class RpcEndpoint
{
  public:
    /// @param options The constants. @param self Where this peer is. @param vivaldi Its
    /// coordinates, which learn from all answers; must outlive this object. @param random For ids;
    /// likewise.
    RpcEndpoint(const RpcOptions& options, const Endpoint& self, Vivaldi& vivaldi, Random& random);

    /// @param options The constants but for those of windows. @param window How many are in
    /// flight. The others are as above.
    RpcEndpoint(const RpcOptions& options,
                std::unique_ptr<RpcWindow> window,
                const Endpoint& self,
                Vivaldi& vivaldi,
                Random& random);

    /**
     * Ask, now or once there is room.
     *
     * @param now The present.
     * @param caller Who asks; must outlive this object, or Cancel() its RPCs.
     * @param target The peer to ask; not oneself.
     * @param tag What the caller calls it.
     * @return The RPC's id.
     * @throws std::invalid_argument The target is this peer.
     */
    std::uint64_t Issue(Time now, RpcCaller& caller, const RpcTarget& target, std::uint64_t tag);
    /// An RPC is not wanted any more. @param now The present. @param id Its id. @return Whether it
    /// was outstanding.
    bool Cancel(Time now, std::uint64_t id);
    /// Several are not wanted any more: none of them is sent when another one of them makes room.
    /// @param now The present. @param ids Their ids.
    void Cancel(Time now, const RpcIds& ids);
    /// None of a caller's is, and it is told nothing more. @param now The present. @param caller
    /// The caller.
    void Cancel(Time now, RpcCaller& caller);

    /**
     * An answer arrived.
     *
     * @param now The present.
     * @param from The sender's endpoint.
     * @param id Of the RPC that it answers.
     * @param attempt Which transmission it answers.
     * @param coordinate Where its sender says it is.
     * @return What it answers; nothing if nobody wants to know.
     */
    std::optional<RpcAnswer> OnAnswer(Time now,
                                      const Endpoint& from,
                                      std::uint64_t id,
                                      std::uint8_t attempt,
                                      const WireCoordinate& coordinate);
    /// A peer does not answer: what it was asked has timed out. @param now The present. @param peer
    /// The peer's endpoint.
    void OnSilent(Time now, const Endpoint& peer);
    /// An answer is going to arrive, or something to ask others for: have what that takes brought
    /// into the cache.
    void Expect() const;
    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When to call OnWake(); kNever if nothing is in flight.
    Time NextWake() const;

    /// @param target Whom to ask. @return After how long an answer is expected; nothing if nobody
    /// has told where it is.
    std::optional<Time> Predict(const RpcTarget& target) const;

    /// @return RPCs that have not ended.
    std::size_t Outstanding() const;
    /// @return Those of them that wait to be sent.
    std::size_t Waiting() const;
    /// @return Those of them that were sent: their timers run.
    std::size_t InFlight() const;
    /// @return The window.
    const RpcWindow& Window() const;
    /// @return What timers follow from.
    const RttPredictor& Predictor() const;
    /// @return What has become of all.
    const RpcCounters& Counts() const;

  private:
    using Records = std::map<std::uint64_t, RpcRecord>; ///< By id.
    /// Ids, by when their transmission times out; at the same time, by which was sent first.
    using Deadlines = boost::container::flat_map<std::pair<Time, std::uint64_t>, std::uint64_t>;

    /// @param id Of a new RPC. @return What is known of it, as yet nothing.
    RpcRecord& AddRecord(std::uint64_t id);
    /// @param target Whom to ask. @throws std::invalid_argument It is this peer.
    void ExpectOther(const RpcTarget& target) const;
    /// Send what there is room for. @param now The present.
    void SendWaiting(Time now);
    /// Send an RPC. @param now The present. @param id Its id.
    void Send(Time now, std::uint64_t id);
    /// @param record An RPC. @param predicted How long it will take. @return How long to wait.
    Time TimeoutOf(const RpcRecord& record, std::optional<Time> predicted) const;
    /// An RPC's transmission timed out. @param now The present. @param id The RPC's id.
    void OnTimeout(Time now, std::uint64_t id);
    /// It does not fill the window any more. @param now The present. @param to Who is silent.
    void LeaveWindow(Time now, const Endpoint& to);
    /// Ask an RPC's caller whom to ask. @param now The present. @param id The RPC's id. @param
    /// isRepeated Whether it is sent again anyway.
    void AskCaller(Time now, std::uint64_t id, bool isRepeated);
    /// The last transmission of an RPC is in flight no more. @param now The present. @param record
    /// The RPC. @param fate What became of the transmission.
    void Land(Time now, RpcRecord& record, RpcFate fate);
    /// An RPC ends. @param now The present. @param rpc The RPC. @param isWanted Whether its caller
    /// wants to know of answers that come still.
    void End(Time now, Records::iterator rpc, bool isWanted);
    /// A transmission was answered. @param now The present. @param transmission The transmission.
    /// @param coordinate Where its receiver says it is.
    void Learn(Time now, RpcTransmission& transmission, const WireCoordinate& coordinate);
    /// An answer to an RPC that has ended. The parameters are those of OnAnswer(). @return What it
    /// answers.
    std::optional<RpcAnswer> OnLateAnswer(Time now,
                                          const Endpoint& from,
                                          std::uint64_t id,
                                          std::uint8_t attempt,
                                          const WireCoordinate& coordinate);

    RpcOptions m_options;                ///< The constants.
    Endpoint m_self;                     ///< Where this peer is.
    Vivaldi& m_vivaldi;                  ///< Its coordinates.
    Random& m_random;                    ///< For ids.
    std::unique_ptr<RpcWindow> m_window; ///< How many may be in flight.
    RttPredictor m_predictor;            ///< How long answers take.
    Records m_records;                   ///< RPCs that have not ended.
    Records::node_type m_spare; ///< For the next one: the memory of the last that has ended.
    RpcQueue m_queue;           ///< Those that wait.
    Deadlines m_deadlines;      ///< Those in flight.
    PastRpcs m_past;            ///< Those that have ended.
    RpcCounters m_counters;     ///< What became of all.
};

} // namespace dht

#endif // DHT_RPC_ENDPOINT_H
