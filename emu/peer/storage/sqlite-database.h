/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SQLITE_DATABASE_H
#define DHT_EMU_SQLITE_DATABASE_H

#include "peer-error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct sqlite3;

/**
 * @file
 * @ingroup dht-emu
 * A database in a file that one process has for itself.
 */

namespace dht
{

/// What SQLite says is wrong: one line that names the file and says what to do.
class SqliteError : public PeerError
{
  public:
    /// @param result SQLite's, an extended one if there is one. @param message What is wrong and
    /// what to do.
    SqliteError(int result, const std::string& message);

    /// @return Whether what the file holds is wrong, or cannot be read from the disk; else it is
    /// what can be done with it here and now: rights, room, memory, another process.
    bool IsDamage() const;

  private:
    int m_result; ///< SQLite's.
};

/// An open database. Whatever is wrong with it is a PeerError: one line that names the file and
/// says what to do.
class SqliteDatabase
{
  public:
    /// A database has the number of its program, and the version of its tables.
    struct Kind
    {
        int application;    ///< Whose it is.
        int version;        ///< What its tables are like.
        const char* schema; ///< Makes its tables.
        const char* oldest; ///< Makes those of version 1; later versions have all of its columns.
        /// Makes tables of this version of those of an earlier one, which is named; what was begun
        /// may be begun again.
        std::function<void(SqliteDatabase& database, std::int64_t version)> upgrade;
    };

    /**
     * Open a database, or make one.
     *
     * @param path Where it is, or shall be.
     * @param kind What it must be, or becomes.
     * @throws SqliteError That is not possible. @throws PeerError It is another program's, or of a
     * later version.
     */
    SqliteDatabase(const std::string& path, const Kind& kind);

    /// Open one that is there and may be damaged, to read what it has. @param path Where it is.
    /// @throws SqliteError That is not possible.
    explicit SqliteDatabase(const std::string& path);

    /// Look whether it is sound, as far as that is possible in a time. @param most Milliseconds
    /// that it takes, or little more. @throws SqliteError It is not.
    void CheckIntegrity(int most);

    /// Do something. @param sql One statement of SQL, without results. @throws SqliteError It went
    /// wrong.
    void Run(const std::string& sql);

    /// @param sql A query. @return The number that it gives. @throws SqliteError It went wrong.
    std::int64_t Number(const std::string& sql);

    /// @return How many rows the last statement has changed that changes some.
    int Changed() const;

    /// @return Whether there is so much room that something may be added, and taken away later.
    bool HasRoom();

    /// Write what waits in the log into the database, so that the log need not grow. @return
    /// Whether there was room to do so.
    bool EmptyLog();

    /// @param result SQLite's. @throws SqliteError Always: it tells what is wrong.
    [[noreturn]] void Fail(int result) const;

    /// @param why What is wrong with what the database holds. @throws SqliteError Always.
    [[noreturn]] void FailAsDamaged(const std::string& why) const;

    /// @return The connection.
    sqlite3* Get() const;

  private:
    /// Closes a database.
    struct Close
    {
        /// @param database An open database, closed here.
        void operator()(sqlite3* database) const;
    };

    /// @param flags SQLite's, for opening. @throws SqliteError It cannot be opened.
    void Open(int flags);
    /// @param result What it means if it cannot be written. @throws SqliteError It cannot.
    void CheckWritable(int result);
    /// Make the tables, if it is new; else look whose they are. @param kind What it must be.
    void Prepare(const Kind& kind);
    /// @param kind A kind. @return Whether its tables are those of that kind, of any version,
    /// whatever its header says.
    bool HasTablesOf(const Kind& kind);
    /// @return Names of all columns of its tables, with the tables' names.
    std::set<std::string> Columns();

    std::string m_path;                         ///< Where it is.
    std::unique_ptr<sqlite3, Close> m_database; ///< The connection.
};

} // namespace dht

#endif // DHT_EMU_SQLITE_DATABASE_H
