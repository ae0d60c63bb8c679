/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDED_EVENTS_H
#define DHT_RECORDED_EVENTS_H

#include "dht-recording-file.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * What happened to peers, as a recording has it.
 */

namespace dht
{

/// Kinds of events, by the numbers that a recording gives them.
enum class RecordedEvent : std::uint8_t
{
    kDrop,                 ///< reason, to: it dropped a message.
    kMark,                 ///< It set a request's bit h.
    kTimeout,              ///< An own request was not answered in time.
    kRetransmission,       ///< An own request is sent again.
    kGivenUp,              ///< An own request was not answered in its lifetime.
    kJoin,                 ///< It has its place in the ring.
    kLeave,                ///< It has left in good order.
    kCrash,                ///< It has gone without a word.
    kLockUp,               ///< waits_for, since_ns: it is in a circle of those that wait.
    kStarvation,           ///< since_ns: it has had no answer for long.
    kStarvationEnd,        ///< That is over.
    kRequestIssued,        ///< request: one that is followed is issued.
    kRequestForwarded,     ///< request, message, to: it is sent on.
    kRequestDelivered,     ///< request, message: it has got where it was to go.
    kRequestDropped,       ///< request, message, reason: it is lost.
    kRequestRetransmitted, ///< request: it is sent again.
    kRequestAnswered,      ///< request, hops: its source has the answer.
    kRequestGivenUp,       ///< request: its source gave it up.
    kLink,                 ///< to: it has a link to another peer.
    kUnlink,               ///< to: it has none any more.
    kGet,                  ///< ok, took_us: a get of its has ended.
    kPut,                  ///< ok, took_us: a put of its has ended.
    kCount,                ///< How many kinds there are.
};

/// Gathers events, and writes them as frames.
class RecordedEvents
{
  public:
    /// @return The kinds of events, as the header of a recording has them.
    static nlohmann::ordered_json KindsToJson();

    /**
     * @param now When it happened; not before the last one.
     * @param kind What happened.
     * @param peer To which peer, by its number.
     * @param fields As many as the kind has.
     */
    void Add(Time now,
             RecordedEvent kind,
             std::size_t peer,
             std::initializer_list<std::uint64_t> fields = {});

    /// @return Whether a frame is full.
    bool IsFull() const;

    /// Write what was gathered, if anything, and begin a frame. @param file The recording.
    void Flush(RecordingFile& file);

  private:
    std::string m_events;     ///< Of this frame, coded.
    std::uint64_t m_count{0}; ///< How many.
    Time m_first{0};          ///< Of the first.
    Time m_last{0};           ///< Of the last.
};

} // namespace dht

#endif // DHT_RECORDED_EVENTS_H
