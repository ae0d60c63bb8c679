/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-log.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace dht
{

namespace
{

/// Levels of syslog(3), as systemd's journal reads them.
constexpr std::array<int, 4> kPriorities{3, 4, 6, 7};

/// @return Whether standard error is systemd's journal: it names its device and inode.
bool
IsJournal()
{
    const char* const named = std::getenv("JOURNAL_STREAM");

    struct stat here
    {
    };

    return named && fstat(STDERR_FILENO, &here) == 0 &&
           named == std::to_string(here.st_dev) + ":" + std::to_string(here.st_ino);
}

/// @return The present local time, such as "2026-11-28T20:01:02.123+01:00".
std::string
Timestamp()
{
    const auto now = std::chrono::system_clock::now();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    const auto since =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
    std::tm local{};
    localtime_r(&seconds, &local);
    std::array<char, 64> day{};
    std::array<char, 16> offset{};
    std::strftime(day.data(), day.size(), "%Y-%m-%dT%H:%M:%S", &local);
    std::strftime(offset.data(), offset.size(), "%z", &local);
    std::array<char, 96> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "%s.%03d%.3s:%s",
                  day.data(),
                  static_cast<int>(since.count() % 1000),
                  offset.data(),
                  offset.data() + 3);
    return text.data();
}

} // namespace

const std::vector<std::string> kLogLevels{"error", "warning", "info", "debug"};

PeerLog::PeerLog(const std::string& level)
    : m_least(static_cast<LogLevel>(std::find(kLogLevels.begin(), kLogLevels.end(), level) -
                                    kLogLevels.begin())),
      m_isJournal(IsJournal())
{
}

void
PeerLog::Say(LogLevel level, const std::string& text)
{
    if (level > m_least)
    {
        return;
    }
    const auto index = static_cast<std::size_t>(level);
    if (m_isJournal)
    {
        std::fprintf(stderr, "<%d>%s\n", kPriorities[index], text.c_str());
    }
    else
    {
        std::fprintf(stderr,
                     "%s %-7s %s\n",
                     Timestamp().c_str(),
                     kLogLevels[index].c_str(),
                     text.c_str());
    }
}

void
PeerLog::Update(const PeerStatus& /* status */)
{
}

void
NotifyManager(const std::string& state)
{
    const char* const path = std::getenv("NOTIFY_SOCKET");
    sockaddr_un to{};
    if (!path || std::strlen(path) >= sizeof(to.sun_path))
    {
        return;
    }
    to.sun_family = AF_UNIX;
    std::strcpy(to.sun_path, path);
    if (path[0] == '@')
    {
        to.sun_path[0] = '\0'; // of the abstract namespace
    }
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(path));
    const int handle = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    static_cast<void>(sendto(handle,
                             state.data(),
                             state.size(),
                             MSG_NOSIGNAL,
                             reinterpret_cast<const sockaddr*>(&to),
                             size));
    close(handle);
}

} // namespace dht
