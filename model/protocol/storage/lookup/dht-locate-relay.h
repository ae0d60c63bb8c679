/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOCATE_RELAY_H
#define DHT_LOCATE_RELAY_H

#include "dht-locate-step.h"

#include <cstdint>
#include <map>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Lookups on their way through a peer (NSDI04, section 4.2 and figure 10).
 */

namespace dht
{

/// Takes the ends of lookups whose origin is this peer.
class LocateEnds
{
  public:
    virtual ~LocateEnds() = default;

    /// A lookup of this peer ended here. @param now The present. @param lookup Its number. @param
    /// hopLimit Hops that were left. @param located What came of it.
    virtual void OnEnd(Time now,
                       std::uint64_t lookup,
                       std::uint8_t hopLimit,
                       const LocatedBody& located) = 0;
};

/// Who has handed a lookup over.
struct LocateAsker
{
    const StorageMessage* question{nullptr}; ///< What it asks this peer alone; null if it does not.
    TokenMint::Worth worth{TokenMint::Worth::kNone}; ///< How it has shown then that it is there.
    std::size_t room{StorageTokens::kNoLimit};       ///< Bytes that the end may have.
};

/**
 * Hands lookups on, its own peer's as others', and answers those that end here. The next peer says
 * at once that it has accepted one; if it does not, another one is asked.
 */
class LocateRelay : public RpcCaller
{
  public:
    /// @param context What all parts share; must outlive this object. @param ends Likewise.
    LocateRelay(StorageContext& context, LocateEnds& ends);

    LocateRelay(const LocateRelay&) = delete;
    LocateRelay& operator=(const LocateRelay&) = delete;

    /// Lookups of others that wait for another peer, at the most.
    static constexpr std::size_t kMostWaiting = 4096;

    /// A lookup arrived, or begins. @param now The present. @param locate The lookup. @param
    /// hopLimit Hops that it may still make. @param asker Who has handed it over.
    void Handle(Time now,
                const LocateBody& locate,
                std::uint8_t hopLimit,
                const LocateAsker& asker);

    /// An RPC of this object was answered. @param now The present. @param tag Its tag. @param
    /// answer The peers named in the answer; null for one that names none.
    void OnRpcAnswered(Time now, std::uint64_t tag, const LocatedBody* answer);

    void SendRpc(const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcTimeout(Time now, const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcLate(Time now, const Rpc& rpc) override;

    /// @return Lookups that wait for another peer.
    std::size_t UnderWay() const;

    /// A lookup, or an answer, is going to arrive: have what that takes brought into the cache.
    void Expect() const;

  private:
    /// A lookup that another peer is to take, or to help with.
    struct Waiting
    {
        LocateBody locate;        ///< The lookup.
        std::uint8_t hopLimit{0}; ///< Hops that it may still make from here.
        LocateStep step;          ///< What is done.
        std::size_t asked{0};     ///< How many of the step's nodes were asked.
        std::size_t room{0};      ///< Bytes that the end may have.
    };

    /// @param tag Of a new RPC. @return The lookup that waits for it, which is to be filled in.
    Waiting& AddWaiting(std::uint64_t tag);

    /// What a lookup has found.
    struct Found
    {
        bool complete{false}; ///< Whether that is what was wanted.
        RingNodes nodes;      ///< Whom to name.
    };

    /// Answer a lookup to its origin. @param now The present. @param locate The lookup. @param
    /// hopLimit Hops that are left. @param found What it has found. @param asker Who has handed it
    /// over.
    void Answer(Time now,
                const LocateBody& locate,
                std::uint8_t hopLimit,
                const Found& found,
                const LocateAsker& asker);

    StorageContext& m_context;                           ///< What all parts share.
    LocateEnds& m_ends;                                  ///< Takes the ends of own lookups.
    using AllWaiting = std::map<std::uint64_t, Waiting>; ///< By the tag of the RPC.

    AllWaiting m_waiting;          ///< Those that wait.
    AllWaiting::node_type m_spare; ///< For the next one: the memory of the last that has ended.
    std::uint64_t m_nextTag{0};    ///< Of the next RPC.
};

} // namespace dht

#endif // DHT_LOCATE_RELAY_H
