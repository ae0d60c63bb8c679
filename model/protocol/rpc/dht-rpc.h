/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_H
#define DHT_RPC_H

#include "dht-coordinate.h"
#include "dht-endpoint.h"
#include "dht-time.h"

#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * A question to another peer that has an answer, whatever both say.
 */

namespace dht
{

/// Whom to ask.
struct RpcTarget
{
    Endpoint endpoint{};                        ///< Where it can be reached.
    std::optional<WireCoordinate> coordinate{}; ///< Where it is, if anybody has told.
};

/// Ids of a few RPCs.
using RpcIds = boost::container::flat_set<std::uint64_t>;

/// A transmission of an RPC.
struct Rpc
{
    std::uint64_t id{0};     ///< The RPC's id, hard to guess; it is in the question and the answer.
    std::uint64_t tag{0};    ///< What its caller calls it.
    std::uint8_t attempt{1}; ///< Which transmission, from 1; in the question and the answer.
    Endpoint to{};           ///< Who is asked.
};

/// Who makes RPCs: knows what they say, and whom to ask when there is no answer.
class RpcCaller
{
  public:
    virtual ~RpcCaller() = default;

    /// Send the question, unreliably. The endpoint must not be called from here. @param rpc Of
    /// which RPC, to whom.
    virtual void SendRpc(const Rpc& rpc) = 0;

    /**
     * A transmission was not answered in time. An answer may still come. RPCs may be issued and
     * cancelled from here, this one too.
     *
     * @param now The present.
     * @param rpc The transmission.
     * @return Whom to ask instead, or once more, under the same id; nothing ends the RPC.
     */
    virtual std::optional<RpcTarget> OnRpcTimeout(Time now, const Rpc& rpc) = 0;

    /// The same for one that is sent again anyway, if callers are to hear of these
    /// (RpcOptions::hedges). @param now The present. @param rpc The transmission. @return Whom to
    /// ask next, under the same id; nothing: whoever was.
    virtual std::optional<RpcTarget> OnRpcLate(Time /* now */, const Rpc& /* rpc */)
    {
        return std::nullopt;
    }
};

/// An answer that was expected, or still is of use.
struct RpcAnswer
{
    RpcCaller* caller{nullptr}; ///< Whose RPC it answers.
    std::uint64_t tag{0};       ///< What its caller calls it.
    Time rtt{0};                ///< From the transmission that is answered.
    bool isLast{true};          ///< Whether the RPC ends with it; else it had ended before.
};

/**
 * What became of the RPCs of a peer, or the sum over many. At any time
 *
 *     issued = answered + timed out + cancelled + outstanding
 *     sent = in time + timeouts + abandoned + in flight
 *
 * where outstanding (RPCs) and in flight (transmissions) are states of the endpoint.
 */
struct RpcCounters
{
    std::uint64_t issued{0};     ///< RPCs.
    std::uint64_t answered{0};   ///< RPCs that ended with an answer, even if it came late.
    std::uint64_t timedOut{0};   ///< RPCs that ended as nobody else was left to ask.
    std::uint64_t cancelled{0};  ///< RPCs that were no longer wanted.
    std::uint64_t sent{0};       ///< Transmissions.
    std::uint64_t inTime{0};     ///< Transmissions that were answered in time.
    std::uint64_t timeouts{0};   ///< Transmissions that were not.
    std::uint64_t abandoned{0};  ///< Transmissions in flight when their RPC ended by other means.
    std::uint64_t spurious{0};   ///< Of the timeouts: those that were answered after all.
    std::uint64_t late{0};       ///< Answers to abandoned transmissions.
    std::uint64_t unexpected{0}; ///< Answers that nobody waits for, or that came twice.
    Time roundTrips{0};          ///< Sum over all transmissions that were answered, late ones too.
    Time inVain{0};              ///< How long was waited, over all timeouts that are not spurious.

    /// @return Transmissions that were answered, late ones too.
    std::uint64_t Answers() const
    {
        return inTime + spurious + late;
    }

    /// @return Timeouts that are not spurious.
    std::uint64_t Losses() const
    {
        return timeouts - spurious;
    }

    /// @param other Counters to add. @return The sum.
    RpcCounters& operator+=(const RpcCounters& other);
};

} // namespace dht

#endif // DHT_RPC_H
