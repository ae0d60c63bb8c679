/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SQLITE_DATABASE_H
#define DHT_EMU_SQLITE_DATABASE_H

#include <cstdint>
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

/// An open database. Whatever is wrong with it is a PeerError: one line that names the file and
/// says what to do.
class SqliteDatabase
{
  public:
    /// A database has the number of its program, and the version of its tables.
    struct Kind
    {
        int application; ///< Whose it is.
        int version;     ///< What its tables are like.
    };

    /**
     * Open a database, or make one.
     *
     * @param path Where it is, or shall be.
     * @param kind What it must be, or becomes.
     * @param schema Makes its tables.
     * @throws PeerError That is not possible.
     */
    SqliteDatabase(const std::string& path, const Kind& kind, const std::string& schema);

    /// Do something. @param sql One statement of SQL, without results. @throws PeerError It went
    /// wrong.
    void Run(const std::string& sql);

    /// @param sql A query. @return The number that it gives. @throws PeerError It went wrong.
    std::int64_t Number(const std::string& sql);

    /// @return Whether there is so much room that something may be added, and taken away later.
    bool HasRoom();

    /// Write what waits in the log into the database, so that the log need not grow. @return
    /// Whether there was room to do so.
    bool EmptyLog();

    /// @param result SQLite's. @throws PeerError Always: it tells what is wrong.
    [[noreturn]] void Fail(int result) const;

    /// @param why What is wrong with what the database holds. @throws PeerError Always.
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

    /// Make the tables, if it is new; else look whose they are. @param kind What it must be. @param
    /// schema Makes its tables.
    void Prepare(const Kind& kind, const std::string& schema);

    std::string m_path;                         ///< Where it is.
    std::unique_ptr<sqlite3, Close> m_database; ///< The connection.
};

/// A prepared statement. Use() begins it anew; then parameters are bound in their order, and
/// results are read by their numbers.
class SqliteStatement
{
  public:
    /// @param database Must outlive it. @param sql The statement. @throws PeerError It is wrong.
    SqliteStatement(SqliteDatabase& database, const std::string& sql);

    /// Begin anew, without parameters. @return Itself.
    SqliteStatement& Use();
    /// @param number The next parameter. @return Itself.
    SqliteStatement& Bind(std::int64_t number);
    /// @param bytes The next parameter; it must stay until the next Use(). @param size How many.
    /// @return Itself.
    SqliteStatement& Bind(const std::uint8_t* bytes, std::size_t size);

    /// @return Whether there is a next row. @throws PeerError Something is wrong.
    bool Next();
    /// Do it, for what writes. @return Whether there was room on the disk. @throws PeerError
    /// Something else is wrong.
    bool Write();

    /// @param column The column's number, from 0. @return The number there.
    std::int64_t NumberAt(int column) const;
    /// @param column The column's number, from 0. @return The bytes there.
    std::vector<std::uint8_t> BytesAt(int column) const;

  private:
    /// Ends a statement.
    struct Finalize
    {
        /// @param statement A statement, freed here.
        void operator()(sqlite3_stmt* statement) const;
    };

    /// @param result Of a call. @throws PeerError It says that something is wrong.
    void Check(int result) const;

    SqliteDatabase& m_database;                          ///< Where it works.
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement; ///< The statement.
    int m_bound{0};                                      ///< Parameters bound.
};

} // namespace dht

#endif // DHT_EMU_SQLITE_DATABASE_H
