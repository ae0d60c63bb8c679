/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_MESSAGE_H
#define DHT_STORAGE_MESSAGE_H

#include "dht-coordinate.h"
#include "dht-copy-on-write.h"
#include "dht-endpoint.h"
#include "dht-extensions.h"
#include "dht-fragment.h"
#include "dht-key.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What peers tell each other to find, fetch and store blocks.
 */

namespace dht
{

/// A peer, and where it is by its coordinates.
struct LocatedPeer
{
    Endpoint endpoint{};         ///< Where it can be reached.
    WireCoordinate coordinate{}; ///< Where it is, as it has told.

    /// @param other Another one. @return Whether both are the same.
    bool operator==(const LocatedPeer& other) const
    {
        return endpoint == other.endpoint && coordinate == other.coordinate;
    }
};

/// Peers that a message about a lookup names, at the most.
constexpr std::size_t kMaximumLocated = 16;

/// In LocateBody::wanted: only the responsible peer answers.
constexpr std::uint8_t kOnlyResponsible = 255;

/// Who follows this key on the ring? It goes from peer to peer until one knows enough of them
/// (NSDI04, figure 10).
struct LocateBody
{
    std::uint64_t lookup{0}; ///< The lookup, by a number that its origin has chosen.
    Key key{0};              ///< The key.
    std::uint8_t wanted{0};  ///< How many to know (d), up to kMaximumLocated, or kOnlyResponsible;
                             ///< 0: the successors of whoever gets it, whatever the key.
    Endpoint origin{};       ///< Where the answer goes.
};

/// The next hop of a lookup has it now.
struct AcceptedBody
{
};

/// To the origin of a lookup: the peers that follow its key.
struct LocatedBody
{
    bool complete{false};           ///< Whether there are as many as were wanted, or all there are.
    std::vector<LocatedPeer> peers; ///< Clockwise from the key; at most kMaximumLocated.
};

/// What do you hold of this block?
struct FetchBody
{
    Key key{0}; ///< The block's key.
};

/// What a holder has of a block.
struct FragmentBody
{
    Fragment fragment{}; ///< The holder's fragment.
};

/// Hold this.
struct StoreBody
{
    Key key{0};                       ///< The block's key.
    Time left{0};                     ///< How long, in whole seconds.
    std::optional<Fragment> fragment; ///< Without one, what is held is renewed.
};

/// What somebody says who is to hold something.
enum class StoredStatus : std::uint8_t
{
    kStored,      ///< It is held from now on.
    kHad,         ///< There is one of that block, and it is held as long.
    kFull,        ///< There is no room.
    kRefused,     ///< It is not well formed, or was to be held for no time at all.
    kNotHere,     ///< There is none of that block: an answer to who has only asked.
    kTokenWanted, ///< Only who names the token of an earlier answer may store.
    kCount        ///< How many there are.
};

/// The answer to who wants something to be held.
struct StoredBody
{
    StoredStatus status{StoredStatus::kStored}; ///< The outcome.
    std::optional<FragmentMark> had{};          ///< With kHad: which one.
};

/// Keys that are compared by listing them, at the most.
constexpr std::size_t kMostSyncKeys = 64;

/// Parts of a range of keys, each of which has a digest.
constexpr std::size_t kSyncParts = 64;

/// A digest of each part.
using SyncDigests = std::array<std::uint64_t, kSyncParts>;

/// What do you hold of these keys? (dht-key-range.h)
struct SyncBody
{
    Key from{0};             ///< The first key of a range, clockwise.
    Key to{0};               ///< The first one behind it; the same: all keys.
    std::uint64_t digest{0}; ///< Of the keys that who asks holds there.
};

/// What somebody says who is asked what it holds.
enum class SyncStatus : std::uint8_t
{
    kSame,        ///< The same keys.
    kKeys,        ///< These, which are all.
    kDigests,     ///< Others: here is a digest of each part.
    kSplit,       ///< More than are compared at once: ask for parts.
    kBusy,        ///< It has compared enough for now.
    kTokenWanted, ///< Others; what they are is told to who names the token of an earlier answer.
    kCount        ///< How many there are.
};

/// The answer to who wants to know what is held.
struct SyncedBody
{
    SyncStatus status{SyncStatus::kSame}; ///< What it is.
    std::vector<Key> keys;                ///< With kKeys: at most kMostSyncKeys.
    /// With kDigests. They are few messages' part, and would take four times the room of all else
    /// in each.
    CopyOnWrite<SyncDigests> digests;
};

/// What a message of the store says. What is most frequent and shortest is the first, as it takes
/// no memory of its own.
using StorageBody = std::variant<AcceptedBody,
                                 LocateBody,
                                 LocatedBody,
                                 FetchBody,
                                 FragmentBody,
                                 StoreBody,
                                 StoredBody,
                                 SyncBody,
                                 SyncedBody>;

/**
 * A message of the store. It travels in a datagram, and its sender is whom that datagram comes
 * from; all say where they are.
 */
struct StorageMessage
{
    std::uint64_t id{0};           ///< Of a question and its answer; of LocatedBody: of the lookup.
    std::uint8_t attempt{1};       ///< Which transmission of the question, from 1; of a lookup's
                                   ///< end that nobody has asked this peer for: 1.
    std::uint8_t hopLimit{0};      ///< Of a lookup: hops that are still allowed, or were at last.
    WireCoordinate coordinate{};   ///< Where the sender is.
    Extensions extensions;         ///< What else its frame carries.
    CopyOnWrite<StorageBody> body; ///< What it says.
};

/// @tparam Body One of StorageBody. @param message A message. @return What it says; null if that is
/// something else.
template <typename Body>
const Body*
BodyOf(const StorageMessage& message)
{
    return std::get_if<Body>(&*message.body);
}

} // namespace dht

#endif // DHT_STORAGE_MESSAGE_H
