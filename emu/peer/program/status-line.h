/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_STATUS_LINE_H
#define DHT_EMU_STATUS_LINE_H

#include "reporter.h"

#include <chrono>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What a user sees of a peer that measures.
 */

namespace dht
{

/// Shows on standard error how a peer is: one line that changes on a terminal, a line now and then
/// on anything else.
class StatusLine : public Reporter
{
  public:
    /// @param quiet Show nothing.
    explicit StatusLine(bool quiet);
    /// Ends the line.
    ~StatusLine() override;

    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    void Update(const PeerStatus& status) override;
    /// Say something that does not pass away; how much it matters is not shown.
    void Say(LogLevel level, const std::string& text) override;

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
