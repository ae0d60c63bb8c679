/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-fragment-file.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Time that looking for damage may take when a file is opened [ms]: what is larger than can be
/// read in it is read by and by.
constexpr int kLookingTime = 2000;
/// Rows that are upgraded at a time: the log need not grow.
constexpr std::int64_t kBatch = 1000;
/// Rows in a row that cannot be read, after which there is no more: those of a page of numbers of
/// pages.
constexpr unsigned kMostFailures = 1U << 16;

/// Costs of a row, at the most; one that has decayed to more counts as nothing.
constexpr std::int64_t kMostCost = 16384;

/// @param cost As a row has it. @return What it counts for.
std::uint64_t
SaneCost(std::int64_t cost)
{
    return cost > 0 && cost <= kMostCost ? static_cast<std::uint64_t>(cost) : 0;
}

/// With a rowid and an index of its own, the bytes stay out of the tree of keys. The second index
/// has all that expiry needs. Times count from the store's own origin. All lifetimes hang on the
/// clock, so it is there twice.
const char* const kSchema = R"(
CREATE TABLE fragment(
    key BLOB NOT NULL,
    expires INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    needed INTEGER NOT NULL,
    size INTEGER NOT NULL,
    coefficients BLOB NOT NULL,
    bytes BLOB NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE UNIQUE INDEX by_key ON fragment(key);
CREATE INDEX by_expiry ON fragment(expires, key, cost);
CREATE TABLE clock(now INTEGER NOT NULL, complement INTEGER NOT NULL);
INSERT INTO clock VALUES(0, ~0);
)";

/// The tables of version 1.
const char* const kOldest = "CREATE TABLE fragment(key, expires, cost, needed, size, coefficients, "
                            "bytes)";

/// @param statement Has a row. @param first Where needed, size, coefficients and bytes begin.
/// @return The fragment.
Fragment
FragmentIn(const SqliteStatement& statement, int first)
{
    Fragment fragment;
    fragment.needed = static_cast<std::size_t>(statement.NumberAt(first));
    fragment.blockSize = static_cast<std::size_t>(statement.NumberAt(first + 1));
    const auto row = statement.BytesAt(first + 2);
    fragment.row = {};
    std::copy_n(row.begin(), std::min(row.size(), kMostNeeded), fragment.row.begin());
    fragment.bytes = statement.BytesAt(first + 3);
    return fragment;
}

/// @param bytes As a row has them. @return The key.
Key
KeyOf(std::vector<std::uint8_t> bytes)
{
    bytes.resize(kKeyBits / 8);
    return Key::FromBytes(bytes.data());
}

/// Give each row a checksum. @param database Of version 1.
void
AddChecksums(SqliteDatabase& database)
{
    if (database.Number("SELECT count(*) FROM pragma_table_info('fragment') "
                        "WHERE name = 'checksum'") == 0)
    {
        database.Run("ALTER TABLE fragment ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0");
    }
    SqliteStatement rows(database,
                         "SELECT rowid, key, needed, size, coefficients, bytes FROM fragment "
                         "WHERE rowid > ? ORDER BY rowid LIMIT ?");
    SqliteStatement set(database, "UPDATE fragment SET checksum = ? WHERE rowid = ?");
    for (std::int64_t last = 0, before = -1; before != last;)
    {
        before = last;
        std::vector<std::pair<std::int64_t, std::uint64_t>> checksums;
        rows.Use().Bind(last).Bind(kBatch);
        while (rows.Next())
        {
            last = rows.NumberAt(0);
            checksums.emplace_back(last, Checksum(KeyOf(rows.BytesAt(1)), FragmentIn(rows, 2)));
        }
        rows.Use();
        database.Run("BEGIN");
        for (const auto& [row, checksum] : checksums)
        {
            set.Use().Bind(static_cast<std::int64_t>(checksum)).Bind(row).Next();
        }
        set.Use();
        database.Run("COMMIT");
    }
}

/// Times of version 1 count from 1970, as the machine's clock said, right or wrong. The store's own
/// time begins with that of the last fragment that was stored, or with the present, if that is
/// earlier. @param database Of version 1. @param longest Longest lifetime of a fragment.
void
AddClock(SqliteDatabase& database, Time longest)
{
    const Time now =
        std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
    const Time last = Time(database.Number("SELECT max(expires) FROM fragment")) - longest;
    const Time begin = std::max(Time(0), std::min(now, last));
    const std::string latest = std::to_string(Later(begin, longest).count());
    database.Run("BEGIN");
    database.Run("UPDATE fragment SET expires = " + latest + " WHERE expires > " + latest);
    const std::string noted = std::to_string(begin.count());
    database.Run("DROP TABLE IF EXISTS clock");
    database.Run("CREATE TABLE clock(now INTEGER NOT NULL, complement INTEGER NOT NULL)");
    database.Run("INSERT INTO clock VALUES(" + noted + ", ~" + noted + ")");
    database.Run("COMMIT");
}

