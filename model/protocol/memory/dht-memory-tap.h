/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_TAP_H
#define DHT_MEMORY_TAP_H

#include "dht-datagram.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Who reads along in a net in memory.
 */

namespace dht
{

/// Sees all datagrams of a net in memory, and may change or swallow them; likewise the packets of
/// links over the overlay's own transport. It must not call peers
/// from within. Hosts are named by their places; a number beyond all places is nobody's.
class MemoryTap
{
  public:
    virtual ~MemoryTap() = default;

    /// A datagram is sent. @param from The sender. @param to The receiver. @param datagram What it
    /// says, which may be changed. @return Whether it goes on its way, on which it may get lost.
    virtual bool OnSent(std::size_t /* from */, std::size_t /* to */, Datagram& /* datagram */)
    {
        return true;
    }

    /// A packet of a link is sent. @param from The sender. @param to The receiver. @param packet
    /// Its bytes, which may be changed. @return Whether it goes on its way.
    virtual bool OnPacketSent(std::size_t /* from */,
                              std::size_t /* to */,
                              std::vector<std::uint8_t>& /* packet */)
    {
        return true;
    }

    /// A datagram has arrived. @param from The named sender. @param to The receiver. @param
    /// datagram What it says. @return Whether the receiver gets it.
    virtual bool OnArrived(std::size_t /* from */,
                           std::size_t /* to */,
                           const Datagram& /* datagram */)
    {
        return true;
    }
};

} // namespace dht

#endif // DHT_MEMORY_TAP_H
