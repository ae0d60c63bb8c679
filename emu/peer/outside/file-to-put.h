/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_TO_PUT_H
#define DHT_EMU_FILE_TO_PUT_H

#include "dht-block-key.h"
#include "dht-descriptor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <sys/stat.h>

/**
 * @file
 * @ingroup dht-emu
 * A file that is read once.
 */

namespace dht
{

/**
 * A file, a pipe or standard input that is read from its begin to its end. Of a regular file, size
 * and times are compared at the end with what they were: a change that the system has noted in
 * between is an error. Not seen is a change within one tick of its clock (some ms) of the one
 * before, and one through memory that was mapped, and written to, before the file was opened here.
 */
class FileToPut
{
  public:
    /// @param path Where it is; "-": standard input. @throws PeerError It cannot be read.
    explicit FileToPut(const std::string& path);

    /// @return What it is called in messages.
    const std::string& Name() const;

    /// @return Bytes of it, if it is known.
    std::optional<std::uint64_t> Size() const;

    /// @return Whether Read() has something at once.
    bool IsReady() const;

    /// @return The next bytes, at most a leaf; none at its end. @throws PeerError It cannot be
    /// read, or has changed.
    Bytes Read();

  private:
    /// @param why What is wrong. @throws PeerError It says so.
    [[noreturn]] void Fail(const std::string& why) const;

    std::string m_name;                  ///< For messages.
    Descriptor m_file;                   ///< The open file.
    struct stat m_before;                ///< What the system knew of it then.
    std::optional<std::uint64_t> m_size; ///< Bytes of it, from where it is read, if it is known.
    std::uint64_t m_read{0};             ///< Bytes that were read.
};

} // namespace dht

#endif // DHT_EMU_FILE_TO_PUT_H
