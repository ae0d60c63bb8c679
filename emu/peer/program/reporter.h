/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_REPORTER_H
#define DHT_EMU_REPORTER_H

#include <cstddef>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What a user is told of a peer that runs.
 */

namespace dht
{

/// How a peer is.
struct PeerStatus
{
    std::string place;          ///< Such as "10.0.0.1:7000, joined".
    std::size_t neighbours{0};  ///< Whom it may send requests to.
    std::size_t connections{0}; ///< Who is connected to it.
    std::uint64_t answered{0};  ///< Own requests, since it started.
    std::uint64_t relayed{0};   ///< Messages sent on, since it started.
    double delaySum{0};         ///< Of the answered requests, in seconds.
    std::size_t queued{0};      ///< Requests in its queues.
};

/// How much something matters, most first.
enum class LogLevel
{
    kError,   ///< It ends, or what it was asked for is not done.
    kWarning, ///< It goes on, and somebody should look.
    kInfo,    ///< What happens in the life of a peer.
    kDebug,   ///< What helps to find a fault.
};

/// Who tells a user how a peer is, and what happens to it.
class Reporter
{
  public:
    virtual ~Reporter() = default;

    /// Say something. @param level How much it matters. @param text One line.
    virtual void Say(LogLevel level, const std::string& text) = 0;

    /// Show how it is, if it is time. To be called often. @param status How the peer is.
    virtual void Update(const PeerStatus& status) = 0;
};

} // namespace dht

#endif // DHT_EMU_REPORTER_H
