/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-pending-file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <set>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace dht
{

namespace
{

constexpr mode_t kMode = 0666; // less what the user's mask forbids
const char* const kChanged =
    "another program has written to it after it was checked: get it again, which mends it";
const char* const kBusy = "another process is writing it: wait for it, or choose another name";

/// The unfinished files of this process that go with it.
std::set<std::string>&
Partials()
{
    static std::set<std::string> partials;
    return partials;
}

/// @param path A file's name in the end. @param what What it will be. @return Its name until then.
std::string
PartOf(const std::string& path, const std::string& what)
{
    return path + "." + what + ".part";
}

/// @param name Of a file in some directory. @param path A file's name in the end. @return Whether
/// it is PartOf() it, whatever it will be.
bool
IsPartOf(const std::string& name, const std::string& path)
{
    const std::string begin = std::filesystem::path(path).filename().string() + ".";
    const std::filesystem::path rest = name.substr(std::min(begin.size(), name.size()));
    return name.compare(0, begin.size(), begin) == 0 && rest.extension() == ".part" &&
           !rest.stem().has_extension();
}

/// @param path A file. @return Whether some process has it locked.
bool
IsLocked(const std::string& path)
{
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    return file && flock(file.Number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

} // namespace

PendingFile::PendingFile(const std::string& path, Unfinished unfinished)
    : m_given(path),
      m_place(FindOutputPlace(path)),
      m_unfinished(unfinished)
{
}

PendingFile::PendingFile(const std::string& path)
    : PendingFile(path, Unfinished::kRemoved)
{
    m_place.isDirect ? OpenDirectly() : OpenNew();
}

PendingFile::PendingFile(const std::string& path, const std::string& what)
    : PendingFile(path, Unfinished::kKept)
{
    m_place.isDirect ? OpenDirectly() : OpenAgain(what);
}

PendingFile::~PendingFile()
{
    if (m_file && !m_place.isDirect && (m_unfinished == Unfinished::kRemoved || Size() == 0))
    {
        std::remove(m_name.c_str());
        Partials().erase(m_name);
    }
}

void
PendingFile::OpenDirectly()
{
    m_name = m_place.descriptor == STDOUT_FILENO ? "standard output" : m_given;
    m_file = Descriptor(m_place.descriptor
                            ? fcntl(*m_place.descriptor, F_DUPFD_CLOEXEC, 0)
                            : open(m_place.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!m_file)
    {
        Fail();
    }
    // that nobody reads any more is an error of writing, which can be said
    std::signal(SIGPIPE, SIG_IGN);
}

void
PendingFile::OpenNew()
{
    // beside its final place, so that it can be renamed; two runs must not share it
    const std::string name = m_place.path + ".partial-" + std::to_string(getpid());
    for (unsigned i = 0; !m_file; ++i)
    {
        m_name = name + (i > 0 ? "-" + std::to_string(i) : "");
        m_file = Descriptor(open(m_name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
        if (!m_file && errno != EEXIST)
        {
            Fail();
        }
    }
    Partials().insert(m_name);
    BeLikeFormer();
}

void
PendingFile::OpenAgain(const std::string& what)
{
    m_name = PartOf(m_place.path, what);
    Descriptor file;
    do
    {
        const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
        file = Descriptor(open(m_name.c_str(), flags, kMode));
        if (!file)
        {
            Fail();
        }
        if (!S_ISREG(file.Status().st_mode))
        {
            throw OutputError(m_name, "is no regular file: remove it");
        }
        // some file systems know no locks
        if (flock(file.Number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        {
            throw OutputError(m_name, kBusy);
        }
    } while (!file.HasName(m_name)); // who had the lock may have given it its name
    m_file = std::move(file);
    std::error_code error;
    const auto names = std::filesystem::directory_iterator(DirectoryOf(m_place.path), error);
    for (const auto& entry : names)
    {
        const std::string name = entry.path().filename().string();
        if (IsPartOf(name, m_place.path) && !m_file.HasName(entry.path()) && IsLocked(entry.path()))
        {
            throw OutputError(entry.path().string(), kBusy);
        }
    }
    BeLikeFormer();
}

void
PendingFile::BeLikeFormer() const
{
    struct stat former = {};
    if (lstat(m_place.path.c_str(), &former) != 0)
    {
        return;
    }
    if (!S_ISREG(former.st_mode))
    {
        throw OutputError(m_given, "is no regular file any more");
    }
    // only root may give a file away; others keep what they may
    if (fchown(m_file.Number(), former.st_uid, former.st_gid) != 0)
    {
        [[maybe_unused]] const int none = fchown(m_file.Number(), -1, former.st_gid);
    }
    if (fchmod(m_file.Number(), former.st_mode & 0777) != 0)
    {
        Fail();
    }
}

bool
PendingFile::IsDirect() const
{
    return m_place.isDirect;
}

const std::string&
PendingFile::Name() const
{
    return m_name;
}

std::uint64_t
PendingFile::Size() const
{
    const struct stat status = m_file.Status();
    return S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::optional<std::uint64_t>
PendingFile::Room() const
{
    const struct stat status = m_file.Status();
    struct statvfs disk = {};
    if (!S_ISREG(status.st_mode) || fstatvfs(m_file.Number(), &disk) != 0 || disk.f_blocks == 0)
    {
        return std::nullopt;
    }
    constexpr std::uint64_t blockSize = 512; // of st_blocks, whatever the disk's is
    return disk.f_bavail * disk.f_frsize + static_cast<std::uint64_t>(status.st_blocks) * blockSize;
}

bool
PendingFile::IsReady() const
{
    return !m_place.isDirect || m_file.IsReady(POLLOUT);
}

void
PendingFile::Write(const void* bytes, std::size_t size)
{
    if (!m_file.Write(bytes, size))
    {
        Fail();
    }
}

void
PendingFile::WriteAt(std::uint64_t offset, const void* bytes, std::size_t size)
{
    if (!m_place.isDirect && lseek(m_file.Number(), static_cast<off_t>(offset), SEEK_SET) < 0)
    {
        Fail();
    }
    Write(bytes, size);
}

std::size_t
PendingFile::ReadAt(std::uint64_t offset, void* bytes, std::size_t size) const
{
    std::size_t got = 0;
    if (!m_file.ReadAt(offset, bytes, size, got))
    {
        Fail();
    }
    return got;
}

void
PendingFile::Resize(std::uint64_t size)
{
    if (ftruncate(m_file.Number(), static_cast<off_t>(size)) != 0)
    {
        Fail();
    }
}

void
PendingFile::Sync()
{
    if (!m_file.Sync())
    {
        Fail();
    }
    posix_fadvise(m_file.Number(), 0, 0, POSIX_FADV_DONTNEED);
    m_synced = m_file.Status().st_mtim;
}

void
PendingFile::Commit(Lasting lasting)
{
    const bool lasts = lasting == Lasting::kThroughCrash;
    // without it, a crash may leave the new name and none of the bytes
    if (!(lasts ? m_file.Sync() : m_file.Flush()))
    {
        Fail();
    }
    if (m_place.isDirect)
    {
        m_file = Descriptor();
        return;
    }
    BeLikeFormer();
    const timespec written = m_file.Status().st_mtim;
    if (m_synced && (m_synced->tv_sec != written.tv_sec || m_synced->tv_nsec != written.tv_nsec))
    {
        throw OutputError(m_name, kChanged);
    }
    if (std::rename(m_name.c_str(), m_place.path.c_str()) != 0)
    {
        Fail();
    }
    Partials().erase(m_name);
    m_name = m_place.path;
    m_file = Descriptor();
    if (lasts && !SyncNames(DirectoryOf(m_name)))
    {
        Fail();
    }
}

void
PendingFile::Fail() const
{
    throw OutputError(m_name, std::strerror(errno));
}

void
PendingFile::RemoveAllPartial()
{
    for (const std::string& partial : Partials())
    {
        std::remove(partial.c_str());
    }
}

} // namespace dht
