/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recording-writer.h"

#include <utility>

namespace dht
{

namespace
{

/// @param plan What a recording is made from. @return Its first frame.
nlohmann::ordered_json
MakeHeader(const RecordingWriter::Plan& plan)
{
    nlohmann::ordered_json header = plan.about;
    header["interval_ns"] = plan.options.interval.count();
    header["columns"] = RecordedSamples::ColumnsToJson(plan.columns);
    header["events"] = RecordedEvents::KindsToJson();
    header.update(plan.details);
    header["peers"] = plan.peers;
    return header;
}

} // namespace

RecordingWriter::RecordingWriter(const Plan& plan)
    : m_options(plan.options),
      m_file("record", plan.options.file),
      m_samples(plan.columns.size(), plan.peers["count"]),
      m_queues(plan.options.queues ? std::size_t{plan.peers["count"]} : 0)
{
    m_file.WriteHeader(MakeHeader(plan));
}

void
RecordingWriter::BeginSample(Time now)
{
    m_samples.Begin(now);
    if (m_options.queues)
    {
        m_queues.Begin(now);
    }
}

void
RecordingWriter::AddPeer(const std::vector<std::uint64_t>& values)
{
    m_samples.Add(values);
}

void
RecordingWriter::AddQueues(std::size_t peer, RecordedQueues::Lengths lengths)
{
    m_queues.Add(peer, std::move(lengths));
}

void
RecordingWriter::EndSample()
{
    if (m_samples.IsFull(m_options.interval))
    {
        Flush();
    }
}

void
RecordingWriter::AddEvent(Time now,
                          RecordedEvent kind,
                          std::size_t peer,
                          std::initializer_list<std::uint64_t> fields)
{
    m_events.Add(now, kind, peer, fields);
    if (m_events.IsFull())
    {
        m_events.Flush(m_file);
    }
}

void
RecordingWriter::Close(Time now, const nlohmann::ordered_json& counters)
{
    Flush();
    m_file.Close({{"time_ns", now.count()}, {"counters", counters}});
}

void
RecordingWriter::Flush()
{
    m_events.Flush(m_file);
    m_samples.Flush(m_file);
    m_queues.Flush(m_file);
}

} // namespace dht
