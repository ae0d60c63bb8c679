/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-descriptor.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace dht
{

Descriptor::Descriptor(int number)
    : m_number(number)
{
}

Descriptor::~Descriptor()
{
    if (m_number >= 0)
    {
        const int why = errno;
        close(m_number);
        errno = why;
    }
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : m_number(std::exchange(other.m_number, -1))
{
}

Descriptor&
Descriptor::operator=(Descriptor&& other) noexcept
{
    std::swap(m_number, other.m_number);
    return *this;
}

Descriptor::operator bool() const
{
    return m_number >= 0;
}

int
Descriptor::Number() const
{
    return m_number;
}

bool
Descriptor::IsReady(short events, bool wait) const
{
    pollfd one{m_number, events, 0};
    return poll(&one, 1, wait ? -1 : 0) > 0;
}

bool
Descriptor::IsWorthAnotherTry(short events) const
{
    // somebody else may have told a terminal or a pipe not to wait
    return errno == EINTR || (errno == EAGAIN && (IsReady(events, true) || errno == EINTR));
}

bool
Descriptor::Read(void* bytes, std::size_t size, std::size_t& got) const
{
    ssize_t more = read(m_number, bytes, size);
    while (more < 0 && IsWorthAnotherTry(POLLIN))
    {
        more = read(m_number, bytes, size);
    }
    got = static_cast<std::size_t>(std::max<ssize_t>(more, 0));
    return more >= 0;
}

bool
Descriptor::Write(const void* bytes, std::size_t size) const
{
    const char* next = static_cast<const char*>(bytes);
    while (size > 0)
    {
        const ssize_t written = write(m_number, next, size);
        if (written >= 0)
        {
            next += written;
            size -= static_cast<std::size_t>(written);
        }
        else if (!IsWorthAnotherTry(POLLOUT))
        {
            return false;
        }
    }
    return true;
}

bool
Descriptor::ReadAt(std::uint64_t offset, void* bytes, std::size_t size, std::size_t& got) const
{
    for (got = 0; got < size;)
    {
        const ssize_t more = pread(m_number,
                                   static_cast<char*>(bytes) + got,
                                   size - got,
                                   static_cast<off_t>(offset + got));
        if (more == 0)
        {
            break;
        }
        if (more > 0)
        {
            got += static_cast<std::size_t>(more);
        }
        else if (errno != EINTR)
        {
            return false;
        }
    }
    return true;
}

bool
Descriptor::Sync() const
{
    // some file systems, and all pipes and devices, know no syncing
    return fsync(m_number) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool
Descriptor::Flush() const
{
    const int other = fcntl(m_number, F_DUPFD_CLOEXEC, 0);
    return other >= 0 && close(other) == 0;
}

bool
Descriptor::HasName(const std::string& path) const
{
    const struct stat own = Status();
    struct stat named = {};
    return lstat(path.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

struct stat
Descriptor::Status() const
{
    struct stat status = {};
    if (fstat(m_number, &status) != 0)
    {
        status = {};
    }
    return status;
}

bool
SyncNames(const std::string& directory)
{
    const Descriptor names(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return names ? names.Sync() : errno == EACCES;
}

} // namespace dht
