/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PARTIAL_FILE_H
#define DHT_EMU_PARTIAL_FILE_H

#include "dht-block-key.h"

#include <cstdint>
#include <cstdio>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * A file that is there only once all of it is.
 */

namespace dht
{

/// Where a file goes that comes piece by piece. Until it is whole it has another name, which says
/// what it will be; so whoever writes it again can go on where it was left.
class PartialFile
{
  public:
    /// @param path Its name in the end; empty: standard output. @param what What it will be.
    /// @throws PeerError It cannot be written.
    PartialFile(const std::string& path, const std::string& what);
    ~PartialFile();

    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    /// @return Bytes that are there.
    std::uint64_t Size() const;
    /// @return Its present name.
    const std::string& Name() const;
    /// @param bytes What comes behind. @throws PeerError It cannot be written.
    void Write(const Bytes& bytes);
    /// It is whole. @throws PeerError It cannot be written.
    void Commit();

  private:
    /// @throws PeerError What the system says.
    [[noreturn]] void Fail() const;

    std::string m_path;      ///< Its name in the end.
    std::string m_name;      ///< Its present name.
    std::FILE* m_file;       ///< The open file.
    std::uint64_t m_size{0}; ///< Bytes that are there.
};

} // namespace dht

#endif // DHT_EMU_PARTIAL_FILE_H
