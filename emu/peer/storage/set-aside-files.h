/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SET_ASIDE_FILES_H
#define DHT_EMU_SET_ASIDE_FILES_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Names of files that were damaged.
 */

namespace dht
{

/**
 * Damaged files of a database, beside it. One whose rows are yet to be taken over has a number in
 * its name, the lowest that is free; of the others, the last is kept, without a number.
 *
 * A file and its logs (-journal, -wal) belong together. The process may end between any two
 * renames: the logs go first, so logs of a name without a file say that the file is to follow.
 */
class SetAsideFiles
{
  public:
    /// How many there may be with a number; one more takes the place of the last.
    static constexpr unsigned kMost = 9;

    /// @param path Where the database is.
    explicit SetAsideFiles(const std::string& path);

    /// End what was begun before the process ended; nobody may have the database open. @throws
    /// PeerError A file cannot be renamed.
    void Resume() const;

    /// Give the database a name with a number; nobody may have it open. @return The name. @throws
    /// PeerError It cannot be renamed.
    std::string Add() const;

    /// @return Those with a number, in its order.
    std::vector<std::string> Waiting() const;

    /// All was taken over from a file that has a number. @param name Its name. @return Its name
    /// from now on. @throws PeerError It cannot be renamed.
    std::string Finish(const std::string& name) const;

  private:
    /// @param number From 1. @return A name.
    std::string NameOf(unsigned number) const;
    /// Rename a file and its logs. @param from The name. @param to The new name; what has it now is
    /// removed. @throws PeerError That is not possible.
    static void Move(const std::string& from, const std::string& to);

    std::string m_path; ///< Where the database is.
    std::string m_last; ///< Name of the last one of which all was taken over.
};

} // namespace dht

#endif // DHT_EMU_SET_ASIDE_FILES_H
