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
#include "dht-held-links.h"
#include "dht-host.h"
#include "dht-observer.h"
#include "dht-parameter.h"
#include "dht-processor.h"
#include "dht-random.h"
#include "dht-routing-table.h"
#include "dht-rpc-window.h"

#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Options, collaborators and counters that the parts of a peer share.
 */

namespace dht
{

/// How a request finds its way.
enum class RoutingMode : std::uint8_t
{
    kRecursive, ///< Each peer forwards it to the next one.
    kIterative, ///< The source asks each peer for the next one, in datagrams.
};

/// How many own lookups may be asking somebody at once, in iterative routing.
enum class LookupLimit : std::uint8_t
{
    kNone, ///< Any number.
    kStp,  ///< As many as STP's window says (NSDI04, section 5.2.1).
    /// As many as the first window of the registry says; those after it follow (WindowRegistry).
    kFirstRegistered,
};

/// What a paused peer stops doing.
enum class PauseScope : std::uint8_t
{
    kForwarding, ///< Forwarding from its relay queues, which fill up meanwhile.
    kRelaying,   ///< Also reading its incoming connections: TCP holds its neighbours up.
    /// And all else that a process does: it issues nothing, its timers do not run, and what comes
    /// by datagram waits in the socket. A host does that, as it alone has timers and sockets.
    kProcess,
};

/// Under back-pressure, whose a free place is between the waking of a waiter and its coming.
enum class FreedPlaces : std::uint8_t
{
    kKept, ///< The waiter's.
    kOpen, ///< Anybody's: a connection that is being read may take it, and the waiter waits again.
};

/// Under back-pressure, which queue a processor serves next.
enum class ProcessorTurns : std::uint8_t
{
    kEndingFirst, ///< That of what ends at the peer; without it, the links in turn.
    kEqual,       ///< All in turn.
};

/// Which of the neighbours that bring a request about as near to its end it goes to.
enum class HopChoice : std::uint8_t
{
    kScheme, ///< As the scheme says.
    kNext,   ///< The next hop.
    /// The one with the least on its way there; the next hop under back-pressure.
    kFreest,
    kTrusted, ///< The same among those that bring answers to own requests (HopTrust).
};

/// What becomes of others where a link takes far less than the other links of a peer.
enum class SlowLinks : std::uint8_t
{
    kPass, ///< They pass what waits for it, or go around it; little waits for it.
    kWait, ///< They wait behind it in a shared queue, and for room that it takes.
};

/// Options of every peer, whatever its scheme.
struct PeerOptions
{
    Endpoint self{};                              ///< The endpoint for overlay-acks to this peer.
    std::optional<Key> replyTo;                   ///< Its id, if acks come by the overlay.
    std::uint8_t hopLimit{64};                    ///< Overlay hops a request may take.
    RoutingMode routing{RoutingMode::kRecursive}; ///< Routing of own requests.
    LookupLimit lookupWindow{LookupLimit::kNone}; ///< Of what is routed iteratively.
    /// Peers that have to confirm that they know no peer nearer than the one that answers an own
    /// request. They are asked one after the other, in iterative routing where endpoints tell ids.
    std::uint8_t witnesses{0};
    /// Requests for one link that are sent together while the uplink is busy; 0: none is held.
    std::uint8_t hold{0};
    /// Bytes of each of them on average, at the least: of short ones, more are sent together.
    std::uint16_t holdBytes{192};
    HopChoice hops{HopChoice::kScheme};                          ///< Which neighbour it takes.
    PauseScope pauses{PauseScope::kRelaying};                    ///< What a pause stops.
    FreedPlaces freedPlaces{FreedPlaces::kKept};                 ///< Whose a freed place is.
    ProcessorTurns processorTurns{ProcessorTurns::kEndingFirst}; ///< Which queue goes first.
    /// In a ring whose tables change: whether slow links hold up others.
    SlowLinks slowLinks{SlowLinks::kWait};
    std::optional<QueueDiscipline> discipline; ///< Overrides the scheme's relay discipline.
    std::uint32_t queueCapacity{200};          ///< Requests in all relay queues together.
    std::uint32_t maximumOutstanding{16384};   ///< Own requests that may be outstanding at once.
    std::uint32_t longestFrame{4096}; ///< Frame length that every peer of the ring accepts [bytes].
    Time requestLifetime{FromSeconds(60)}; ///< Age at which an own request is given up.
    /// In a ring whose tables change: time for which a full queue may stand still until it is
    /// emptied; 0: for ever.
    Time standstillLimit{FromSeconds(10)};
    /// In a ring whose tables change: time for which a link may take nothing until messages go
    /// around it, or past those that wait for it; 0: for ever.
    Time linkPatience{FromSeconds(0.5)};
    /// Likewise: time until the link's neighbour is given up for a while.
    Time deafLimit{FromSeconds(5)};
    ProcessingOptions processing{}; ///< Processor time per message.

    /// @return The options that users may set.
    static const std::vector<ParameterOf<PeerOptions>>& Table();

    /// @return The requests that are sent together.
    LeastBatch Batch() const
    {
        return {hold, holdBytes};
    }

    /// @return Whether own requests are lookups of which a window admits so many at once.
    bool LimitsLookups() const
    {
        return routing == RoutingMode::kIterative && lookupWindow != LookupLimit::kNone;
    }

    /// @return That window, which has its default constants; LimitsLookups() must hold.
    std::unique_ptr<RpcWindow> MakeLookupWindow() const;
};

/// One peer's collaborators, which stay, and its counters.
struct PeerContext
{
    const PeerOptions options;                       ///< Options of every peer.
    RoutingTable* const routing;                     ///< The peer's membership.
    const std::unique_ptr<CongestionControl> scheme; ///< The congestion control.
    Host& host;                                      ///< Carries out the actions.
    Random& random;                                  ///< For request ids and marks.
    Observer* observer;                              ///< Gets all events; never null.
    Application* application{nullptr};               ///< Answers requests; null for empty answers.
    Counters counters{};                             ///< The counters.

    /// @return Whether links are judged by what becomes of requests.
    bool JudgesLinks() const
    {
        return routing->IsDynamic() && options.linkPatience > Time(0);
    }

    /// @return Whether a slow link must not hold up others.
    bool PassesSlowLinks() const
    {
        return JudgesLinks() && options.slowLinks == SlowLinks::kPass;
    }

    /// @param now The present. @return The context of an event of this peer.
    EventContext At(Time now) const
    {
        return {now, options.self};
    }

    /// @param now The present. @param request A request for a key of this peer. @return The
    /// application's answer; nothing if it answers later.
    std::optional<Payload> AnswerTo(Time now, const Request& request)
    {
        return application ? application->OnRequest(now, request) : Payload{};
    }
};

} // namespace dht

#endif // DHT_PEER_CONTEXT_H
