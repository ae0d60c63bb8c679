/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_GATHERS_H
#define DHT_BLOCK_GATHERS_H

#include "dht-block-assembler.h"
#include "dht-overlay-store-context.h"
#include "dht-served-blocks.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that the responsible peer gathers for who gets them.
 */

namespace dht
{

/**
 * The responsible peer asks holders for as many fragments as the block needs, and others if some
 * are silent or have none. Of the block it sends the parts that it is asked for. A mark on what it
 * was answered goes on to those who have it ask.
 */
class BlockGathers : public StoreCaller
{
  public:
    /// @param context What all parts share; must outlive this object.
    explicit BlockGathers(OverlayStoreContext& context);

    /// Somebody wants a part of a block. @param now The present. @param request The request.
    /// @param get What it says. @return The answer; nothing if there will be one.
    std::optional<OverlayStoreBody> OnRequest(Time now,
                                              const Request& request,
                                              const GetPartBody& get);

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
    /// A block that is gathered.
    struct Gather
    {
        BlockAssembler assembler;                    ///< Its fragments.
        RingNodes holders;                           ///< That were not asked, best last.
        std::map<std::size_t, Endpoint> waited;      ///< Asked, by the question.
        std::map<std::size_t, Endpoint> late;        ///< Likewise, and silent for long.
        std::size_t asked{0};                        ///< Holders that were asked.
        std::size_t found{0};                        ///< Fragments that came.
        std::size_t needed{0};                       ///< Fragments that it needs; 0: not known.
        bool isOver{false};                          ///< Whether nobody waits for it.
        bool isMarked{false};                        ///< Whether an answer about it was.
        std::map<std::uint64_t, Request> requests{}; ///< That wait for it, by id.
    };

    /// @param gather A block. @return How many fragments it lacks, as far as is known.
    std::size_t StillNeeded(const Gather& gather) const;
    /// A holder has sent something. @param gather The block that is gathered. @param from The
    /// holder's endpoint. @param fragment The fragment.
    static void Take(Gather& gather, const Endpoint& from, const Fragment& fragment);
    /// Ask as many as are needed. @param now The present. @param number Of which block.
    void AskMore(Time now, std::uint64_t number);
    /// Answer those who wait. @param now The present. @param number For which block.
    void End(Time now, std::uint64_t number);
    /// @param gather A block that is there, or never will be. @param request For a part of it.
    /// @return The answer.
    PartBody PartFor(const Gather& gather, const Request& request) const;

    OverlayStoreContext& m_context; ///< What all parts share.
    ServedBlocks<Gather> m_blocks;  ///< What is gathered.
};

} // namespace dht

#endif // DHT_BLOCK_GATHERS_H
