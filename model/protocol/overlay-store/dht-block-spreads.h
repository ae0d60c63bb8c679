/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_SPREADS_H
#define DHT_BLOCK_SPREADS_H

#include "dht-overlay-store-context.h"
#include "dht-put-goal.h"
#include "dht-served-blocks.h"

#include <map>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that the responsible peer spreads for who puts them.
 */

namespace dht
{

/**
 * The responsible peer takes the parts of a block, in any order. It answers each at once, but for
 * the one that makes the block whole: that is answered when the holders have been told. A holder
 * that is full or silent is replaced by the peers behind.
 */
class BlockSpreads : public StoreCaller
{
  public:
    /// @param context What all parts share; must outlive this object.
    explicit BlockSpreads(OverlayStoreContext& context);

    /// Somebody puts a part of a block. @param now The present. @param request The request. @param
    /// put What it says. @return The answer; nothing if there will be one.
    std::optional<OverlayStoreBody> OnRequest(Time now,
                                              const Request& request,
                                              const PutPartBody& put);

    void OnBody(Time now,
                const StoreTag& tag,
                const Answer& answer,
                const OverlayStoreBody* body) override;
    void OnNoBody(Time now, const StoreTag& tag) override;
    bool Wants(const StoreTag& tag) const override;

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When to call OnWake(); kNever if nothing waits.
    Time NextWake() const;

  private:
    /// A block that is spread.
    struct Spread
    {
        Bytes block;                                 ///< As far as it is there.
        Time left{0};                                ///< How long it is to be kept.
        unsigned parts{0};                           ///< Those that are there: a bit each.
        bool isWhole{false};                         ///< Whether all are.
        PutGoal goal{};                              ///< How it is spread.
        RingNodes further{};                         ///< Peers that may take a holder's place.
        std::map<std::size_t, bool> waited{};        ///< Holders; whether they are late.
        std::size_t asked{0};                        ///< Holders that were asked.
        PutBody report{};                            ///< What is known.
        bool isOver{false};                          ///< Whether that is all.
        bool isMarked{false};                        ///< Whether a holder's answer was.
        std::map<std::uint64_t, Request> requests{}; ///< That wait for the end, by id.
    };

    /// @param put What somebody has sent. @return Whether it can be a part of a block.
    static bool IsPart(const PutPartBody& put);
    /// A part has come. @param spread Of which block. @param put The message with the part. @return
    /// Whether that makes it whole.
    static bool Take(Spread& spread, const PutPartBody& put);
    /// A block is whole. @param now The present. @param number The block's number.
    void Begin(Time now, std::uint64_t number);
    /// Let somebody hold a fragment. @param now The present. @param number Of which block. @param
    /// holder The peer to ask.
    void Ask(Time now, std::uint64_t number, const RingNode& holder);
    /// Ask the next peer instead of another. @param now The present. @param number Which block.
    void Replace(Time now, std::uint64_t number);
    /// A holder has answered. @param now The present. @param number Of which block. @param status
    /// What it says.
    void Count(Time now, std::uint64_t number, StoredStatus status);
    /// It is over if nobody is waited for. @param now The present. @param number Which block.
    void EndIfDone(Time now, std::uint64_t number);

    OverlayStoreContext& m_context; ///< What all parts share.
    ServedBlocks<Spread> m_blocks;  ///< What is spread.
};

} // namespace dht

#endif // DHT_BLOCK_SPREADS_H
