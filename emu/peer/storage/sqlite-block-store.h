/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SQLITE_BLOCK_STORE_H
#define DHT_EMU_SQLITE_BLOCK_STORE_H

#include "dht-block-store.h"
#include "sqlite-database.h"

#include <array>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * A store that survives its peer.
 */

namespace dht
{

/**
 * Keeps fragments in a file. One that was stored is there after the process was killed, at whatever
 * moment. As lifetimes survive, too, time must be handed in since an origin that does, such as
 * 1970. A full disk is as a full store; what else is wrong with the file is a PeerError, whatever
 * is called.
 */
class SqliteBlockStore : public BlockStore
{
  public:
    /**
     * @param directory Where the file is, or shall be; it is made if only its last part is missing.
     * @param limits How much it keeps. If there is more already, nothing is thrown away.
     * @throws PeerError It cannot be opened.
     */
    SqliteBlockStore(const std::string& directory, const StoreLimits& limits);

    /// The file's name in its directory.
    static constexpr const char* kFile = "fragments.sqlite";

  private:
    /// A key as the file has it.
    using KeyBytes = std::array<std::uint8_t, kKeyBits / 8>;

    bool Insert(const Label& label, const Fragment& fragment) override;
    std::optional<Entry> Find(const Key& key) const override;
    std::optional<Label> Look(const Key& key) const override;
    bool SetExpiry(const Label& label, Time expires) override;
    bool Erase(const Label& label) override;
    std::optional<Label> First() const override;
    void AppendKeys(const Key& from,
                    const Key& last,
                    std::size_t most,
                    std::vector<Key>& keys) const override;

    /// @param key A key. @return Its bytes.
    static KeyBytes BytesOf(const Key& key);
    /// @param statement Has a row. @return The key in its first column.
    Key KeyIn(const SqliteStatement& statement) const;

    mutable SqliteDatabase m_database;   ///< The file.
    mutable SqliteStatement m_insert;    ///< Insert().
    mutable SqliteStatement m_find;      ///< Find().
    mutable SqliteStatement m_look;      ///< Look().
    mutable SqliteStatement m_setExpiry; ///< SetExpiry().
    mutable SqliteStatement m_erase;     ///< Erase().
    mutable SqliteStatement m_first;     ///< First().
    mutable SqliteStatement m_keys;      ///< AppendKeys().
};

} // namespace dht

#endif // DHT_EMU_SQLITE_BLOCK_STORE_H
