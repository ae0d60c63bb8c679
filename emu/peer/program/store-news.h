/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_STORE_NEWS_H
#define DHT_EMU_STORE_NEWS_H

#include "real-peer.h"
#include "reporter.h"

/**
 * @file
 * @ingroup dht-emu
 * What the user is told of a peer's store.
 */

namespace dht
{

/// Says what is stored, that there is no room, and that it is handed over. A peer that stores
/// nothing has no news.
class StoreNews
{
  public:
    /// @param peer The peer; must outlive this object. @param status Where it is said; must outlive
    /// this object.
    StoreNews(const RealPeer& peer, Reporter& status);

    /// Say what is stored, at first, and once there is no room. @param directory Where it is
    /// stored.
    void Say(const std::string& directory);

    /// Say that what is stored is handed over, if it is. @param most How long that may take.
    void SayHandOver(Time most);

  private:
    const RealPeer& m_peer;  ///< The peer.
    Reporter& m_status;      ///< Where it is said.
    std::size_t m_said{0};   ///< Lines of the store's own news that were said.
    bool m_saidFirst{false}; ///< Whether it has said what is stored.
    bool m_saidFull{false};  ///< Whether it has said that there is no room.
};

} // namespace dht

#endif // DHT_EMU_STORE_NEWS_H
