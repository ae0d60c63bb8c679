/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WORKLOAD_H
#define DHT_WORKLOAD_H

#include "dht-message.h"
#include "dht-parameter.h"
#include "dht-random.h"
#include "dht-time.h"

#include <cstdint>
#include <limits>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The application: which requests it makes, and when.
 */

namespace dht
{

/// A source of a peer's own requests.
class RequestSource
{
  public:
    /// A request that the application wants to make.
    struct Item
    {
        Key key{0};        ///< The key.
        Payload payload{}; ///< Its payload.
        /// Whether this peer needs the answer to answer another peer's request.
        bool isForOthers{false};
    };

    virtual ~RequestSource() = default;

    /// @param now The present. @return When the next request is ready to be issued: now or before,
    /// later, or kNever.
    virtual Time NextAt(Time now) = 0;

    /// @param now The present; a request must be waiting. @return That request, taken out.
    virtual Item Take(Time now) = 0;

    /// A request that this peer makes to answer another peer's is a part of the latter, which a
    /// scheme has admitted at its source: it is not held up again. Otherwise peers whose own
    /// requests have taken all credits would wait for each other.
    /// @return Whether the next request is of that kind.
    virtual bool IsNextForOthers() const
    {
        return false;
    }
};

/// Distribution of the gaps between the requests of a fixed offered load.
enum class Arrivals : std::uint8_t
{
    kPoisson,  ///< Exponential gaps.
    kConstant, ///< Equal gaps.
};

/// Options of a workload.
struct WorkloadOptions
{
    /// As many requests as there is time for.
    static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

    double load{0};                        ///< Offered load in requests/s; 0: unlimited.
    Arrivals arrivals{Arrivals::kPoisson}; ///< With a load: the gaps.
    std::uint64_t requests{kNoLimit};      ///< Number of requests.
    Time start{0};                         ///< When the first gap begins.
    Time stop{kNever};                     ///< No request is made from here on.
    std::size_t payloadSize{0};            ///< Bytes of each request's payload.
    double surge{1};                       ///< With a load: times it, while it surges.
    Time surgeStart{0};                    ///< When the load surges, counted from start.
    Time surgeTime{0};                     ///< For how long.
    double hot{0};                         ///< Requests for the hot key, in percent.
    double zipf{0};                  ///< Exponent of the keys' popularity; 0: keys are uniform.
    std::uint64_t zipfKeys{1000000}; ///< With an exponent: how many keys there are.

    /// @return The load that is offered at the most, in requests/s; 0: unlimited.
    double MostLoad() const;

    /// @return Whether the number of requests is limited.
    bool IsLimited() const;

    /// @return The options that users may set.
    static const std::vector<ParameterOf<WorkloadOptions>>& Table();
};

/**
 * The application of a peer: which requests it makes, and when. It makes them at the load of its
 * options, from their start on, with their payload; none from their stop on, and no more than they
 * say.
 */
class Workload : public RequestSource
{
  public:
    /// Offer another load from now on; what has arrived by now waits as before.
    /// @param now The present. @param load In requests/s; 0: unlimited.
    virtual void SetLoad(Time now, double load) = 0;

    /// @param now The present. @return Requests made so far, taken or waiting.
    virtual std::uint64_t Made(Time now) = 0;

    /// @param now The present. @return Whether no request will ever be made again.
    virtual bool IsExhausted(Time now) = 0;
};

} // namespace dht

#endif // DHT_WORKLOAD_H
