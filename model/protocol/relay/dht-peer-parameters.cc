/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-context.h"
#include "dht-rpc-window-kinds.h"

#include <string>

namespace dht
{

namespace
{

/// Leads to a member of a member.
struct MeanOf
{
    template <typename Options>
    auto& operator()(Options& options) const
    {
        return options.processing.mean;
    }
};

/// Likewise.
struct TimesOf
{
    template <typename Options>
    auto& operator()(Options& options) const
    {
        return options.processing.times;
    }
};

/// @return What may limit lookups, in the order of LookupLimit.
std::vector<std::string>
LookupLimitNames()
{
    std::vector<std::string> names = RpcWindowNames();
    names.insert(names.begin(), "none");
    return names;
}

} // namespace

std::unique_ptr<RpcWindow>
PeerOptions::MakeLookupWindow() const
{
    const auto place = static_cast<std::size_t>(lookupWindow) - 1;
    return MakeRpcWindow(RpcWindowKind(place), {});
}

const std::vector<ParameterOf<PeerOptions>>&
PeerOptions::Table()
{
    // a new parameter is one more line here, and a member of the struct with its default
    static const std::vector<ParameterOf<PeerOptions>> table{
        {"QueueCapacity",
         "Requests that fit in all relay queues of a peer together",
         &PeerOptions::queueCapacity,
         1,
         1000000},
        {"HopLimit", "Overlay hops that a request may take", &PeerOptions::hopLimit, 1, 255},
        {"MaxOutstanding",
         "Own requests that may be outstanding at once, whatever the scheme; as many again may be "
         "outstanding that the peer makes in order to answer others, where blocks are stored",
         &PeerOptions::maximumOutstanding,
         1,
         1000000},
        {"RequestLifetime",
         "Time after which an unanswered request is given up",
         &PeerOptions::requestLifetime,
         FromSeconds(0.001),
         kNever},
        {"StandstillLimit",
         "Under back-pressure, in a ring that is joined: time after which a full queue that "
         "nothing leaves is emptied; 0: never",
         &PeerOptions::standstillLimit,
         Time(0),
         kNever},
        {"LinkPatience",
         "In a ring that is joined: time for which a link may take nothing until requests go "
         "around "
         "it, or past those that wait for it; 0: for ever",
         &PeerOptions::linkPatience,
         Time(0),
         kNever},
        {"DeafLimit",
         "In a ring that is joined: time for which a link may take nothing until its neighbour, "
         "even "
         "if it answers queries, is given up for a while",
         &PeerOptions::deafLimit,
         FromSeconds(0.001),
         kNever},
        {"SlowLinks",
         "In a ring that is joined, where a link takes far less than the peer's other links: what "
         "goes elsewhere passes it, and little may wait for it; or waits, as in a ready-made ring "
         "(the default)",
         &PeerOptions::slowLinks,
         {"pass", "wait"}},
        {"Hold",
         "Requests for one neighbour that cross together: while the uplink is busy, what fills no "
         "segment waits, and when it idles, the link goes first on which so many have waited "
         "longest, or one with nothing unacknowledged; 0: nothing waits",
         &PeerOptions::hold,
         0,
         255},
        {"HoldBytes",
         "With Hold, bytes of each request that waits, on average and at the least: of shorter "
         "ones, so many more have to wait, up to 724 bytes, half of a full segment; 0: the number "
         "alone counts",
         &PeerOptions::holdBytes,
         0,
         65535},
        {"Routing",
         "Who asks whom: each peer sends a request on, over TCP, or the source asks each peer for "
         "the next one, by UDP",
         &PeerOptions::routing,
         {"recursive", "iterative"}},
        {"LookupWindow",
         "With iterative routing, how many lookups of a peer ask somebody at once: any number; or "
         "as STP's window says (NSDI04 5.2.1), or one of the overlay's own transport, to which "
         "each question is a packet; who has a window has a timer, whatever the scheme is",
         &PeerOptions::lookupWindow,
         LookupLimitNames()},
        {"Hops",
         "Of the neighbours that bring a request to its end in about as many hops, which one it "
         "goes to: as the scheme says; the next hop; the one with the least on its way there; or "
         "the same among those that bring answers; under back-pressure, always the next hop",
         &PeerOptions::hops,
         {"scheme", "next", "freest", "trusted"}},
        {"Pauses",
         "What a pause stops: only forwarding, while the relay queues fill up; all relaying, so "
         "that incoming connections are not read either; or the whole process, which issues "
         "nothing, takes no overlay-ack, and whose timers do not run (NCA06 3.2)",
         &PeerOptions::pauses,
         {"forwarding", "relaying", "process"}},
        {"FreedPlaces",
         "Under back-pressure, whose a free place in a relay queue is until the waiter that was "
         "told of it comes: kept for it, or open to whoever comes first",
         &PeerOptions::freedPlaces,
         {"kept", "open"}},
        {"ProcessorTurns",
         "Under back-pressure, which relay queue a processor serves: that of what ends at the peer "
         "first, then the links in turn; or all of them in equal turns",
         &PeerOptions::processorTurns,
         {"ending-first", "equal"}},
        {"ProcessingTime",
         "Mean time that the peer's processor takes for each message it issues, relays or answers; "
         "0 for none (COMSNETS09 III-C)",
         MeanOf{},
         Time(0),
         kNever},
        {"ProcessingTimes",
         "How processing times are distributed",
         TimesOf{},
         {"constant", "exponential"}},
    };
    return table;
}

} // namespace dht
