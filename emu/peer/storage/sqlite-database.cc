/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-database.h"

#include "sqlite-statement.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <sqlite3.h>
#include <sys/statvfs.h>

namespace dht
{

namespace
{

/// Pages of the log at which it is written into the database: 4 MB.
constexpr int kLogPages = 1024;
/// Pages that have room enough for one more row, and for its place in indices.
constexpr std::int64_t kFreePages = 16;
/// Bytes of the disk that must be free before anything is added: the log, and what it adds to the
/// database, twice, unless the database has room in itself. Without them, nothing could be taken
/// away, either.
constexpr std::uint64_t kSpare = UINT64_C(16) << 20;

/// @param result SQLite's. @param text What SQLite says. @return What is wrong and what to do.
std::string
Explain(int result, const std::string& text)
{
    // the lower byte is the kind, the others say more
    switch (result & 0xff)
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another process has it open: name another directory, or end that process";
    case SQLITE_NOTADB:
        return "it is no database, or a damaged one";
    case SQLITE_CORRUPT:
        return "it is damaged: " + text;
    case SQLITE_FULL:
        return "the disk is full: make room, or name another directory";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return "it, or a log beside it (-wal, -journal), cannot be opened for writing: change its "
               "rights, or name another directory";
    case SQLITE_IOERR:
        return "the disk cannot read or write it: " + text +
               ": see what is wrong with the disk, or name another directory";
    default:
        return text;
    }
}

/// @param database A database, of which something could not be read. @return Whether what it has
/// may be right all the same: a directory is in the place of a log, or a disk of the network is
/// gone.
bool
IsElsewhere(sqlite3* database)
{
    switch (sqlite3_system_errno(database))
    {
    case EISDIR:
    case ESTALE:
    case ENOTCONN:
    case ETIMEDOUT:
        return true;
    default:
        return false;
    }
}

} // namespace

void
SqliteDatabase::Close::operator()(sqlite3* database) const
{
    sqlite3_close_v2(database);
}

SqliteError::SqliteError(int result, const std::string& message)
    : PeerError(kFailed, message),
      m_result(result)
{
}

bool
SqliteError::IsDamage() const
{
    switch (m_result & 0xff)
    {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_TOOBIG: // a row's length
        return true;
    case SQLITE_ERROR: // all statements are right, unless the tables are not what they were
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
        return true;
    case SQLITE_IOERR:
        // what the disk does not give back is as good as wrong; all else is not in the file
        return m_result == SQLITE_IOERR_READ || m_result == SQLITE_IOERR_SHORT_READ ||
               m_result == SQLITE_IOERR_CORRUPTFS || m_result == SQLITE_IOERR_DATA;
    default:
        return false;
    }
}

SqliteDatabase::SqliteDatabase(const std::string& path, const Kind& kind)
    : m_path(path)
{
    Open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
    CheckWritable(SQLITE_READONLY);
    // Whoever has it open keeps it: a second peer is told at once. A log that is written before the
    // database survives the end of the process at any time; a crash of the machine may take the
    // last rows, but not the others.
    Run("PRAGMA locking_mode = EXCLUSIVE");
    Number("PRAGMA schema_version"); // its header is read
    CheckWritable(SQLITE_CORRUPT);   // and says the same
    Run("BEGIN EXCLUSIVE");
    Run("COMMIT");
    Run("PRAGMA journal_mode = WAL");
    Run("PRAGMA synchronous = NORMAL");
    Run("PRAGMA wal_autocheckpoint = " + std::to_string(kLogPages));
    Prepare(kind);
}

SqliteDatabase::SqliteDatabase(const std::string& path)
    : m_path(path)
{
    Open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX); // what its log has is to be read, too
    Run("PRAGMA locking_mode = EXCLUSIVE");
    Run("PRAGMA writable_schema = ON"); // one that is cut short is read as far as it goes
}

void
SqliteDatabase::CheckWritable(int result)
{
    if (sqlite3_db_readonly(Get(), "main") == 1)
    {
        Fail(result);
    }
}

void
SqliteDatabase::Open(int flags)
{
    sqlite3* database = nullptr;
    const int result = sqlite3_open_v2(m_path.c_str(), &database, flags, nullptr);
    m_database.reset(database);
    if (result != SQLITE_OK)
    {
        Fail(result);
    }
}

