/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_STORE_H
#define DHT_BLOCK_STORE_H

#include "dht-fragment.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Fragments that a peer keeps for others, each for some time.
 */

namespace dht
{

/// What a store says to a fragment that it is to keep.
enum class StoreAnswer : std::uint8_t
{
    kStored,  ///< It is kept from now on.
    kHad,     ///< There is one of that block already; it is kept as long as the new one would be.
    kFull,    ///< There is no room.
    kRefused, ///< It is not well formed, or to be kept for no time at all, or claims to be the
              ///< whole block and is not.
};

/// How much a store keeps, and for how long.
struct StoreLimits
{
    std::uint64_t bytes{UINT64_C(1) << 30}; ///< Cost() of all fragments together.
    Time longest{std::chrono::hours(24)};   ///< Longest lifetime of a fragment; more is cut.
};

/**
 * Events of a store since it was opened. Nothing vanishes: at any time
 *
 *     found + accepted = held + expired + removed + moved + damaged
 *
 * where held is Count().
 */
struct StoreCounters
{
    std::uint64_t found{0};    ///< Fragments that were there when it was opened.
    std::uint64_t accepted{0}; ///< New fragments.
    std::uint64_t expired{0};  ///< Fragments whose lifetime has ended.
    std::uint64_t removed{0};  ///< Fragments that somebody wanted away.
    std::uint64_t moved{0};    ///< Fragments that others have now.
    std::uint64_t damaged{0};  ///< Fragments that were not what was put, or not of their block.
    std::uint64_t scrubbed{0}; ///< Times that a fragment was read for no other reason.
    std::uint64_t renewed{0};  ///< Times that a fragment got a longer lifetime.
    std::uint64_t full{0};     ///< Fragments for which there was no room.
    std::uint64_t refused{0};  ///< Fragments that were not well formed, or of no lifetime, or no
                               ///< whole block though they claimed to be one.
};

/**
 * A store: one fragment of a block at the most, bounded in bytes and in time. What becomes of a
 * fragment is decided here; where it lies is the part of classes made of this one.
 *
 * What lies somewhere may decay. Each fragment has a checksum, which is compared whenever it is
 * read, handed over, renewed or found to be there already. One that is damaged is dropped, as if it
 * had never been there: others have enough of its block to make it anew.
 *
 * Time is handed in. If fragments outlive the process, so must the origin of time.
 */
class BlockStore
{
  public:
    virtual ~BlockStore() = default;

    BlockStore(const BlockStore&) = delete;
    BlockStore& operator=(const BlockStore&) = delete;

    /// @param fragment A fragment. @return What it counts for: its bytes, and some for what goes
    /// with it.
    static std::uint64_t Cost(const Fragment& fragment);

    /**
     * Keep a fragment.
     *
     * @param now The present.
     * @param key The block's key.
     * @param fragment The fragment, and how long to keep it.
     * @return What came of it.
     */
    StoreAnswer Put(Time now, const Key& key, const Fragment& fragment);

    /**
     * Keep what is there for longer.
     *
     * @param now The present.
     * @param key The block's key.
     * @param left How long. A lifetime never becomes shorter.
     * @return Whether there is a fragment of it.
     */
    bool Renew(Time now, const Key& key, Time left);

    /// @param now The present. @param key A block's key. @return Its fragment, with the lifetime
    /// that is left, never more than the longest; nothing if there is none.
    std::optional<Fragment> Get(Time now, const Key& key);

    /// @param now The present. @param key A block's key. @return Whether a fragment of it is kept,
    /// without looking at its bytes.
    bool Holds(Time now, const Key& key) const;

    /// Somebody has shown the block itself: what is kept of it is dropped if it is of another one.
    /// @param now The present. @param key A key. @param block What may be its block. @return
    /// Whether it was dropped.
    bool DropIfNotOf(Time now, const Key& key, const dht::Bytes& block);

    /**
     * Read fragments that nobody asks for, each call the next ones in the order of their keys, so
     * that those are found that have decayed. A lifetime longer than the longest is cut.
     *
     * @param now The present.
     * @param most How many at the most.
     */
    void Scrub(Time now, std::size_t most);

    /// Keep a fragment no more. @param key Its block's key. @return Whether this peer kept one.
    bool Remove(const Key& key);

    /// Keep a fragment no more, as another peer has it now. @param key Its block's key. @return
    /// Whether there was one.
    bool HandOver(const Key& key);

