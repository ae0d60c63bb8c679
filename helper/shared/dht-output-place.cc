/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-output-place.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace dht
{

namespace
{

/// Symbolic links behind each other, as Linux follows them at the most.
constexpr int kMostLinks = 40;

/// @param name What was to be written. @param error Why it cannot be.
[[noreturn]] void
Fail(const std::string& name, int error)
{
    throw OutputError(name, std::strerror(error));
}

/// @param path A path that need not be there. @return Which descriptor of this process it names, as
/// /proc/self/fd/1 or /dev/fd/1 does.
std::optional<int>
DescriptorAt(const std::string& path)
{
    std::error_code error;
    const auto directory = std::filesystem::canonical(DirectoryOf(path), error);
    const auto own = std::filesystem::canonical("/proc/self/fd", error);
    const std::string name = std::filesystem::path(path).filename().string();
    const bool isNumber =
        !name.empty() && name.size() < 8 && std::all_of(name.begin(), name.end(), [](char letter) {
            return letter >= '0' && letter <= '9';
        });
    if (error || !isNumber || directory != own)
    {
        return std::nullopt;
    }
    return std::stoi(name);
}

/// Follow symbolic links, as far as they lead to names. @param given What the user has said.
/// @param [in,out] place Gets a path that is no link, or a descriptor.
void
Follow(const std::string& given, OutputPlace& place)
{
    for (int links = 0; links <= kMostLinks; ++links)
    {
        place.descriptor = DescriptorAt(place.path);
        std::error_code error;
        const auto target = std::filesystem::read_symlink(place.path, error);
        if (place.descriptor || error)
        {
            return;
        }
        place.path = (std::filesystem::path(DirectoryOf(place.path)) / target).string();
    }
    Fail(given, ELOOP);
}

/// @param path A regular file. @return Whether it is mounted by itself: nothing can take its place.
bool
IsMountPoint(const std::string& path)
{
    struct statx status = {};
    return statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_TYPE, &status) == 0 &&
           (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

} // namespace

std::string
DirectoryOf(const std::string& path)
{
    const auto parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

OutputPlace
FindOutputPlace(const std::string& path)
{
    OutputPlace place;
    place.path = path;
    if (path == "-")
    {
        place.descriptor = STDOUT_FILENO;
    }
    else
    {
        Follow(path, place);
    }
    place.isDirect = place.descriptor.has_value();
    struct stat status = {};
    if (place.isDirect)
    {
        return place;
    }
    if (lstat(place.path.c_str(), &status) != 0)
    {
        if (errno != ENOENT)
        {
            Fail(path, errno);
        }
        return place;
    }
    if (S_ISDIR(status.st_mode))
    {
        throw OutputError(path, "is a directory");
    }
    place.isDirect = !S_ISREG(status.st_mode);
    if (place.isDirect)
    {
        return place;
    }
    // to take its place, no right to the file itself would be needed; but its owner has denied it
    if (faccessat(AT_FDCWD, place.path.c_str(), W_OK, AT_EACCESS) != 0)
    {
        Fail(path, errno);
    }
    if (IsMountPoint(place.path))
    {
        throw OutputError(path,
                          "is mounted by itself, and no other file can take its place: mount its "
                          "directory");
    }
    return place;
}

} // namespace dht
