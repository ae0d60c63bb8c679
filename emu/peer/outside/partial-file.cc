/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "partial-file.h"

#include "peer-error.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace dht
{

PartialFile::PartialFile(const std::string& path, const std::string& what)
    : m_path(path),
      m_name(path.empty() ? "standard output" : path + "." + what + ".part"),
      m_file(path.empty() ? stdout : std::fopen(m_name.c_str(), "ab"))
{
    if (!m_file)
    {
        Fail();
    }
    struct stat status = {};
    if (!path.empty() && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    {
        std::remove(m_name.c_str());
        errno = EISDIR;
        m_name = path;
        Fail();
    }
    if (!path.empty() && fstat(fileno(m_file), &status) == 0)
    {
        m_size = static_cast<std::uint64_t>(status.st_size);
    }
}

PartialFile::~PartialFile()
{
    if (m_file && m_file != stdout)
    {
        std::fclose(m_file);
        if (m_size == 0)
        {
            std::remove(m_name.c_str()); // nothing came
        }
    }
}

std::uint64_t
PartialFile::Size() const
{
    return m_size;
}

const std::string&
PartialFile::Name() const
{
    return m_name;
}

void
PartialFile::Write(const Bytes& bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file) != bytes.size())
    {
        Fail();
    }
    m_size += bytes.size();
}

void
PartialFile::Commit()
{
    if (std::fflush(m_file) != 0)
    {
        Fail();
    }
    if (m_file == stdout)
    {
        return;
    }
    std::FILE* const file = m_file;
    m_file = nullptr;
    if (std::fclose(file) != 0 || std::rename(m_name.c_str(), m_path.c_str()) != 0)
    {
        Fail();
    }
}

void
PartialFile::Fail() const
{
    throw PeerError(PeerError::kFailed, m_name + ": " + std::strerror(errno));
}

} // namespace dht
