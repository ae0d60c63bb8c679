/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONDUCT_H
#define DHT_CONDUCT_H

#include "dht-behaviour.h"
#include "dht-host.h"
#include "dht-hostile-reader.h"
#include "dht-peer.h"

#include <map>
#include <set>

/**
 * @file
 * @ingroup dht-protocol
 * Makes a peer hostile, or leaves it honest.
 */

namespace dht
{

/**
 * Stands between a peer and its host, and lets pass in either direction what the peer's behaviour
 * does not change: the peer itself is always an honest one. To the peer, this is its host; the host
 * hands here what arrives and what may wake the peer, and calls the peer itself for all else.
 *
 * A greedy peer is one by its scheme (SchemeUnder()) and its workload (WorkloadUnder()); here, it
 * is as honest as any.
 */
class Conduct : public LiveHost
{
  public:
    /// @param host Carries out what passes; must outlive this object. @param behaviour How the peer
    /// behaves.
    explicit Conduct(LiveHost& host, Behaviour behaviour = Behaviour::kHonest);

    /// @param peer The peer, which has this object as its host. Before, nothing may arrive.
    void Attach(Peer& peer);

    /// Behave in another way from now on. A peer that was greedy from the start stays so, and no
    /// other one becomes greedy. @param now The present. @param behaviour The new behaviour.
    void Set(Time now, Behaviour behaviour);

    /// @return How the peer behaves.
    Behaviour Get() const;

    // what the host calls in place of the peer's entry points of these names

    /// @param now The present. @param from The connection it came on. @param request The message.
    /// @return Whether it was accepted.
    bool OnRequest(Time now, ConnectionId from, Request& request);
    /// @param now The present. @param from Where it came from. @param datagram What it says.
    /// @return What is wrong with it.
    WireError OnDatagram(Time now, const Endpoint& from, Datagram&& datagram);
    /// @param now The present.
    void OnWake(Time now);
    /// @param now The present. @param connection Which was closed.
    void OnClosed(Time now, ConnectionId connection);

    // dht::LiveHost
    LinkState StateOf(LinkIndex link, const Request& request) override;
    void Send(LinkIndex link, const Request& request) override;
    std::size_t Backlog(LinkIndex link) const override;
    Time UplinkIdleAt() const override;
    Endpoint EndpointOf(LinkIndex link) override;
    LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override;
    void WakeAt(Time time) override;
    void Resume(ConnectionId connection) override;
    void Connect(LinkIndex link, const Endpoint& neighbour) override;
    void Disconnect(LinkIndex link) override;
    void OnJoined() override;
    void OnJoinFailed(JoinFailure why) override;
    void OnWayOut(bool isOpen) override;

  private:
    /// @return Whether the peer does nothing at all.
    bool IsStopped() const;
    /// Take on a request, unless its connection rests. @param now The present. @param from The
    /// connection. @param request The request; moved from if it is accepted. @return Whether it was
    /// accepted.
    bool ReadSlowly(Time now, ConnectionId from, Request& request);
    /// Ask the host for whatever comes first: what the peer has asked for, or the end of a rest.
    void Rearm();

    LiveHost* m_host;                ///< Carries out what passes.
    Peer* m_peer{nullptr};           ///< The peer.
    Behaviour m_behaviour;           ///< How it behaves.
    HostileReader m_reader;          ///< Deals with what is read, if the behaviour says so.
    std::set<ConnectionId> m_unread; ///< Connections that are not read for its behaviour's sake.
    std::map<ConnectionId, Time> m_rests; ///< Until when connections of a slow reader rest.
    Time m_wake{kNever};                  ///< What the peer has asked for.
    std::set<LinkIndex> m_unwritable;     ///< Links that were not used for its behaviour's sake.
};

} // namespace dht

#endif // DHT_CONDUCT_H
