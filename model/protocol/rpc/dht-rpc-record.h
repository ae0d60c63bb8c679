/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_RECORD_H
#define DHT_RPC_RECORD_H

#include "dht-rpc.h"
#include "dht-time.h"

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What is known of RPCs, while they last and for some seconds after.
 */

namespace dht
{

/// What became of a transmission.
enum class RpcFate : std::uint8_t
{
    kInFlight,  ///< Nothing yet.
    kTimedOut,  ///< It was not answered in time.
    kAbandoned, ///< Its answer was not waited for.
    kAnswered,  ///< It was answered, in time or later.
};

/// A transmission of an RPC.
struct RpcTransmission
{
    Endpoint to{};                    ///< Who was asked.
    Time sent{0};                     ///< Time of transmission.
    std::optional<Time> predicted{};  ///< When an answer was expected, after that.
    RpcFate fate{RpcFate::kInFlight}; ///< What became of it.
    Time waited{0};                   ///< Until it timed out, if it did.
};

/// An RPC.
struct RpcRecord
{
    RpcCaller* caller{nullptr}; ///< Who asks; null if nobody wants to know any more.
    std::uint64_t tag{0};       ///< What the caller calls it.
    RpcTarget target{};         ///< Who is asked, now or next.
    boost::container::small_vector<RpcTransmission, 1> transmissions{}; ///< So far.
    unsigned repeats{0};     ///< Timeouts of this target.
    Time deadline{kNever};   ///< Of the transmission in flight.
    std::uint64_t order{0};  ///< Of that transmission, among all.
    bool isInWindow{false};  ///< Whether that takes room in the window.
    bool hasTimedOut{false}; ///< Whether a transmission has.

    /// @return Whether its last transmission may be answered in time.
    bool IsInFlight() const
    {
        return deadline != kNever;
    }

    /// @return Whether an answer to it may still come.
    bool MayBeAnswered() const;

    /// @param id Its id. @return Its last transmission, of which there must be one.
    Rpc Last(std::uint64_t id) const;

    /// @param from Who answers. @param attempt Which transmission, by what it says. @return The
    /// transmission; null if no answer to such a one is waited for.
    RpcTransmission* FindTransmission(const Endpoint& from, std::uint8_t attempt);
};

/// RPCs that have ended and may still be answered: a transmission of theirs was not.
class PastRpcs
{
  public:
    /// @param now The present. @param id An RPC's id. @param record What is known of it.
    void Add(Time now, std::uint64_t id, RpcRecord record);
    /// @param now The present. @param id An RPC's id. @return What is known of it; null if nothing
    /// is, or if it is long past.
    RpcRecord* Find(Time now, std::uint64_t id);
    /// Nobody wants to know of answers. @param caller To RPCs of this one.
    void Forget(const RpcCaller& caller);
    /// @return How many there are.
    std::size_t Size() const;

  private:
    /// @param now The present: what is long past is forgotten.
    void Expire(Time now);

    std::map<std::uint64_t, RpcRecord> m_records;           ///< By id.
    std::deque<std::pair<Time, std::uint64_t>> m_deadlines; ///< When to forget which.
};

} // namespace dht

#endif // DHT_RPC_RECORD_H