/// @param database A store. @return Its time, as it was noted last. @throws SqliteError It cannot
/// be read, or is not what was noted.
Time
NotedIn(SqliteDatabase& database)
{
    SqliteStatement clock(database, "SELECT now, complement FROM clock");
    if (!clock.Use().Next() || clock.NumberAt(0) < 0 || clock.NumberAt(1) != ~clock.NumberAt(0))
    {
        database.FailAsDamaged("its clock");
    }
    return Time(clock.NumberAt(0));
}

/// @param longest Longest lifetime of a fragment. @return "dhtc", and the version of the tables.
SqliteDatabase::Kind
KindOf(Time longest)
{
    return {0x64687463, 2, kSchema, kOldest, [longest](SqliteDatabase& database, std::int64_t) {
                AddChecksums(database);
                AddClock(database, longest);
            }};
}

} // namespace

FragmentFile::FragmentFile(const std::string& path, Time longest)
    : m_database(path, KindOf(longest)),
      m_insert(m_database, "INSERT INTO fragment VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
      m_find(m_database,
             "SELECT expires, cost, needed, size, coefficients, bytes, checksum FROM fragment "
             "WHERE key = ?"),
      m_look(m_database, "SELECT expires, cost FROM fragment WHERE key = ?"),
      m_setExpiry(m_database, "UPDATE fragment SET expires = ? WHERE key = ?"),
      m_erase(m_database, "DELETE FROM fragment WHERE key = ?"),
      m_first(m_database, "SELECT expires, cost, key FROM fragment ORDER BY expires, key LIMIT 1"),
      m_keys(m_database, "SELECT key FROM fragment WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?"),
      m_note(m_database, "UPDATE clock SET now = ?1, complement = ~?1")
{
    m_database.CheckIntegrity(kLookingTime);
}

std::pair<std::uint64_t, std::uint64_t>
FragmentFile::Held()
{
    SqliteStatement held(m_database,
                         "SELECT count(*), sum(CASE WHEN cost BETWEEN 1 AND ? THEN cost END) "
                         "FROM fragment INDEXED BY by_expiry");
    held.Use().Bind(kMostCost).Next();
    return {static_cast<std::uint64_t>(held.NumberAt(0)),
            static_cast<std::uint64_t>(held.NumberAt(1))};
}

bool
FragmentFile::Insert(const FragmentRecord& record)
{
    if (!m_database.HasRoom())
    {
        return false;
    }
    const KeyBytes key = BytesOf(record.key);
    const Fragment& fragment = record.fragment;
    return m_insert.Use()
        .Bind(key.data(), key.size())
        .Bind(record.expires.count())
        .Bind(static_cast<std::int64_t>(record.cost))
        .Bind(static_cast<std::int64_t>(fragment.needed))
        .Bind(static_cast<std::int64_t>(fragment.blockSize))
        .Bind(fragment.row.data(), fragment.row.size())
        .Bind(fragment.bytes.data(), fragment.bytes.size())
        .Bind(static_cast<std::int64_t>(record.checksum))
        .Write();
}

std::optional<FragmentRecord>
FragmentFile::Find(const Key& key)
{
    const KeyBytes name = BytesOf(key);
    if (!m_find.Use().Bind(name.data(), name.size()).Next())
    {
        return std::nullopt;
    }
    FragmentRecord record{key,
                          Time(m_find.NumberAt(0)),
                          SaneCost(m_find.NumberAt(1)),
                          FragmentIn(m_find, 2),
                          static_cast<std::uint64_t>(m_find.NumberAt(6))};
    m_find.Use();
    return record;
}

std::optional<FragmentRecord>
FragmentFile::Look(const Key& key)
{
    const KeyBytes name = BytesOf(key);
    if (!m_look.Use().Bind(name.data(), name.size()).Next())
    {
        return std::nullopt;
    }
    FragmentRecord record{key, Time(m_look.NumberAt(0)), SaneCost(m_look.NumberAt(1)), {}};
    m_look.Use();
    return record;
}

std::optional<FragmentRecord>
FragmentFile::First()
{
    if (!m_first.Use().Next())
    {
        return std::nullopt;
    }
    FragmentRecord record{KeyIn(m_first, 2),
                          Time(m_first.NumberAt(0)),
                          SaneCost(m_first.NumberAt(1)),
                          {}};
    m_first.Use();
    return record;
}

bool
FragmentFile::SetExpiry(const Key& key, Time expires)
{
    const KeyBytes name = BytesOf(key);
    return Change(m_setExpiry.Use().Bind(expires.count()).Bind(name.data(), name.size()));
}

bool
FragmentFile::Erase(const Key& key)
{
    const KeyBytes name = BytesOf(key);
    return Change(m_erase.Use().Bind(name.data(), name.size()));
}

void
FragmentFile::AppendKeys(const Key& from, const Key& last, std::size_t most, std::vector<Key>& keys)
{
    const KeyBytes begin = BytesOf(from);
    const KeyBytes end = BytesOf(last);
    const auto limit = static_cast<std::int64_t>(std::min<std::size_t>(most, INT64_MAX));
    m_keys.Use().Bind(begin.data(), begin.size()).Bind(end.data(), end.size()).Bind(limit);
    while (m_keys.Next())
    {
        keys.push_back(KeyIn(m_keys, 0));
    }
    m_keys.Use();
}

bool
FragmentFile::Change(SqliteStatement& statement)
{
    if (!statement.Write())
    {
        return false;
    }
    if (m_database.Changed() != 1)
    {
        m_database.FailAsDamaged("an index has what is in no row");
    }
    return true;
}

Time
FragmentFile::Noted()
{
    return NotedIn(m_database);
}

bool
FragmentFile::Note(Time now)
{
    return Change(m_note.Use().Bind(now.count()));
}

FragmentFile::KeyBytes
FragmentFile::BytesOf(const Key& key)
{
    KeyBytes bytes;
    key.ToBytes(bytes.data());
    return bytes;
}

Key
FragmentFile::KeyIn(const SqliteStatement& statement, int column) const
{
    const auto bytes = statement.BytesAt(column);
    if (bytes.size() != KeyBytes().size())
    {
        m_database.FailAsDamaged("a key of " + std::to_string(bytes.size()) + " bytes");
    }
    return Key::FromBytes(bytes.data());
}

FragmentImport::FragmentImport(const std::string& path)
    : m_database(path),
      m_rows(m_database, "SELECT rowid, * FROM fragment WHERE rowid >= ? ORDER BY rowid"),
      m_isOldest(m_database.Number("PRAGMA user_version") == 1)
{
}

std::optional<FragmentRecord>
FragmentImport::Next()
{
    try
    {
        if (!m_isPlaced)
        {
            m_rows.Use().Bind(m_next);
            m_isPlaced = true;
        }
        if (m_isDone || !m_rows.Next())
        {
            m_isDone = true;
            return std::nullopt;
        }
        FragmentRecord record{KeyOf(m_rows.BytesAt(1)),
                              Time(m_rows.NumberAt(2)),
                              SaneCost(m_rows.NumberAt(3)),
                              FragmentIn(m_rows, 4)};
        // of version 1, none has one, or those have that were upgraded before damage was met
        constexpr int place = 8;
        const std::int64_t own = m_rows.Columns() > place ? m_rows.NumberAt(place) : 0;
        const bool hasNone = m_rows.Columns() <= place || (m_isOldest && own == 0);
        record.checksum =
            hasNone ? Checksum(record.key, record.fragment) : static_cast<std::uint64_t>(own);
        // a number that has decayed leads nowhere: what follows is read in the order of the pages
        const std::int64_t number = std::min(m_rows.NumberAt(0), INT64_MAX - 1);
        m_next = std::max(m_next, number + 1);
        m_failures = 0;
        return record;
    }
    catch (const SqliteError&)
    {
        ++m_next; // the row is on a page that cannot be read
        m_isPlaced = false;
        m_isDone = ++m_failures == kMostFailures;
        return std::nullopt;
    }
}

bool
FragmentImport::IsDone() const
{
    return m_isDone;
}

Time
FragmentImport::Noted()
{
    try
    {
        return NotedIn(m_database);
    }
    catch (const SqliteError&)
    {
        return Time(0); // or it has version 1, and knows no such time
    }
}

} // namespace dht
