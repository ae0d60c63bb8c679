/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SQLITE_STATEMENT_H
#define DHT_EMU_SQLITE_STATEMENT_H

#include "sqlite-database.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct sqlite3_stmt;

/**
 * @file
 * @ingroup dht-emu
 * What is asked of a database.
 */

namespace dht
{

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

#endif // DHT_EMU_SQLITE_STATEMENT_H
