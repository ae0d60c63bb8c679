/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-to-put.h"

#include "dht-file-tree.h"
#include "peer-error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <tuple>
#include <unistd.h>

namespace dht
{

namespace
{

/// @param status What the system knows of a file. @return What changes when its bytes do.
auto
MarksOf(const struct stat& status)
{
    return std::make_tuple(status.st_size,
                           status.st_mtim.tv_sec,
                           status.st_mtim.tv_nsec,
                           status.st_ctim.tv_sec,
                           status.st_ctim.tv_nsec);
}

} // namespace

FileToPut::FileToPut(const std::string& path)
    : m_name(path == "-" ? "standard input" : path),
      m_file(path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                         : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY))
{
    if (!m_file)
    {
        Fail(std::strerror(errno));
    }
    m_before = m_file.Status();
    if (S_ISDIR(m_before.st_mode))
    {
        Fail("it is a directory: only files can be put");
    }
    // some file systems, such as /proc, do not say it
    const off_t begin = lseek(m_file.Number(), 0, SEEK_CUR);
    if (S_ISREG(m_before.st_mode) && m_before.st_size > 0 && begin >= 0)
    {
        m_size = static_cast<std::uint64_t>(std::max<off_t>(m_before.st_size - begin, 0));
    }
}

const std::string&
FileToPut::Name() const
{
    return m_name;
}

std::optional<std::uint64_t>
FileToPut::Size() const
{
    return m_size;
}

bool
FileToPut::IsReady() const
{
    return S_ISREG(m_before.st_mode) || m_file.IsReady(POLLIN);
}

Bytes
FileToPut::Read()
{
    Bytes bytes(kLeafBytes);
    std::size_t got = 0;
    if (!m_file.Read(bytes.data(), bytes.size(), got))
    {
        Fail(std::strerror(errno));
    }
    bytes.resize(got);
    m_read += got;
    const bool isOther = S_ISREG(m_before.st_mode) && MarksOf(m_file.Status()) != MarksOf(m_before);
    const bool isOfOtherSize = m_size && (got == 0 ? m_read != *m_size : m_read > *m_size);
    if (isOther || isOfOtherSize)
    {
        Fail("it has changed while it was read: put it again");
    }
    return bytes;
}

void
FileToPut::Fail(const std::string& why) const
{
    throw PeerError(PeerError::kFailed, m_name + ": " + why);
}

} // namespace dht
