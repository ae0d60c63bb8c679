/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILE_DOWNLOAD_H
#define DHT_EMU_FILE_DOWNLOAD_H

#include "dht-file-reader.h"
#include "dht-pending-file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * A file that comes block by block.
 */

namespace dht
{

/// A file on its way to the disk, or to a pipe or device. On the disk, what is there already is
/// believed as far as it is what the tree's keys say, and in the end all of it is read and
/// compared: only then it gets its name.
class FileDownload
{
  public:
    /// What is got.
    struct Wanted
    {
        Key root;                                          ///< Names it.
        FileReader::Names names{FileReader::Names::kFile}; ///< What the root is.
        std::string path;                                  ///< Where it goes; "-": standard output.
        std::uint64_t limit{kMostFileBytes};               ///< Bytes that it may have.
    };

    /// @param wanted What is got. @throws OutputError It cannot be written.
    explicit FileDownload(const Wanted& wanted);

    /// @return Keys of blocks to get now. They count as asked for.
    std::vector<Key> Ask();
    /// @param key A key that was asked for. @param block Its block. @throws OutputError There is no
    /// room for the file. @throws PeerError There can be no such file, or it is larger than it may
    /// be.
    void Give(const Key& key, const Bytes& block);
    /// Write what has come, as far as all before it has. @param mayWait Whether to wait for who
    /// reads a pipe; otherwise no more is written than it takes at once. @throws OutputError It
    /// cannot be written.
    void Write(bool mayWait);
    /// @return Whether all blocks are there, and written.
    bool IsDone() const;
    /// See that every byte is right, and give the file its name. @throws OutputError One is not, or
    /// the file cannot be written.
    void Commit();

    /// @return Bytes of the whole file, once they are known.
    std::optional<std::uint64_t> Size() const;
    /// @return Bytes that were there already, and right.
    std::uint64_t Kept() const;
    /// @return Bytes that are there: those, and what has come.
    std::uint64_t Done() const;
    /// @return Bytes that were there already, right or not.
    std::uint64_t Former() const;
    /// @return The name under which they are.
    const std::string& Name() const;

  private:
    /// @param offset Where in the file. @param size How many. @return Bytes on the disk there.
    Bytes Read(std::uint64_t offset, std::size_t size) const;
    /// The size is known now: see that there is room. @param size The size.
    void CheckSize(std::uint64_t size) const;

    Wanted m_wanted;                          ///< What is got.
    PendingFile m_output;                     ///< Where it goes.
    std::uint64_t m_former;                   ///< Bytes that were there already.
    FileReader m_reader;                      ///< Makes a file of blocks.
    std::optional<FileReader::Piece> m_piece; ///< What is written now.
    std::size_t m_begun{0};                   ///< Bytes of it that are.
    std::uint64_t m_written{0};               ///< Bytes that have come.
};

} // namespace dht

#endif // DHT_EMU_FILE_DOWNLOAD_H
