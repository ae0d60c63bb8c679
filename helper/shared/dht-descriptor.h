/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DESCRIPTOR_H
#define DHT_DESCRIPTOR_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/stat.h>

/**
 * @file
 * @ingroup dht-shared
 * An open file of the system.
 */

namespace dht
{

/// Owns a file descriptor. Functions that return whether something was done leave the reason in
/// errno.
class Descriptor
{
  public:
    /// @param number The descriptor; below 0: there is none.
    explicit Descriptor(int number = -1);
    /// Closes it.
    ~Descriptor();

    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;

    /// @return Whether there is one.
    explicit operator bool() const;
    /// @return Its number.
    int Number() const;

    /// @param events POLLIN or POLLOUT. @param wait Whether to wait for that. @return Whether it
    /// can be read, or written to, without waiting; if it is broken, too.
    bool IsReady(short events, bool wait = false) const;
    /// @param [out] bytes Get what comes next. @param size How many, at the most. @param [out] got
    /// How many have come, once some have; 0 at the end. @return Whether they could be read.
    bool Read(void* bytes, std::size_t size, std::size_t& got) const;
    /// @param bytes Are written where it is, all of them. @param size How many. @return Whether
    /// they were.
    bool Write(const void* bytes, std::size_t size) const;
    /// @param offset Where in the file. @param [out] bytes Get what is there. @param size How many.
    /// @param [out] got How many there are. @return Whether they could be read.
    bool ReadAt(std::uint64_t offset, void* bytes, std::size_t size, std::size_t& got) const;
    /// @return Whether the disk has what was written.
    bool Sync() const;
    /// @return Whether the system has taken what was written, as far as closing would tell.
    bool Flush() const;
    /// @param path A path. @return Whether it leads to this file.
    bool HasName(const std::string& path) const;
    /// @return What the system knows of it; all zero if that fails.
    struct stat Status() const;

  private:
    /// A call has failed. @param events What it had waited for. @return Whether it may succeed now.
    bool IsWorthAnotherTry(short events) const;

    int m_number; ///< The descriptor, or -1.
};

/// @param directory A directory. @return Whether its names outlive a crash of the machine now;
/// errno tells why not. Where that cannot be asked for, it counts as done.
bool SyncNames(const std::string& directory);

} // namespace dht

#endif // DHT_DESCRIPTOR_H
