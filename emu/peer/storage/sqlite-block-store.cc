/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-block-store.h"

#include "peer-error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace dht
{

namespace
{

/// "dhtc", and the version of the tables below.
constexpr SqliteDatabase::Kind kKind{0x64687463, 1};

/// With a rowid and an index of its own, the bytes stay out of the tree of keys. The second index
/// has all that expiry needs.
const char* const kSchema = R"(
CREATE TABLE fragment(
    key BLOB NOT NULL,
    expires INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    needed INTEGER NOT NULL,
    size INTEGER NOT NULL,
    coefficients BLOB NOT NULL,
    bytes BLOB NOT NULL
);
CREATE UNIQUE INDEX by_key ON fragment(key);
CREATE INDEX by_expiry ON fragment(expires, key, cost);
)";

/// @param directory A directory. @return Where the database is in it, once the directory is there.
std::string
PathIn(const std::string& directory)
{
    if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
    {
        throw PeerError(PeerError::kFailed,
                        directory + ": the directory cannot be made: " + std::strerror(errno));
    }
    return directory + "/" + SqliteBlockStore::kFile;
}

} // namespace

SqliteBlockStore::SqliteBlockStore(const std::string& directory, const StoreLimits& limits)
    : BlockStore(limits),
      m_database(PathIn(directory), kKind, kSchema),
      m_insert(m_database, "INSERT INTO fragment VALUES(?, ?, ?, ?, ?, ?, ?)"),
      m_find(m_database,
             "SELECT expires, needed, size, coefficients, bytes FROM fragment WHERE key = ?"),
      m_look(m_database, "SELECT expires, cost FROM fragment WHERE key = ?"),
      m_setExpiry(m_database, "UPDATE fragment SET expires = ? WHERE key = ?"),
      m_erase(m_database, "DELETE FROM fragment WHERE key = ?"),
      m_first(m_database, "SELECT key, expires, cost FROM fragment ORDER BY expires, key LIMIT 1"),
      m_keys(m_database, "SELECT key FROM fragment WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?")
{
    SqliteStatement held(m_database,
                         "SELECT count(*), sum(cost) FROM fragment INDEXED BY by_expiry");
    held.Use().Next();
    Found(static_cast<std::uint64_t>(held.NumberAt(0)),
          static_cast<std::uint64_t>(held.NumberAt(1)));
}

bool
SqliteBlockStore::Insert(const Label& label, const Fragment& fragment)
{
    if (!m_database.HasRoom())
    {
        return false;
    }
    const KeyBytes key = BytesOf(label.key);
    return m_insert.Use()
        .Bind(key.data(), key.size())
        .Bind(label.expires.count())
        .Bind(static_cast<std::int64_t>(label.cost))
        .Bind(static_cast<std::int64_t>(fragment.needed))
        .Bind(static_cast<std::int64_t>(fragment.blockSize))
        .Bind(fragment.row.data(), fragment.row.size())
        .Bind(fragment.bytes.data(), fragment.bytes.size())
        .Write();
}

std::optional<BlockStore::Entry>
SqliteBlockStore::Find(const Key& key) const
{
    const KeyBytes name = BytesOf(key);
    if (!m_find.Use().Bind(name.data(), name.size()).Next())
    {
        return std::nullopt;
    }
    Entry entry;
    entry.expires = Time(m_find.NumberAt(0));
    entry.fragment.needed = static_cast<std::size_t>(m_find.NumberAt(1));
    entry.fragment.blockSize = static_cast<std::size_t>(m_find.NumberAt(2));
    const auto row = m_find.BytesAt(3);
    std::copy_n(row.begin(), std::min(row.size(), kMostNeeded), entry.fragment.row.begin());
    entry.fragment.bytes = m_find.BytesAt(4);
    m_find.Use();
    if (!IsWellFormed(entry.fragment))
    {
        m_database.FailAsDamaged("fragment " + KeyToHex(key));
    }
    return entry;
}

std::optional<BlockStore::Label>
SqliteBlockStore::Look(const Key& key) const
{
    const KeyBytes name = BytesOf(key);
    if (!m_look.Use().Bind(name.data(), name.size()).Next())
    {
        return std::nullopt;
    }
    const Label label{key,
                      Time(m_look.NumberAt(0)),
                      static_cast<std::uint64_t>(m_look.NumberAt(1))};
    m_look.Use();
    return label;
}

bool
SqliteBlockStore::SetExpiry(const Label& label, Time expires)
{
    const KeyBytes key = BytesOf(label.key);
    return m_setExpiry.Use().Bind(expires.count()).Bind(key.data(), key.size()).Write();
}

bool
SqliteBlockStore::Erase(const Label& label)
{
    const KeyBytes key = BytesOf(label.key);
    return m_erase.Use().Bind(key.data(), key.size()).Write();
}

std::optional<BlockStore::Label>
SqliteBlockStore::First() const
{
    if (!m_first.Use().Next())
    {
        return std::nullopt;
    }
    const Label label{KeyIn(m_first),
                      Time(m_first.NumberAt(1)),
                      static_cast<std::uint64_t>(m_first.NumberAt(2))};
    m_first.Use();
    return label;
}

void
SqliteBlockStore::AppendKeys(const Key& from,
                             const Key& last,
                             std::size_t most,
                             std::vector<Key>& keys) const
{
    const KeyBytes begin = BytesOf(from);
    const KeyBytes end = BytesOf(last);
    const auto limit = static_cast<std::int64_t>(std::min<std::size_t>(most, INT64_MAX));
    m_keys.Use().Bind(begin.data(), begin.size()).Bind(end.data(), end.size()).Bind(limit);
    while (m_keys.Next())
    {
        keys.push_back(KeyIn(m_keys));
    }
    m_keys.Use();
}

SqliteBlockStore::KeyBytes
SqliteBlockStore::BytesOf(const Key& key)
{
    KeyBytes bytes;
    key.ToBytes(bytes.data());
    return bytes;
}

Key
SqliteBlockStore::KeyIn(const SqliteStatement& statement) const
{
    const auto bytes = statement.BytesAt(0);
    if (bytes.size() != KeyBytes().size())
    {
        m_database.FailAsDamaged("a key of " + std::to_string(bytes.size()) + " bytes");
    }
    return Key::FromBytes(bytes.data());
}

} // namespace dht
