/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PROCESSOR_H
#define DHT_PROCESSOR_H

#include "dht-random.h"
#include "dht-relay-queues.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The processor of a peer, which may be its bottleneck (COMSNETS09, section III-C, model 2).
 */

namespace dht
{

/// How processing times are distributed.
enum class ProcessingTimes : std::uint8_t
{
    kConstant,    ///< All equal.
    kExponential, ///< Exponentially distributed.
};

/// Processor time for each message that a peer issues, relays or is responsible for.
struct ProcessingOptions
{
    Time mean{0};                                      ///< Mean time; 0 for no time at all.
    ProcessingTimes times{ProcessingTimes::kConstant}; ///< How the times are distributed.
};

/// Processes the head of one relay queue at a time.
class Processor
{
  public:
    /// @param options Its speed; the mean is above 0. @param random Draws the times; must outlive
    /// this object.
    Processor(const ProcessingOptions& options, Random& random);

    /// @return Whether it is processing a message, or has a result that TakeDone() has not taken.
    bool IsBusy() const;

    /// @return When the present work is done; kNever if there is none.
    Time DoneAt() const;

    /// @return The queue whose head it processed last; the first queue at the start.
    QueueIndex LastQueue() const;

    /// @return The queue that had its turn last; the first queue at the start.
    QueueIndex LastTurn() const
    {
        return m_turn;
    }

    /// @param queue A queue that has its turn now.
    void SetTurn(QueueIndex queue)
    {
        m_turn = queue;
    }

    /// Begin to process the head of a queue. @param now The present. @param queue The queue.
    void Begin(Time now, QueueIndex queue);

    /// @param now The present. @return The queue whose head is processed; nothing if it is not
    /// done.
    std::optional<QueueIndex> TakeDone(Time now);

  private:
    ProcessingOptions m_options; ///< Its speed.
    Random* m_random;            ///< Draws the times.
    Time m_doneAt{kNever};       ///< When the present work is done.
    QueueIndex m_queue{0};       ///< The queue of the present work.
    QueueIndex m_turn{0};        ///< The queue that had its turn last.
};

} // namespace dht

#endif // DHT_PROCESSOR_H
