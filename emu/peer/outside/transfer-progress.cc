/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transfer-progress.h"

#include <array>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace dht
{

namespace
{

constexpr Time kTransferOnTerminal = FromSeconds(0.5);
constexpr Time kTransferElsewhere = FromSeconds(10);

} // namespace

std::string
BytesToText(double bytes)
{
    constexpr std::array<const char*, 5> units{"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < units.size(); ++unit)
    {
        bytes /= 1000;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text.data();
}

TransferProgress::TransferProgress(std::string verb, bool quiet)
    : m_verb(std::move(verb)),
      m_quiet(quiet),
      m_terminal(isatty(STDERR_FILENO) == 1),
      m_next(m_terminal ? kTransferOnTerminal : kTransferElsewhere)
{
}

TransferProgress::~TransferProgress()
{
    if (m_shown)
    {
        std::fprintf(stderr, "\r\033[K");
    }
}

void
TransferProgress::Begin(std::uint64_t bytes)
{
    m_begun = bytes;
}

void
TransferProgress::Update(Time now, std::uint64_t done, std::optional<std::uint64_t> size)
{
    if (m_quiet || now < m_next)
    {
        return;
    }
    m_next = now + (m_terminal ? kTransferOnTerminal : kTransferElsewhere);
    const double rate = static_cast<double>(done - m_begun) / ToSeconds(now);
    std::string text = m_verb + " " + BytesToText(static_cast<double>(done));
    if (size)
    {
        text += " of " + BytesToText(static_cast<double>(*size));
    }
    text += ", " + BytesToText(rate) + "/s";
    if (size && rate > 0)
    {
        const double left = static_cast<double>(*size - done) / rate;
        text += ", " + std::to_string(static_cast<std::uint64_t>(left + 1)) + " s left";
    }
    std::fprintf(stderr,
                 "%s%s%s",
                 m_terminal ? "\r\033[K" : "",
                 text.c_str(),
                 m_terminal ? "" : "\n");
    std::fflush(stderr);
    m_shown = m_terminal;
}

void
TransferProgress::Say(const std::string& text)
{
    if (!m_quiet)
    {
        std::fprintf(stderr, "%s%s\n", m_shown ? "\r\033[K" : "", text.c_str());
        m_shown = false;
    }
}

void
TransferProgress::End(Time now, std::uint64_t bytes, const std::string& more)
{
    const double rate = static_cast<double>(bytes - m_begun) / ToSeconds(now);
    std::array<char, 32> seconds{};
    std::snprintf(seconds.data(), seconds.size(), "%.1f s", ToSeconds(now));
    Say(m_verb + " " + BytesToText(static_cast<double>(bytes)) + " in " + seconds.data() + ", " +
        BytesToText(rate) + "/s" + more);
}

} // namespace dht
