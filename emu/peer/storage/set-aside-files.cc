/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "set-aside-files.h"

#include "peer-error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace dht
{

namespace
{

/// What is beside a database, and makes sense only with it.
constexpr std::array<const char*, 2> kLogs{"-journal", "-wal"};

/// @param path A name. @return Whether there is anything of that name.
bool
IsThere(const std::string& path)
{
    return access(path.c_str(), F_OK) == 0;
}

/// @param path A name. @return Whether there are logs of that name, and no file.
bool
HasOnlyLogs(const std::string& path)
{
    return !IsThere(path) && std::any_of(kLogs.begin(), kLogs.end(), [&](const char* log) {
        return IsThere(path + log);
    });
}

/// Let what was renamed stay so if the machine crashes. @param path A file in the directory.
void
SyncDirectoryOf(const std::string& path)
{
    const std::string directory = std::filesystem::path(path).parent_path();
    const int file = open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0)
    {
        fsync(file);
        close(file);
    }
}

} // namespace

SetAsideFiles::SetAsideFiles(const std::string& path)
    : m_path(path),
      m_last(path + ".damaged")
{
}

std::string
SetAsideFiles::NameOf(unsigned number) const
{
    return m_last + "." + std::to_string(number);
}

void
SetAsideFiles::Resume() const
{
    for (unsigned i = 1; i <= kMost; ++i)
    {
        if (HasOnlyLogs(NameOf(i)))
        {
            Move(m_path, NameOf(i));
        }
    }
}

std::string
SetAsideFiles::Add() const
{
    unsigned number = 1;
    while (number < kMost && (IsThere(NameOf(number)) || HasOnlyLogs(NameOf(number))))
    {
        ++number;
    }
    if (IsThere(NameOf(number)))
    {
        for (const char* const log : kLogs)
        {
            unlink((NameOf(number) + log).c_str());
        }
        unlink(NameOf(number).c_str());
    }
    Move(m_path, NameOf(number));
    return NameOf(number);
}

std::vector<std::string>
SetAsideFiles::Waiting() const
{
    std::vector<std::string> names;
    for (unsigned i = 1; i <= kMost; ++i)
    {
        if (IsThere(NameOf(i)))
        {
            names.push_back(NameOf(i));
        }
    }
    return names;
}

std::string
SetAsideFiles::Finish(const std::string& name) const
{
    unlink(m_last.c_str());
    for (const char* const log : kLogs)
    {
        unlink((m_last + log).c_str());
    }
    Move(name, m_last);
    return m_last;
}

void
SetAsideFiles::Move(const std::string& from, const std::string& to)
{
    const auto move = [&](const std::string& suffix) {
        if (std::rename((from + suffix).c_str(), (to + suffix).c_str()) != 0 && errno != ENOENT)
        {
            throw PeerError(PeerError::kFailed,
                            from + suffix + ": it is damaged, and cannot be set aside: " +
                                std::strerror(errno) + ": move it away, or name another directory");
        }
    };
    for (const char* const log : kLogs)
    {
        move(log);
    }
    move("");
    unlink((from + "-shm").c_str());
    for (const char* const log : kLogs)
    {
        if (!IsThere(to))
        {
            unlink((to + log).c_str()); // nothing is without the file
        }
    }
    SyncDirectoryOf(to);
}

} // namespace dht
