/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RELAY_POLICY_H
#define DHT_RELAY_POLICY_H

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The choices of how a peer queues the requests that it relays.
 */

namespace dht
{

/// How a peer's relay buffer is organised.
enum class QueueDiscipline : std::uint8_t
{
    kShared,       ///< One first-in first-out queue; its head blocks those behind it.
    kPerNeighbour, ///< One queue per neighbour (NCA06, section 2.2.2).
};

/// How the queues of a peer share its buffer.
enum class BufferSharing : std::uint8_t
{
    kCommon, ///< Any queue may take the whole free room.
    kSplit,  ///< Each queue has an equal part (NCA06, section 3.2).
    /// A queue may be as long as there is free room (the dynamic threshold of Choudhury and Hahne,
    /// IEEE/ACM Transactions on Networking 6(2), 1998, with alpha = 1): one alone takes half of it.
    kDynamic,
};

/// What a peer does with a request whose queue is full.
enum class Overflow : std::uint8_t
{
    kDrop,  ///< Drop it silently; its source finds out by the missing overlay-ack.
    kBlock, ///< Leave it where it is and stop reading its connection.
    kEvict, ///< Drop the last one of its queue; itself, if the queue is empty.
};

/// The order in which requests leave a queue.
enum class QueueOrder : std::uint8_t
{
    kArrival, ///< First in, first out.
    kScheme,  ///< By CongestionControl::GoesBefore(), then first in, first out.
};

/// How a scheme wants requests to be relayed.
struct RelayPolicy
{
    QueueDiscipline discipline{QueueDiscipline::kShared}; ///< Organisation of the relay buffer.
    Overflow overflow{Overflow::kDrop};     ///< Treatment of a request whose queue is full.
    QueueOrder order{QueueOrder::kArrival}; ///< Order within a queue.
    bool givesFeedback{false}; ///< Whether CongestionControl::FeedbackOn() is to be called.
    bool hearsLeaving{false};  ///< Whether CongestionControl::OnLeave() is to be called.
    bool hearsArriving{false}; ///< Whether CongestionControl::OnArrive() is to be called.
    bool admitsByLink{false};  ///< Whether CongestionControl::AdmitTo() is to be called.
    /// Whether a request that was not answered in time counts no more as outstanding.
    bool overlooksLost{false};
    /// Whether own requests get a hop limit from the hops that others of this peer took.
    bool learnsHops{false};
    /// Whether a request goes, of the neighbours that are as near to its end, to the one with the
    /// least on its way there.
    bool choosesHop{false};
    /// How the queues share the buffer; nothing: as the overflow demands.
    std::optional<BufferSharing> sharing{};
};

} // namespace dht

#endif // DHT_RELAY_POLICY_H
