/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_LIVES_H
#define DHT_CC_MESSAGE_LEVEL_LIVES_H

#include "dht-life-totals.h"
#include "dht-maintenance.h"
#include "dht-peer-workload.h"
#include "dht-peer.h"
#include "message-level-links.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * A message-level peer that joins its ring and leaves it.
 */

namespace dht
{

class Carrier;
class Node;

} // namespace dht

namespace ns3
{

/// What all peers of a message-level ring have in common that they join and leave.
struct MessageLevelJoining
{
    dht::MaintenanceOptions maintenance; //!< How a peer finds its place and keeps it.
    /// Makes a peer's congestion control.
    std::function<std::unique_ptr<dht::CongestionControl>()> makeScheme;
    /// Names members to ask, other than the one who asks; none if there is no ring yet.
    std::function<std::vector<dht::Endpoint>()> bootstrap;
};

/**
 * The lives of a peer, one after the other, as its counters see them: each has a node of its own,
 * links and random numbers. The last life's node stays until the next one begins. Counters are sums
 * over all lives; what was outstanding or queued when a life ended counts as abandoned.
 */
class MessageLevelLives
{
  public:
    /// How the last life has ended.
    enum class End : uint8_t
    {
        CRASH, //!< The machine is off: it answers nothing. So it is before the first life.
        LEAVE  //!< Only the peer is gone: its system resets what comes.
    };

    /// When timers are due.
    struct Timers
    {
        dht::Time join{dht::kNever};  //!< To look for a place once more.
        dht::Time left{dht::kNever};  //!< The life of a peer that leaves ends.
        dht::Time links{dht::kNever}; //!< There is something to do for a link.
    };

    /// @param peer A peer's number. @return The endpoint by which the others know it. (That of a
    /// ready-made ring's first peer is the one that stands for nobody where peers join.)
    static dht::Endpoint AddressOf(uint32_t peer);
    /// @param endpoint A peer's endpoint. @return The peer's number.
    static uint32_t NumberOf(const dht::Endpoint& endpoint);

    /// @param joining Of all peers; must outlive this object. @param number The peer's number.
    /// @param seed Of the run.
    MessageLevelLives(const MessageLevelJoining& joining, uint32_t number, uint64_t seed);
    ~MessageLevelLives();

    /// @param observer Watches the peer in all lives that begin from now on.
    void SetObserver(dht::Observer& observer);
    /// Begin a life. @param now The present. @param options The peer's. @param carrier Carries out
    /// what the node asks for.
    void Begin(dht::Time now, const dht::PeerOptions& options, dht::Carrier& carrier);
    /// Look for a place in the ring, or begin one if there is nobody to ask. @param now The
    /// present.
    void Join(dht::Time now);
    /// Let the peer issue requests, if it does not yet. @param now The present. @param options What
    /// it issues, from now on.
    /// @param kind Of which kind.
    void Work(dht::Time now, dht::WorkloadOptions options, const DhtPeerWorkload& kind);
    /// Issue no more, and say good-bye to the neighbours on the ring. @param now The present.
    void Leave(dht::Time now);
    /// The life is over. @param now The present. @param how How it ends.
    void Finish(dht::Time now, End how);

    /// @return Whether there is a life now.
    bool IsUp() const;
    /// @return Whether the peer is about to leave.
    bool IsLeaving() const;
    /// @return Whether it has a place in the ring, and means to keep it.
    bool IsMember() const;
    /// @return Whether the machine is off, so that nothing that comes is answered.
    bool IsOff() const;
    /// @return How many lives there were.
    uint64_t Count() const;

    /// @return When timers are due, which the peer keeps here.
    Timers& GetTimers();
    /// @return The node of the last life; there was one.
    dht::Node& GetNode();
    /// @return Its peer; null before the first life.
    const dht::Peer* GetPeer() const;
    /// @return Its links; there was a life.
    MessageLevelLinks& GetLinks();
    /// @return The same, to look at.
    const MessageLevelLinks& GetLinks() const;

    /// @param now The present. @return What it has counted in all lives.
    dht::LifeTotals GetTotals(dht::Time now) const;
    /// @return Own requests that are not answered yet.
    uint64_t GetOutstanding() const;
    /// @return Requests in the relay queues.
    uint64_t GetQueued() const;
    /// @param now The present. @return Whether the identities of all counters hold.
    bool IdentitiesHold(dht::Time now) const;

  private:
    /// One life.
    struct Life;

    const MessageLevelJoining& m_joining; //!< Of all peers.
    uint64_t m_seed;                      //!< Of the run.
    dht::Observer* m_observer{nullptr};   //!< Watches the peer; null for nobody.
    uint32_t m_number;                    //!< The peer's number.
    bool m_isUp{false};                   //!< Whether there is a life now.
    bool m_isLeaving{false};              //!< Whether it is about to end.
    Timers m_timers;                      //!< When timers are due.
    End m_end{End::CRASH};                //!< How the last one has ended.
    uint64_t m_count{0};                  //!< Lives so far.
    std::unique_ptr<Life> m_life;         //!< The last one; null before the first.
    dht::LifeTotals m_past;               //!< Of lives before the last.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_LIVES_H
