/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_STATUS_LINE_H
#define DHT_EMU_STATUS_LINE_H

#include <chrono>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What a user sees of a peer that runs.
 */

namespace dht
{

/// What a status line says.
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

/// Shows on standard error how a peer is: one line that changes on a terminal, a line now and then
/// on anything else.
class StatusLine
{
  public:
    /// @param quiet Show nothing.
    explicit StatusLine(bool quiet);
    /// Ends the line.
    ~StatusLine();

    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Show it if it is time. To be called often. @param status How the peer is.
    void Update(const PeerStatus& status);

    /// Say something that does not pass away. @param text One line.
    void Say(const std::string& text);

  private:
    using Clock = std::chrono::steady_clock;

    bool m_quiet;             ///< Show nothing.
    bool m_terminal;          ///< Whether standard error is a terminal.
    bool m_shown{false};      ///< Whether a line is to be ended.
    Clock::time_point m_last; ///< When it was shown last.
    PeerStatus m_before;      ///< What was shown last.
};

} // namespace dht

#endif // DHT_EMU_STATUS_LINE_H
