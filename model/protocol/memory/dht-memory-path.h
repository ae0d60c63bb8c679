/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_PATH_H
#define DHT_MEMORY_PATH_H

#include "dht-memory-parts.h"

#include <functional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How packets of a host in memory get to others.
 */

namespace dht
{

/// The way of a host's packets: its uplink, the delay, and what gets lost.
class MemoryPath
{
  public:
    /// A packet of a connection.
    struct LinkPacket
    {
        bool isOwn;                              ///< Whether this host has opened it.
        std::size_t to;                          ///< Place of the host at the other end.
        std::function<void(MemoryHost&)> arrive; ///< What to do there.
        std::function<void()> giveUp;            ///< What to do here if it never gets there.
        bool isRequest{false};                   ///< Whether it has a request in it.
    };

    /// @param parts What all hosts share. @param place Where the host is. @param life Which of all
    /// lives it is.
    MemoryPath(MemoryParts& parts, std::size_t place, std::uint64_t life);

    /// Do something later, if the host is still there. @param time The instant. @param action What
    /// to do.
    void At(Time time, std::function<void()> action);
    /// @param to A place. @return How long a packet takes there, without jitter.
    Time DelayTo(std::size_t to) const;
    /// Do something at another host after the delay. @param to Its place. @param time When it
    /// leaves this one. @param action What to do.
    void AtHost(std::size_t to, Time time, std::function<void(MemoryHost&)> action);
    /// Send what may get lost, and may arrive twice. @param to The place of the receiver. @param
    /// time When it leaves this host. @param action What to do there.
    void SendUnreliably(std::size_t to, Time time, std::function<void(MemoryHost&)> action);
    /// Send a packet of a connection, again and again until it gets there, or the other end turns
    /// out to know nothing of it. @param packet The packet. @param time When it leaves this host.
    void SendOnLink(LinkPacket packet, Time time);
    /// @return When the uplink has sent one message more than it has now. Its time is taken.
    Time TakeUplink();
    /// Likewise for something else. @param time How long that takes. @return When it is sent.
    Time TakeUplink(Time time);
    /// @return When the uplink has sent all; not before the present.
    Time UplinkFree() const;

  private:
    /// What becomes of a packet of a connection.
    enum class Fate
    {
        kArrives, ///< It gets there.
        kRefused, ///< The other end, or its system, says that it knows nothing of it.
        kLost     ///< Nothing is heard of it.
    };

    /// @param parts What all hosts share. @param from Whence it comes. @param packet A packet that
    /// would be there now. @return What becomes of it.
    static Fate FateOf(MemoryParts& parts, std::size_t from, const LinkPacket& packet);
    /// Send a packet of a connection, for the first time or once more. @param packet The packet.
    /// @param time When it leaves this host. @param wait How long until it is sent again.
    void SendOnLink(LinkPacket packet, Time time, Time wait);

    MemoryParts& m_parts; ///< What all hosts share.
    std::size_t m_place;  ///< Where the host is.
    std::uint64_t m_life; ///< Which of all lives it is.
    Time m_uplinkFree{0}; ///< When the uplink has sent all.
};

} // namespace dht

#endif // DHT_MEMORY_PATH_H
