/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PEER_CONTEXT_H
#define DHT_PEER_CONTEXT_H

#include "dht-application.h"
#include "dht-congestion-control.h"
#include "dht-counters.h"
#include "dht-host.h"
#include "dht-observer.h"
#include "dht-parameter.h"
#include "dht-processor.h"
#include "dht-random.h"
#include "dht-routing-table.h"

#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What the parts of a peer share.
 */

namespace dht
{

/// Who asks whom on the way of a request.
enum class RoutingMode : std::uint8_t
{
    kRecursive, ///< Each peer sends it to the next one.
    kIterative, ///< The source asks each peer for the next one, in datagrams.
};

/// What a paused peer stops doing.
enum class PauseScope : std::uint8_t
{
    kForwarding, ///< Handing on what is in its relay queues, which fill up meanwhile.
    kRelaying,   ///< That, and reading its incoming connections: TCP holds its neighbours up.
    /// And all else that a process does: it issues nothing, its timers do not run, and what comes
    /// by datagram waits in the socket. A host does that, as it alone has timers and sockets.
    kProcess,
};

/// What every peer needs, whatever its scheme.
struct PeerOptions
{
    Endpoint self{};                              ///< Where overlay-acks reach this peer.
    std::optional<Key> replyTo;                   ///< Its id, if they are to come by the overlay.
    std::uint8_t hopLimit{64};                    ///< Overlay hops a request may take.
    RoutingMode routing{RoutingMode::kRecursive}; ///< Of this peer's own requests.
    /// Peers that have to know nobody nearer than who answers an own request. They are asked one
    /// after the other, in iterative routing where endpoints tell ids.
    std::uint8_t witnesses{0};
    /// Requests for one link that cross together while the uplink is busy; 0: nothing is held.
    std::uint8_t hold{0};
    PauseScope pauses{PauseScope::kRelaying};  ///< What a pause stops.
    std::optional<QueueDiscipline> discipline; ///< Overrides the scheme's relay discipline.
    std::uint32_t queueCapacity{200};          ///< Requests in all relay queues together.
    std::uint32_t maximumOutstanding{16384};   ///< Own requests that may be outstanding at once.
    std::uint32_t longestFrame{4096};          ///< Bytes that every peer of the ring accepts.
    Time requestLifetime{FromSeconds(60)};     ///< After which an own request is given up.
    /// In a ring whose tables change: how long a full queue stands still until it is emptied; 0:
    /// for ever.
    Time standstillLimit{FromSeconds(10)};
    /// In a ring whose tables change: how long a link may take nothing until messages go around it,
    /// or past those that wait for it; 0: for ever.
    Time linkPatience{FromSeconds(0.5)};
    /// Likewise: how long until its neighbour is given up for a while.
    Time deafLimit{FromSeconds(5)};
    ProcessingOptions processing{}; ///< What the processor takes for a message.

    /// @return What users may set of it.
    static const std::vector<ParameterOf<PeerOptions>>& Table();
};

/// One peer's collaborators, which stay, and its counters.
struct PeerContext
{
    const PeerOptions options;                       ///< What every peer needs.
    const std::unique_ptr<RoutingTable> routing;     ///< The routing table.
    const std::unique_ptr<CongestionControl> scheme; ///< The congestion control.
    Host& host;                                      ///< Carries out the actions.
    Random& random;                                  ///< For request ids and marks.
    Observer* observer;                              ///< Who watches; never null.
    Application* application{nullptr};               ///< Answers requests; null for empty answers.
    Counters counters{};                             ///< What was counted.

    /// @param now The present. @return What an observer is told with each event.
    EventContext At(Time now) const
    {
        return {now, options.self};
    }

    /// @param now The present. @param request One for a key of this peer. @return What the
    /// application answers; nothing if it does so later.
    std::optional<Payload> AnswerTo(Time now, const Request& request)
    {
        return application ? application->OnRequest(now, request) : Payload{};
    }
};

} // namespace dht

#endif // DHT_PEER_CONTEXT_H
