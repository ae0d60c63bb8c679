/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PENDING_FILE_H
#define DHT_PENDING_FILE_H

#include "dht-descriptor.h"
#include "dht-output-place.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * A file that is there only once all of it is.
 */

namespace dht
{

/// Durability of a file that has its name.
enum class Lasting
{
    kProcess,     ///< It survives this process.
    kThroughCrash ///< It survives a crash of the machine, too: waits for the disk.
};

/**
 * Where an output goes. A regular file grows under another name beside its own and takes its place
 * at once, with the mode and the owner of the one that was there; symbolic links are followed. A
 * pipe, a device, or what is open already is written to directly, and never replaced.
 */
class PendingFile
{
  public:
    /// Its other name is its own, and the file is removed unless it is committed.
    /// @param path Its name in the end; "-" is standard output. @throws OutputError It cannot be
    /// written.
    explicit PendingFile(const std::string& path);

    /**
     * Its other name tells what it will be: what is there is gone on with, and kept if it is not
     * committed, unless it is empty. Nobody else writes a file of that name meanwhile.
     *
     * @param path Its name in the end; "-" is standard output.
     * @param what What it will be: the other name is PATH.WHAT.part. It has no dot.
     * @throws OutputError It cannot be written, or another process does.
     */
    PendingFile(const std::string& path, const std::string& what);

    ~PendingFile();

    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    /// @return Whether it is written to directly: nothing can be read, nor written in another
    /// order.
    bool IsDirect() const;
    /// @return Its present name, for messages.
    const std::string& Name() const;
    /// @return Bytes that are there; of what is no regular file, none.
    std::uint64_t Size() const;
    /// @return Bytes that the disk has for it, those that it has already included; nothing where
    /// that is unknown or means nothing.
    std::optional<std::uint64_t> Room() const;

    /// @return Whether it takes some bytes without waiting for who reads them: PIPE_BUF or more.
    bool IsReady() const;
    /// @param bytes What comes behind what was written. @param size How many. @throws OutputError
    /// They cannot be written.
    void Write(const void* bytes, std::size_t size);
    /// As Write(), anywhere; of what is direct, behind what was written. @param offset Where in the
    /// file. @param bytes The bytes. @param size How many. @throws OutputError They cannot be
    /// written.
    void WriteAt(std::uint64_t offset, const void* bytes, std::size_t size);
    /// @param offset Where in the file. @param [out] bytes Get what is there. @param size How many.
    /// @return How many there are. @throws OutputError They cannot be read.
    std::size_t ReadAt(std::uint64_t offset, void* bytes, std::size_t size) const;
    /// Cut it off. @param size Bytes that it has then. @throws OutputError It cannot be written.
    void Resize(std::uint64_t size);
    /// Wait for the disk; what is read then comes from there, as far as the system lets it. Who
    /// writes to the file from then on, this process or another one, keeps it from being committed.
    /// @throws OutputError It cannot be written.
    void Sync();

    /// It is whole: give it its name. @param lasting The durability. @throws OutputError It cannot
    /// be written, or was since Sync().
    void Commit(Lasting lasting);

    /// Remove the unfinished files of this process that would not be gone on with; for the moment
    /// before it has to end.
    static void RemoveAllPartial();

  private:
    /// What becomes of a file that is not committed.
    enum class Unfinished : std::uint8_t
    {
        kRemoved, ///< It goes.
        kKept     ///< It stays, and is gone on with.
    };

    /// @param path Its name in the end. @param unfinished What becomes of it if it is not
    /// committed.
    PendingFile(const std::string& path, Unfinished unfinished);
    /// Open what is written to directly.
    void OpenDirectly();
    /// Open a file under another name, which nobody has.
    void OpenNew();
    /// Open a file under another name, which may be there. @param what What it will be.
    void OpenAgain(const std::string& what);
    /// Have the mode and the owner of the file whose place it takes. @throws OutputError What is at
    /// its place cannot be replaced any more.
    void BeLikeFormer() const;
    /// @throws OutputError What the system says.
    [[noreturn]] void Fail() const;

    std::string m_given;              ///< What the user has said.
    OutputPlace m_place;              ///< Where it goes.
    std::string m_name;               ///< Its present name.
    Unfinished m_unfinished;          ///< What becomes of it if it is not committed.
    Descriptor m_file;                ///< The open file; none once it is committed.
    std::optional<timespec> m_synced; ///< When it was written last, as of Sync().
};

} // namespace dht

#endif // DHT_PENDING_FILE_H
