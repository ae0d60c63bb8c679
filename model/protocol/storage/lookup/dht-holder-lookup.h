/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOLDER_LOOKUP_H
#define DHT_HOLDER_LOOKUP_H

#include "dht-locator.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Looks up who may hold a block's fragments.
 */

namespace dht
{

/**
 * Lookups of the peers that follow a key, as far as one of them may hold a fragment. A lookup names
 * enough of them where no two share a host or a network. Elsewhere it goes on behind the last one
 * that was named, until the choice of holders is settled (HoldersAmong()), or the ring ends.
 */
class HolderLookup : public LocateClient
{
  public:
    /// @param context What all parts share. @param locator Looks up. Both must outlive this object.
    HolderLookup(StorageContext& context, Locator& locator);

    /// Begin a lookup that ends with its first answer. The parameters are those of
    /// Locator::Begin().
    void BeginShort(Time now,
                    LocateClient& client,
                    std::uint64_t tag,
                    const Key& key,
                    std::uint8_t wanted);

    /// Begin a lookup. The parameters are those of Locator::Begin(), but that only what the first
    /// answer names depends on how many are wanted.
    void Begin(Time now,
               LocateClient& client,
               std::uint64_t tag,
               const Key& key,
               std::uint8_t wanted);

    /// Look up who follows on peers that are known. @param now The present. @param client Who wants
    /// to know; must outlive this object. @param tag What the client calls it. @param known The
    /// first followers of a key, at least one.
    void GoOn(Time now,
              LocateClient& client,
              std::uint64_t tag,
              const std::vector<LocatedPeer>& known);

    void OnLocateEnded(Time now,
                       std::uint64_t tag,
                       const std::vector<LocatedPeer>& peers,
                       const LocateReport& report) override;

  private:
    /// A lookup.
    struct Work
    {
        LocateClient* client{nullptr};  ///< Who wants to know.
        std::uint64_t tag{0};           ///< What the client calls it.
        std::vector<LocatedPeer> peers; ///< Those that are known, in ring order.
        LocateReport report;            ///< How it went.
        bool isAround{false};           ///< Whether there are no others.
    };

    /// Somebody has named peers. @param [in,out] work A lookup. @param peers Who follows on those
    /// that are known.
    void Add(Work& work, const std::vector<LocatedPeer>& peers) const;

    StorageContext& m_context;             ///< What all parts share.
    Locator& m_locator;                    ///< Looks up.
    std::map<std::uint64_t, Work> m_works; ///< By number.
    std::uint64_t m_nextNumber{1};         ///< Of the next one.
};

} // namespace dht

#endif // DHT_HOLDER_LOOKUP_H
