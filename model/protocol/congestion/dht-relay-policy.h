/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RELAY_POLICY_H
#define DHT_RELAY_POLICY_H

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * How a peer keeps the requests that it relays, as far as that can be chosen.
 */

namespace dht
{

/// How a peer's relay buffer is organised.
enum class QueueDiscipline : std::uint8_t
{
    kShared,       ///< One first-in first-out queue; its head blocks those behind it.
    kPerNeighbour, ///< One queue a neighbour (NCA06, section 2.2.2).
};

/// How the queues of a peer share its buffer.
enum class BufferSharing : std::uint8_t
{
    kCommon, ///< Any queue may take what is left of the whole.
    kSplit,  ///< Each queue has an equal part (NCA06, section 3.2).
};

/// What a peer does with a request whose queue is full.
enum class Overflow : std::uint8_t
{
    kDrop,  ///< Drop it silently; its source finds out by the missing overlay-ack.
    kBlock, ///< Leave it where it is and stop reading the connection it came on.
    kEvict, ///< Drop the one that goes last, of its own queue: itself, if nothing is there.
    kLeastTravelled, ///< Drop the one with most hops left in any queue, the youngest of them.
};

/// In which order requests leave a queue.
enum class QueueOrder : std::uint8_t
{
    kArrival, ///< First in, first out.
    kScheme,  ///< As CongestionControl::GoesBefore() says; else first in, first out.
};

/// How a scheme wants requests to be relayed.
struct RelayPolicy
{
    QueueDiscipline discipline{QueueDiscipline::kShared}; ///< The relay buffer.
    Overflow overflow{Overflow::kDrop};                   ///< When it is full.
    QueueOrder order{QueueOrder::kArrival};               ///< Of those in a queue.
    bool givesFeedback{false}; ///< Whether CongestionControl::FeedbackOn() is to be called.
    bool hearsLeaving{false};  ///< Whether CongestionControl::OnLeave() is.
    bool admitsByLink{false};  ///< Whether CongestionControl::AdmitTo() is.
};

} // namespace dht

#endif // DHT_RELAY_POLICY_H
