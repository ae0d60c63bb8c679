/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_LOG_H
#define DHT_EMU_PEER_LOG_H

#include "reporter.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * The log of a peer that serves.
 */

namespace dht
{

/// Names of the levels, most important first.
extern const std::vector<std::string> kLogLevels;

/// Writes lines to standard error: the local time in ISO 8601 with its offset from UTC, the level,
/// and what is said. To systemd's journal, which has the time, it tells the level as sd-daemon(3)
/// says.
class PeerLog : public Reporter
{
  public:
    /// @param level The name of the least important level that is written.
    explicit PeerLog(const std::string& level);

    void Say(LogLevel level, const std::string& text) override;
    void Update(const PeerStatus& status) override;

  private:
    LogLevel m_least; ///< The least important level that is written.
    bool m_isJournal; ///< Whether standard error is systemd's journal.
};

/// Tell the service manager that started this program, if one did and wants to know (sd_notify(3)).
/// @param state Such as "READY=1".
void NotifyManager(const std::string& state);

} // namespace dht

#endif // DHT_EMU_PEER_LOG_H
