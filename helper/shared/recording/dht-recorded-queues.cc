/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recorded-queues.h"

#include "dht-recording-varints.h"

#include <utility>

namespace dht
{

RecordedQueues::RecordedQueues(std::size_t peers)
    : m_last(peers)
{
}

void
RecordedQueues::Begin(Time now)
{
    FinishSample();
    m_times.push_back(now);
}

void
RecordedQueues::Add(std::size_t peer, Lengths lengths)
{
    Lengths& last = m_last[peer];
    for (const auto& [to, length] : last)
    {
        if (lengths.count(to) == 0)
        {
            Change(peer, to, 0);
        }
    }
    for (const auto& [to, length] : lengths)
    {
        const auto before = last.find(to);
        if (before == last.end() || before->second != length)
        {
            Change(peer, to, length);
        }
    }
    last = std::move(lengths);
}

void
RecordedQueues::Change(std::size_t peer, std::uint64_t to, std::uint64_t length)
{
    PutVarint(m_changes, peer - m_changedPeer);
    PutVarint(m_changes, to);
    PutVarint(m_changes, length);
    m_changedPeer = peer;
    ++m_changeCount;
}

void
RecordedQueues::FinishSample()
{
    if (!m_times.empty())
    {
        PutVarint(m_samples, m_changeCount);
        m_samples += m_changes;
    }
    m_changes.clear();
    m_changeCount = 0;
    m_changedPeer = 0;
}

void
RecordedQueues::Flush(RecordingFile& file)
{
    if (m_times.empty())
    {
        return;
    }
    FinishSample();
    std::string payload;
    PutTimes(payload, m_times);
    file.Write(RecordingFrame::kQueues, payload + m_samples, m_times.front(), m_times.back());
    m_times.clear();
    m_samples.clear();
    for (Lengths& lengths : m_last)
    {
        lengths.clear();
    }
}

} // namespace dht
