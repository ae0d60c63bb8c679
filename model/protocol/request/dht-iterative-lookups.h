/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ITERATIVE_LOOKUPS_H
#define DHT_ITERATIVE_LOOKUPS_H

#include "dht-outstanding-request.h"
#include "dht-peer-context.h"

/**
 * @file
 * @ingroup dht-protocol
 * What the source of a lookup knows of it (iterative routing).
 */

namespace dht
{

/**
 * Whom a lookup asks next, which answers count, and what they say. It has no state but that of the
 * lookups (LookupState).
 *
 * A source without a place in the ring checks who answers. An id follows from an endpoint: who
 * answers can only lie about who comes next, and those before it know that.
 */
class IterativeLookups
{
  public:
    /// @param context The peer's context; must outlive this object.
    explicit IterativeLookups(PeerContext& context)
        : m_context(context)
    {
    }

    /// Let a request begin with the peers this peer knows. @param [in,out] own The request.
    void AskFirst(OutstandingRequest& own) const;
    /// Let a request go to the best peer not asked yet. @param [in,out] own The request.
    void AskNext(OutstandingRequest& own) const;
    /// The peer that was asked is late: let a request begin anew, and go another way if there is
    /// one. @param [in,out] own The request.
    void AskSomebodyElse(OutstandingRequest& own) const;

    /// @param own An own request. @param ack An answer to it. @param from Its datagram's sender;
    /// null if it came through the overlay. @return Whether the answer counts: its sender was
    /// asked, and speaks for itself.
    bool Counts(const OutstandingRequest& own, const OverlayAck& ack, const Endpoint* from) const;
    /// Learn of peers to ask. @param [in,out] own The request. @param redirect A redirect that
    /// names them. @param from Its sender.
    void Learn(OutstandingRequest& own, const OverlayAck& redirect, const Endpoint& from) const;

    /// @param own An own request. @return Whether others check its answer.
    bool IsChecked(const OutstandingRequest& own) const;
    /// @param own An own request. @return Whether a peer has answered it and is being checked.
    static bool HasClaim(const OutstandingRequest& own);
    /// A peer claims to be responsible, and is to be checked. @param now The present. @param
    /// [in,out] own The request. @param ack Its answer.
    void OnClaim(Time now, OutstandingRequest& own, const OverlayAck& ack) const;
    /// A peer answers while a claim is checked. @param [in,out] own The request. @param from The
    /// peer.
    void OnWitness(OutstandingRequest& own, const Endpoint& from) const;
    /// Who was asked while a claim is checked is late. @param [in,out] own The request.
    void OnLateWitness(OutstandingRequest& own) const;
    /// @param own A request with a claim. @return Whether no further peer needs to be asked.
    bool IsSettled(const OutstandingRequest& own) const;

  private:
    /// @param own An own request. @return Whether only a peer that claims to be responsible gets
    /// its payload: a redirect may name any host.
    bool WithholdsPayload(const OutstandingRequest& own) const;
    /// @return How the ids of this overlay's peers are determined.
    PeerIds Ids() const;
    /// @param endpoint A peer's endpoint. @return The peer, as far as its endpoint tells.
    RingNode NodeAt(const Endpoint& endpoint) const;
    /// @param key A key of another peer. @return The peers to ask first.
    RingNodes Nearest(const Key& key) const;
    /// @param redirect A redirect. @return The peers it names that may be peers, and were not
    /// given up.
    RingNodes NamedIn(const OverlayAck& redirect) const;

    PeerContext& m_context; ///< The peer's context.
};

} // namespace dht

#endif // DHT_ITERATIVE_LOOKUPS_H
