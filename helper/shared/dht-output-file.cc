/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-output-file.h"

#include "dht-option-error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <set>
#include <unistd.h>

namespace dht
{

namespace
{

/// The unfinished files of this process.
std::set<std::string>&
Partials()
{
    static std::set<std::string> partials;
    return partials;
}

/// Wait until what was written is on the disk, so that it outlives a crash of the machine.
/// @param path A file or a directory. @return Whether it is there.
bool
Sync(const std::string& path)
{
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = file >= 0 && fsync(file) == 0;
    const int why = errno;
    if (file >= 0)
    {
        close(file);
    }
    errno = why;
    return synced;
}

/// @param path A file. @return The directory where its name is.
std::string
DirectoryOf(const std::string& path)
{
    const auto parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

} // namespace

OutputFile::OutputFile(const std::string& option, const std::string& path)
    : m_name("--" + option + "=" + path),
      m_path(path)
{
    if (path.empty())
    {
        return;
    }
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status))
    {
        throw OptionError(m_name + ": is a directory");
    }
    // a link to a pipe, as /dev/stdout may be one, leads to no name that could be opened
    if (std::filesystem::is_symlink(path, error) && std::filesystem::is_regular_file(status))
    {
        m_path = std::filesystem::canonical(path, error).string();
    }
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))
    {
        // beside its final place, so that it can be renamed; two runs must not share it
        m_partial = m_path + ".partial-" + std::to_string(getpid());
    }
    m_stream.open(m_partial.empty() ? m_path : m_partial);
    if (!m_stream)
    {
        m_partial.clear();
        throw OptionError(m_name + ": cannot be written: " + std::strerror(errno));
    }
    if (!m_partial.empty())
    {
        Partials().insert(m_partial);
    }
}

OutputFile::~OutputFile()
{
    if (!m_partial.empty())
    {
        m_stream.close();
        std::remove(m_partial.c_str());
        Partials().erase(m_partial);
    }
}

bool
OutputFile::IsWanted() const
{
    return !m_path.empty();
}

std::ostream&
OutputFile::Stream()
{
    return m_stream;
}

void
OutputFile::Commit(Lasting lasting)
{
    if (!IsWanted())
    {
        return;
    }
    errno = 0;
    m_stream.close();
    const bool lasts = lasting == Lasting::kThroughCrash && !m_partial.empty();
    // without the first, a crash may leave the new name and none of the bytes
    const bool written = !m_stream.fail() && (!lasts || Sync(m_partial));
    if (!written || (!m_partial.empty() && std::rename(m_partial.c_str(), m_path.c_str()) != 0) ||
        (lasts && !Sync(DirectoryOf(m_path))))
    {
        throw std::runtime_error(m_name + ": cannot be written: " +
                                 (errno == 0 ? "the stream failed" : std::strerror(errno)));
    }
    Partials().erase(m_partial);
    m_partial.clear();
}

void
OutputFile::RemoveAllPartial()
{
    for (const std::string& partial : Partials())
    {
        std::remove(partial.c_str());
    }
}

void
CommitOutputs(OutputFile& series,
              OutputFile& summary,
              const std::function<void(std::ostream&)>& write)
{
    series.Commit();
    std::ostream& out = summary.IsWanted() ? summary.Stream() : std::cout;
    write(out);
    if (!out.flush())
    {
        throw std::runtime_error("the summary cannot be written");
    }
    summary.Commit();
}

} // namespace dht
