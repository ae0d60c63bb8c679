/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_TRANSFER_PROGRESS_H
#define DHT_EMU_TRANSFER_PROGRESS_H

#include "dht-time.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What a user sees of a file on its way.
 */

namespace dht
{

/// Shows on standard error how far a file is: one line that changes on a terminal, a line now and
/// then on anything else.
class TransferProgress
{
  public:
    /// @param verb Such as "put". @param quiet Show nothing.
    TransferProgress(std::string verb, bool quiet);
    /// Ends the line.
    ~TransferProgress();

    TransferProgress(const TransferProgress&) = delete;
    TransferProgress& operator=(const TransferProgress&) = delete;

    /// Bytes that were there before. @param bytes How many.
    void Begin(std::uint64_t bytes);
    /// Show it if it is time. To be called often. @param now Since the start. @param done Bytes
    /// that are there. @param size Of all, if known.
    void Update(Time now, std::uint64_t done, std::optional<std::uint64_t> size);
    /// Say something that does not pass away. @param text One line.
    void Say(const std::string& text);
    /// Say how it went. @param now Since the start. @param bytes All of them. @param more What
    /// else.
    void End(Time now, std::uint64_t bytes, const std::string& more);

  private:
    std::string m_verb;       ///< What is done.
    bool m_quiet;             ///< Show nothing.
    bool m_terminal;          ///< Whether standard error is a terminal.
    bool m_shown{false};      ///< Whether a line is to be ended.
    std::uint64_t m_begun{0}; ///< Bytes that were there before.
    Time m_next;              ///< When it is shown next.
};

/// @param bytes How many. @return They with a unit, such as "4.2 MB".
std::string BytesToText(double bytes);

} // namespace dht

#endif // DHT_EMU_TRANSFER_PROGRESS_H