    /**
     * Let fragments go whose lifetime has ended, in the order in which they ended.
     *
     * @param now The present.
     * @param most How many at the most: a call takes a while for each.
     * @return How many have gone.
     */
    std::size_t Expire(Time now, std::size_t most = SIZE_MAX);

    /// @return When the next lifetime ends; kNever if nothing is kept.
    Time NextExpiry() const;

    /**
     * Keys of what is kept, clockwise from one key to another, around the end of the numbers if
     * that is the way.
     *
     * @param from The first one that may be among them.
     * @param to The first one beyond; the same as @p from: once around the ring.
     * @param most How many at the most. Go on behind the last one.
     * @return The keys.
     */
    std::vector<Key> Keys(const Key& from, const Key& to, std::size_t most) const;

    /// @return Fragments held.
    std::uint64_t Count() const;
    /// @return Their Cost().
    std::uint64_t Bytes() const;
    /// @return What has happened.
    const StoreCounters& Counters() const;

  protected:
    /// What is kept of a fragment, and until when.
    struct Entry
    {
        Fragment fragment;      ///< The fragment; its lifetime is `expires`.
        Time expires;           ///< When its lifetime ends.
        std::uint64_t checksum; ///< Checksum(), as it was when it was put.
    };

    /// What is said of a fragment without looking at its bytes.
    struct Label
    {
        Key key;            ///< Its block's key.
        Time expires;       ///< When its lifetime ends.
        std::uint64_t cost; ///< Its Cost().
    };

    /// @param limits How much it keeps.
    explicit BlockStore(const StoreLimits& limits);

    /// For who finds fragments when it opens, or later. @param count How many. @param bytes Their
    /// Cost().
    void Found(std::uint64_t count, std::uint64_t bytes);

    /// All that is held cannot be read any more, and counts as damaged.
    void LoseAll();

    /// @param key A key. @param entry What is kept for it. @return Whether that is what was put.
    static bool IsSound(const Key& key, const Entry& entry);

  private:
    /// Write an entry of a key that has none. @param label What is said of it. @param entry The
    /// entry. @return Whether there was room to write it.
    virtual bool Insert(const Label& label, const Entry& entry) = 0;
    /// @param key A key. @return Its entry, as it is, which may be anything if it is damaged.
    virtual std::optional<Entry> Find(const Key& key) const = 0;
    /// @param key A key. @return What is said of its entry.
    virtual std::optional<Label> Look(const Key& key) const = 0;
    /// Set when an entry ends. @param label The entry, as it was. @param expires The instant of the
    /// new end. @return Whether it could be written.
    virtual bool SetExpiry(const Label& label, Time expires) = 0;
    /// @param label An entry. @return Whether its end could be written.
    virtual bool Erase(const Label& label) = 0;
    /// @return The entry that ends first; of several, the one with the lowest key.
    virtual std::optional<Label> First() const = 0;
    /// @param from A key. @param last Another, not lower. @param most How many at the most. @param
    /// keys Where the keys from the one to the other go, in order, both included.
    virtual void AppendKeys(const Key& from,
                            const Key& last,
                            std::size_t most,
                            std::vector<Key>& keys) const = 0;

    /// Keep one for longer. @param now The present. @param label The entry, as it is. @param left
    /// How long.
    void Prolong(Time now, const Label& label, Time left);
    /// @param label An entry. @return The entry, if it is sound; else it is dropped.
    std::optional<Entry> TakeSound(const Label& label);
    /// @param now The present. @param key A key. @return What is said of its entry, if its lifetime
    /// has not ended.
    std::optional<Label> LookAlive(Time now, const Key& key) const;
    /// @param now The present. @param left A lifetime. @return When it ends, if it is not too long.
    Time EndOf(Time now, Time left) const;
    /// @param now The present. @param cost Of a new fragment. @return Whether there is room for it,
    /// once what has expired is gone.
    bool MakeRoom(Time now, std::uint64_t cost);
    /// Let one go. @param label The entry, as it is. @param counter Where it counts. @return
    /// Whether it is gone.
    bool Drop(const Label& label, std::uint64_t& counter);

    StoreLimits m_limits;                     ///< How much it keeps.
    StoreCounters m_counters;                 ///< What has happened.
    std::uint64_t m_count{0};                 ///< Fragments held.
    std::uint64_t m_bytes{0};                 ///< Their cost.
    Key m_scrubbed{0};                        ///< The next key to scrub.
    mutable std::optional<Time> m_nextExpiry; ///< NextExpiry(), once it was asked for.
};

} // namespace dht

#endif // DHT_BLOCK_STORE_H
