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
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

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
    /// @param result SQLite's. @param message What is wrong and what to do.
    SqliteError(int result, const std::string& message);

    /// @return Whether what the file holds is wrong, and not only what can be done with it.
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
    /// @param kind A kind. @return Whether its tables are those of that kind, whatever its header
    /// says.
    bool HasTablesOf(const Kind& kind);

    std::string m_path;                         ///< Where it is.
    std::unique_ptr<sqlite3, Close> m_database; ///< The connection.
};

/// A prepared statement. Use() begins it anew; then parameters are bound in their order, and
/// results are read by their numbers.
class SqliteStatement
{
  public:
    /// @param database Must outlive it. @param sql The statement. @throws SqliteError It is wrong.
    SqliteStatement(SqliteDatabase& database, const std::string& sql);

    /// Begin anew, without parameters. @return Itself.
    SqliteStatement& Use();
    /// @param number The next parameter. @return Itself.
    SqliteStatement& Bind(std::int64_t number);
    /// @param bytes The next parameter; it must stay until the next Use(). @param size How many.
    /// @return Itself.
    SqliteStatement& Bind(const std::uint8_t* bytes, std::size_t size);

    /// @return Whether there is a next row. @throws SqliteError Something is wrong.
    bool Next();
    /// Do it, for what writes. @return Whether there was room on the disk. @throws PeerError
    /// Something else is wrong.
    bool Write();

    /// @return SQLite's own.
    sqlite3_stmt* Get() const;
    /// @return How many columns its results have.
    int Columns() const;
    /// @param column The column's number, from 0. @return The number there.
    std::int64_t NumberAt(int column) const;
    /// @param column The column's number, from 0. @return The text there.
    std::string TextAt(int column) const;
    /// @param column The column's number, from 0. @return The bytes there.
    std::vector<std::uint8_t> BytesAt(int column) const;

  private:
    /// Ends a statement.
    struct Finalize
    {
        /// @param statement A statement, freed here.
        void operator()(sqlite3_stmt* statement) const;
    };

    /// @param result Of a call. @throws SqliteError It says that something is wrong.
    void Check(int result) const;

    SqliteDatabase& m_database;                          ///< Where it works.
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement; ///< The statement.
    int m_bound{0};                                      ///< Parameters bound.
};

} // namespace dht

#endif // DHT_EMU_SQLITE_DATABASE_H
