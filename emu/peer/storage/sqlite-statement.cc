/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-statement.h"

#include <sqlite3.h>

namespace dht
{

void
SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

SqliteStatement::SqliteStatement(SqliteDatabase& database, const std::string& sql)
    : m_database(database)
{
    sqlite3_stmt* statement = nullptr;
    const int result = sqlite3_prepare_v3(database.Get(),
                                          sql.c_str(),
                                          -1,
                                          SQLITE_PREPARE_PERSISTENT,
                                          &statement,
                                          nullptr);
    m_statement.reset(statement);
    Check(result);
}

SqliteStatement&
SqliteStatement::Use()
{
    sqlite3_reset(m_statement.get());
    m_bound = 0;
    return *this;
}

SqliteStatement&
SqliteStatement::Bind(std::int64_t number)
{
    Check(sqlite3_bind_int64(m_statement.get(), ++m_bound, number));
    return *this;
}

SqliteStatement&
SqliteStatement::Bind(const std::uint8_t* bytes, std::size_t size)
{
    // what has no bytes is no NULL
    const void* const data = size == 0 ? static_cast<const void*>("") : bytes;
    Check(sqlite3_bind_blob64(m_statement.get(), ++m_bound, data, size, SQLITE_STATIC));
    return *this;
}

bool
SqliteStatement::Next()
{
    const int result = sqlite3_step(m_statement.get());
    if (result != SQLITE_ROW && result != SQLITE_DONE)
    {
        m_database.Fail(result);
    }
    return result == SQLITE_ROW;
}

bool
SqliteStatement::Write()
{
    int result = sqlite3_step(m_statement.get());
    sqlite3_reset(m_statement.get());
    if (result == SQLITE_FULL && m_database.EmptyLog())
    {
        result = sqlite3_step(m_statement.get());
        sqlite3_reset(m_statement.get());
    }
    if (result != SQLITE_DONE && result != SQLITE_FULL)
    {
        m_database.Fail(result);
    }
    return result == SQLITE_DONE;
}

sqlite3_stmt*
SqliteStatement::Get() const
{
    return m_statement.get();
}

int
SqliteStatement::Columns() const
{
    return sqlite3_column_count(m_statement.get());
}

std::string
SqliteStatement::TextAt(int column) const
{
    const auto bytes = BytesAt(column);
    return {bytes.begin(), bytes.end()};
}

std::int64_t
SqliteStatement::NumberAt(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::vector<std::uint8_t>
SqliteStatement::BytesAt(int column) const
{
    const auto* const bytes =
        static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement.get(), column));
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return bytes ? std::vector<std::uint8_t>(bytes, bytes + size) : std::vector<std::uint8_t>();
}

void
SqliteStatement::Check(int result) const
{
    if (result != SQLITE_OK)
    {
        m_database.Fail(result);
    }
}

} // namespace dht
