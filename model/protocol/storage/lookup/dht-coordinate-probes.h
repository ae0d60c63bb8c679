/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COORDINATE_PROBES_H
#define DHT_COORDINATE_PROBES_H

#include "dht-storage-context.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Asks peers only to learn how far away they are.
 * @internal
 */

namespace dht
{

/**
 * Measures round-trip times beyond those of lookups and fetches. A probe asks for the receiver's
 * successors: its answer tells where seventeen peers are, and whom to probe next.
 *
 * Half of them go to peers that seem near, which keeps apart who is apart; the others mostly to any
 * peer that was heard of, which keeps the space from bending. Some go to fingers, so that peers all
 * around the ring are heard of, and some to successors: whoever ends a lookup has to say where
 * these are.
 */
class CoordinateProbes : public RpcCaller
{
  public:
    /// @param context What all parts share; must outlive this object.
    explicit CoordinateProbes(StorageContext& context);

    /// Measure a round-trip time, unless no peer is known. @param now The present.
    void Probe(Time now);

    /// Something happens here; from the first time on, the options' interval counts. @param now
    /// The present.
    void Begin(Time now);

    /// A probe was answered. @param answer The successors of who was asked; null for an answer that
    /// names none.
    void OnRpcAnswered(const LocatedBody* answer);

    void SendRpc(const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcTimeout(Time now, const Rpc& rpc) override;

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When to call OnWake(); kNever if nothing waits.
    Time NextWake() const;

  private:
    /// @return Whom to ask; nothing if no peer is known.
    std::optional<Endpoint> Draw();
    /// @param candidates How many to compare. @return The nearest of so many that were heard of;
    /// nothing if there is none.
    std::optional<Endpoint> DrawFromBook(unsigned candidates);
    /// @return How long to wait for the next one.
    Time DrawPause();

    StorageContext& m_context; ///< What all parts share.
    Time m_next{kNever};       ///< When the next one is due.
    unsigned m_turn{0};        ///< Probes so far.
};

} // namespace dht

#endif // DHT_COORDINATE_PROBES_H
