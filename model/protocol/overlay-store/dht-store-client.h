/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORE_CLIENT_H
#define DHT_STORE_CLIENT_H

#include "dht-overlay-store-context.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that a peer gets and puts for itself.
 */

namespace dht
{

/**
 * Gets and puts. A block is asked for in parts, all at once as far as its size is known or guessed,
 * and sent likewise. A part that is given up by the peer beneath is asked for again; a get ends
 * when all parts are there, or one never will be.
 */
class StoreClient : public StoreCaller
{
  public:
    /// @param context What all parts share; must outlive this object.
    explicit StoreClient(OverlayStoreContext& context);

    /// Fetch a block. @param now The present. @param key Its key. @return The get's id.
    std::uint64_t Get(Time now, const Key& key);
    /// Store a block. @param now The present. @param block The block, at most kMostBlockBytes.
    /// @return The put's id. @throws std::invalid_argument It is too long.
    std::uint64_t Put(Time now, Bytes block);

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

    /// @return Gets and puts that have not ended.
    std::size_t UnderWay() const;
    /// @return Gets that have not ended.
    std::size_t GetsUnderWay() const;

  private:
    /// A part of a block that was asked for, or sent, and not answered.
    struct Part
    {
        std::size_t end{0};       ///< Where it ends.
        std::uint32_t givenUp{0}; ///< Questions about it that were given up.
    };

    /// A get or put.
    struct Work
    {
        bool isPut{false};                  ///< Which of both.
        Key key{0};                         ///< The block's.
        Time begun{0};                      ///< Time at which the work began.
        Bytes block;                        ///< The block's bytes, as far as it is there.
        std::optional<std::size_t> size;    ///< Of a get: its bytes, once somebody has said so.
        std::size_t covered{0};             ///< Of a get: so far all was asked for.
        std::map<std::size_t, Part> waited; ///< By where they begin.
        std::uint32_t forgotten{0};         ///< Of a put: how often somebody has lost parts.
        FetchReport fetched;                ///< Of a get.
        PutReport put;                      ///< Of a put.
    };

    /// Ask for some of a block. @param id Of the get. @param begin Where it begins. @param end
    /// Where it ends.
    void AskFor(std::uint64_t id, std::size_t begin, std::size_t end);
    /// Send a part. @param id Of the put. @param begin Where it begins.
    void Send(std::uint64_t id, std::size_t begin);
    /// Send all parts. @param id Of the put.
    void SendAll(std::uint64_t id);
    /// Ask or send once more. @param now The present. @param tag What was given up.
    void TryAgain(Time now, const StoreTag& tag);
    /// A part of a block came. @param now The present. @param id Of the get. @param begin Where it
    /// was to begin. @param end Where to end. @param part The part.
    void OnPart(Time now,
                std::uint64_t id,
                std::size_t begin,
                std::size_t end,
                const PartBody& part);
    /// A part was taken, or all. @param now The present. @param id Of the put. @param answer What
    /// was said.
    void OnPut(Time now, std::uint64_t id, const PutBody& answer);
    /// It ends. @param now The present. @param id The id of the get or put. @param isOk Whether
    /// well.
    void End(Time now, std::uint64_t id, bool isOk);

    OverlayStoreContext& m_context;                      ///< What all parts share.
    std::map<std::uint64_t, Work> m_work;                ///< By id.
    std::deque<std::pair<Time, std::uint64_t>> m_limits; ///< When they have failed, and their ids.
    std::size_t m_gets{0};                               ///< Of these, gets.
    std::uint64_t m_nextId{1};                           ///< Of the next one.
};

} // namespace dht

#endif // DHT_STORE_CLIENT_H
