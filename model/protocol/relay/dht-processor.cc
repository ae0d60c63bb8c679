/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-processor.h"

namespace dht
{

Processor::Processor(const ProcessingOptions& options, Random& random)
    : m_options(options),
      m_random(&random)
{
}

bool
Processor::IsBusy() const
{
    return m_doneAt != kNever;
}

Time
Processor::DoneAt() const
{
    return m_doneAt;
}

QueueIndex
Processor::LastQueue() const
{
    return m_queue;
}

void
Processor::Begin(Time now, QueueIndex queue)
{
    m_queue = queue;
    m_doneAt = Later(now,
                     m_options.times == ProcessingTimes::kConstant
                         ? m_options.mean
                         : FromSeconds(DrawExponential(*m_random, ToSeconds(m_options.mean))));
}

std::optional<QueueIndex>
Processor::TakeDone(Time now)
{
    if (m_doneAt > now)
    {
        return std::nullopt;
    }
    m_doneAt = kNever;
    return m_queue;
}

} // namespace dht
