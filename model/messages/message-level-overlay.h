/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MESSAGE_LEVEL_OVERLAY_H
#define DHT_MESSAGE_LEVEL_OVERLAY_H

#include "dht-overlay.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Who knows whom among very many peers.
 */

namespace dht
{

/// Peers by their numbers, in the order of their ids.
class MessageLevelOverlay
{
  public:
    virtual ~MessageLevelOverlay() = default;

    /// @return How many peers there are.
    virtual std::uint32_t Size() const = 0;

    /// @param peer A peer. @return Where it is on the ring.
    virtual Key IdOf(std::uint32_t peer) const = 0;

    /// @param peer A peer. @return How many links it has.
    virtual LinkIndex LinkCount(std::uint32_t peer) const = 0;

    /// @param peer A peer. @return Its place, with its routing table.
    virtual std::unique_ptr<Membership> MakeTable(std::uint32_t peer) const = 0;

    /// @param peer A peer. @param link One of its links. @return Who is at its other end.
    virtual std::uint32_t Neighbour(std::uint32_t peer, LinkIndex link) const = 0;
};

/// Chord among 2^l evenly spaced peers: nothing is stored.
class EvenChord : public MessageLevelOverlay
{
  public:
    /// @param links Of each peer, 1 to EvenTable::kMostLinks; l.
    explicit EvenChord(LinkIndex links);

    std::uint32_t Size() const override;
    Key IdOf(std::uint32_t peer) const override;
    LinkIndex LinkCount(std::uint32_t peer) const override;
    std::unique_ptr<Membership> MakeTable(std::uint32_t peer) const override;
    std::uint32_t Neighbour(std::uint32_t peer, LinkIndex link) const override;

  private:
    LinkIndex m_links; ///< Of each peer.
};

/// Any overlay: 4 bytes per link are stored, and what its routing tables take.
class StoredOverlay : public MessageLevelOverlay
{
  public:
    /// @param overlay The overlay; the place of a peer in the order of ids is its number.
    explicit StoredOverlay(std::unique_ptr<Overlay> overlay);

    std::uint32_t Size() const override;
    Key IdOf(std::uint32_t peer) const override;
    LinkIndex LinkCount(std::uint32_t peer) const override;
    std::unique_ptr<Membership> MakeTable(std::uint32_t peer) const override;
    std::uint32_t Neighbour(std::uint32_t peer, LinkIndex link) const override;

  private:
    std::unique_ptr<Overlay> m_overlay; ///< The overlay that names the neighbours.
    std::vector<std::vector<std::uint32_t>> m_neighbours; ///< By peer and link.
};

} // namespace dht

#endif // DHT_MESSAGE_LEVEL_OVERLAY_H
