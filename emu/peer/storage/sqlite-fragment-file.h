/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SQLITE_FRAGMENT_FILE_H
#define DHT_EMU_SQLITE_FRAGMENT_FILE_H

#include "dht-fragment.h"
#include "dht-time.h"
#include "sqlite-database.h"
#include "sqlite-statement.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Fragments in a file.
 */

namespace dht
{

/// A row of the file.
struct FragmentRecord
{
    Key key{0};                ///< The block's key.
    Time expires{0};           ///< When its lifetime ends.
    std::uint64_t cost{0};     ///< What it counts for.
    Fragment fragment;         ///< The fragment, as the row has it, which may be anything.
    std::uint64_t checksum{0}; ///< As the row has it.
};

/// The tables of a store, and what is done with them. Whatever goes wrong is a SqliteError.
class FragmentFile
{
  public:
    /// @param path Where it is, or shall be. @param longest Longest lifetime of a fragment. @throws
    /// SqliteError It cannot be used, or is damaged. @throws PeerError It is another program's.
    FragmentFile(const std::string& path, Time longest);

    /// @return How many rows there are, and their costs together.
    std::pair<std::uint64_t, std::uint64_t> Held();

    /// @param record A row whose key has none. @return Whether there was room.
    bool Insert(const FragmentRecord& record);
    /// @param key A key. @return Its row.
    std::optional<FragmentRecord> Find(const Key& key);
    /// @param key A key. @return Its row, without the fragment.
    std::optional<FragmentRecord> Look(const Key& key);
    /// @return The row that ends first, without the fragment.
    std::optional<FragmentRecord> First();
    /// @param key A key. @param expires When it ends from now on. @return Whether there was room.
    bool SetExpiry(const Key& key, Time expires);
    /// @param key A key, whose row goes. @return Whether there was room.
    bool Erase(const Key& key);
    /// @param from A key. @param last Another, not lower. @param most How many at the most. @param
    /// keys Where those from the one to the other go, in order.
    void AppendKeys(const Key& from, const Key& last, std::size_t most, std::vector<Key>& keys);

    /// @return The store's time, as it was noted last.
    Time Noted();
    /// @param now The store's time. @return Whether there was room.
    bool Note(Time now);

  private:
    /// A key as the file has it.
    using KeyBytes = std::array<std::uint8_t, kKeyBits / 8>;

    /// @param key A key. @return Its bytes.
    static KeyBytes BytesOf(const Key& key);
    /// Change one row. @param statement Does it. @return Whether there was room. @throws
    /// SqliteError There is no such row, though there was reason to think so.
    bool Change(SqliteStatement& statement);
    /// @param statement Has a row. @param column Its number, from 0. @return The key there.
    Key KeyIn(const SqliteStatement& statement, int column) const;

    SqliteDatabase m_database;   ///< The file.
    SqliteStatement m_insert;    ///< Insert().
    SqliteStatement m_find;      ///< Find().
    SqliteStatement m_look;      ///< Look().
    SqliteStatement m_setExpiry; ///< SetExpiry().
    SqliteStatement m_erase;     ///< Erase().
    SqliteStatement m_first;     ///< First().
    SqliteStatement m_keys;      ///< AppendKeys().
    SqliteStatement m_note;      ///< Note().
};

/// Reads a file that is damaged, row after row, as far as that goes: each row by itself, through no
/// index.
class FragmentImport
{
  public:
    /// @param path Where it is. @throws SqliteError Nothing of it can be read.
    explicit FragmentImport(const std::string& path);

    /// @return The next row; nothing if what comes next cannot be read, or there is no more.
    std::optional<FragmentRecord> Next();
    /// @return Whether there is no more.
    bool IsDone() const;
    /// @return The store's time, as it was noted last; 0 if that cannot be read.
    Time Noted();

  private:
    SqliteDatabase m_database; ///< The file.
    SqliteStatement m_rows;    ///< Rows, from one on.
    bool m_isOldest;           ///< Whether its rows may have no checksums.
    bool m_isPlaced{false};    ///< Whether it has begun to read rows there.
    std::int64_t m_next{0};    ///< The number from which on rows were not read.
    unsigned m_failures{0};    ///< Rows in a row that could not be read.
    bool m_isDone{false};      ///< Whether there is no more.
};

} // namespace dht

#endif // DHT_EMU_SQLITE_FRAGMENT_FILE_H
