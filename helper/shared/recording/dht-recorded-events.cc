/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recorded-events.h"

#include "dht-recording-varints.h"

#include <iterator>
#include <vector>

namespace dht
{

namespace
{

/// What a frame has at the most, not compressed, but for its last event.
constexpr std::size_t kEventBytes = std::size_t{1} << 20;

/// A kind of events.
struct EventKind
{
    const char* name;                ///< What it is called.
    std::vector<const char*> fields; ///< What its fields are called.
};

/// @return The kinds, in the order of RecordedEvent.
const std::vector<EventKind>&
EventKinds()
{
    static const std::vector<EventKind> kinds{{"drop", {"reason", "to"}},
                                              {"mark", {}},
                                              {"timeout", {}},
                                              {"retransmission", {}},
                                              {"given_up", {}},
                                              {"join", {}},
                                              {"leave", {}},
                                              {"crash", {}},
                                              {"lock_up", {"waits_for", "since_ns"}},
                                              {"starvation", {"since_ns"}},
                                              {"starvation_end", {}},
                                              {"request_issued", {"request"}},
                                              {"request_forwarded", {"request", "message", "to"}},
                                              {"request_delivered", {"request", "message"}},
                                              {"request_dropped", {"request", "message", "reason"}},
                                              {"request_retransmitted", {"request"}},
                                              {"request_answered", {"request", "hops"}},
                                              {"request_given_up", {"request"}},
                                              {"link", {"to"}},
                                              {"unlink", {"to"}},
                                              {"get", {"ok", "took_us"}},
                                              {"put", {"ok", "took_us"}}};
    return kinds;
}

} // namespace

nlohmann::ordered_json
RecordedEvents::KindsToJson()
{
    auto kinds = nlohmann::ordered_json::array();
    for (const EventKind& kind : EventKinds())
    {
        auto fields = nlohmann::ordered_json::array();
        for (const char* const field : kind.fields)
        {
            fields.push_back(field);
        }
        kinds.push_back({{"name", kind.name}, {"fields", fields}});
    }
    return kinds;
}

void
RecordedEvents::Add(Time now,
                    RecordedEvent kind,
                    std::size_t peer,
                    std::initializer_list<std::uint64_t> fields)
{
    if (m_count++ == 0)
    {
        m_first = now;
        m_last = Time(0);
    }
    PutVarint(m_events, static_cast<std::uint64_t>((now - m_last).count()));
    PutVarint(m_events, static_cast<std::uint64_t>(kind));
    PutVarint(m_events, peer);
    for (const std::uint64_t field : fields)
    {
        PutVarint(m_events, field);
    }
    m_last = now;
}

bool
RecordedEvents::IsFull() const
{
    return m_events.size() >= kEventBytes;
}

void
RecordedEvents::Flush(RecordingFile& file)
{
    if (m_count == 0)
    {
        return;
    }
    std::string payload;
    PutVarint(payload, m_count);
    file.Write(RecordingFrame::kEvents, payload + m_events, m_first, m_last);
    m_events.clear();
    m_count = 0;
}

} // namespace dht