void
SqliteDatabase::Prepare(const Kind& kind)
{
    const std::int64_t application = Number("PRAGMA application_id");
    if (application == 0 && Number("SELECT count(*) FROM sqlite_master") == 0)
    {
        Run("BEGIN");
        Run(kind.schema);
        Run("PRAGMA application_id = " + std::to_string(kind.application));
        Run("PRAGMA user_version = " + std::to_string(kind.version));
        Run("COMMIT");
        return;
    }
    const std::int64_t version = Number("PRAGMA user_version");
    const bool isOurs = application == kind.application;
    const bool isKnown = isOurs && version >= 1 && version <= kind.version;
    if (!isKnown && HasTablesOf(kind))
    {
        FailAsDamaged("its header");
    }
    if (!isOurs)
    {
        throw PeerError(PeerError::kFailed,
                        m_path + ": it is another program's database: name another directory");
    }
    if (!isKnown)
    {
        throw PeerError(PeerError::kFailed,
                        m_path + ": it has version " + std::to_string(version) +
                            ", this program knows versions up to " + std::to_string(kind.version) +
                            ": name another directory");
    }
    if (version < kind.version)
    {
        kind.upgrade(*this, version);
        Run("PRAGMA user_version = " + std::to_string(kind.version));
    }
}

bool
SqliteDatabase::HasTablesOf(const Kind& kind)
{
    // the text of a table that was upgraded is its own
    const auto columnsOf = [](const char* schema) {
        SqliteDatabase made(":memory:");
        made.Run(schema);
        return made.Columns();
    };
    const std::set<std::string> here = Columns();
    const std::set<std::string> all = columnsOf(kind.schema);
    const std::set<std::string> oldest = columnsOf(kind.oldest);
    return std::includes(all.begin(), all.end(), here.begin(), here.end()) &&
           std::includes(here.begin(), here.end(), oldest.begin(), oldest.end());
}

std::set<std::string>
SqliteDatabase::Columns()
{
    SqliteStatement columns(
        *this,
        "SELECT tables.name || '.' || columns.name FROM sqlite_master AS tables, "
        "pragma_table_info(tables.name) AS columns "
        "WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite#_%' ESCAPE '#'");
    std::set<std::string> names;
    columns.Use();
    while (columns.Next())
    {
        names.insert(columns.TextAt(0));
    }
    return names;
}

void
SqliteDatabase::CheckIntegrity(int most)
{
    using Clock = std::chrono::steady_clock;
    Clock::time_point end = Clock::now() + std::chrono::milliseconds(most);
    const auto isOver = [](void* until) {
        return Clock::now() > *static_cast<Clock::time_point*>(until) ? 1 : 0;
    };
    constexpr int kSteps = 1000;
    SqliteStatement check(*this, "PRAGMA integrity_check(1)");
    sqlite3_progress_handler(Get(), kSteps, isOver, &end);
    const int result = sqlite3_step(check.Get());
    sqlite3_progress_handler(Get(), 0, nullptr, nullptr);
    if (result == SQLITE_ROW && check.TextAt(0) != "ok")
    {
        FailAsDamaged(check.TextAt(0));
    }
    if (result != SQLITE_ROW && result != SQLITE_INTERRUPT)
    {
        Fail(result);
    }
}

void
SqliteDatabase::Run(const std::string& sql)
{
    const int result = sqlite3_exec(Get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (result != SQLITE_OK)
    {
        Fail(result);
    }
}

std::int64_t
SqliteDatabase::Number(const std::string& sql)
{
    SqliteStatement statement(*this, sql);
    return statement.Use().Next() ? statement.NumberAt(0) : 0;
}

int
SqliteDatabase::Changed() const
{
    return sqlite3_changes(Get());
}

bool
SqliteDatabase::HasRoom()
{
    struct statvfs disk = {};
    // if that cannot be told, writing tells
    return statvfs(m_path.c_str(), &disk) != 0 ||
           std::uint64_t{disk.f_bavail} * disk.f_frsize >= kSpare ||
           Number("PRAGMA freelist_count") >= kFreePages;
}

bool
SqliteDatabase::EmptyLog()
{
    return sqlite3_wal_checkpoint_v2(Get(),
                                     nullptr,
                                     SQLITE_CHECKPOINT_TRUNCATE,
                                     nullptr,
                                     nullptr) == SQLITE_OK;
}

void
SqliteDatabase::Fail(int result) const
{
    const std::string text = Get() ? sqlite3_errmsg(Get()) : "no memory";
    const int extended = Get() ? sqlite3_extended_errcode(Get()) : result;
    const bool isOfIt = (extended & 0xff) == (result & 0xff);
    const bool isElsewhere = isOfIt && extended == SQLITE_IOERR_READ && IsElsewhere(Get());
    throw SqliteError(isOfIt && !isElsewhere ? extended : result,
                      m_path + ": " + Explain(result, text));
}

void
SqliteDatabase::FailAsDamaged(const std::string& why) const
{
    throw SqliteError(SQLITE_CORRUPT, m_path + ": " + Explain(SQLITE_CORRUPT, why));
}

sqlite3*
SqliteDatabase::Get() const
{
    return m_database.get();
}

} // namespace dht
