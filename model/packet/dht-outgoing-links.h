/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_OUTGOING_LINKS_H
#define DHT_CC_DHT_OUTGOING_LINKS_H

#include "access-net-device.h"
#include "dht-held-links.h"
#include "dht-neighbour-link.h"

#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A peer's connections to its neighbours, by link number. Links come and go; a free number may be
 * used again.
 */
class DhtOutgoingLinks
{
  public:
    /// Something happened to a link. @param link The link's number.
    using Event = std::function<void(dht::LinkIndex link)>;

    /// Whom to tell what happens; see DhtNeighbourLink::Listeners. The last two may close the link.
    struct Listeners
    {
        Event onWritable; //!< There may be room.
        Event onLost;     //!< The neighbour is not there, or not any more.
        Event onSilent;   //!< The neighbour may not be there any more.
    };

    /**
     * @param node The peer's node.
     * @param tcp How to set up the sockets.
     * @param batch Requests that cross together; without an AccessNetDevice, the uplink counts as
     *              idle.
     * @param listeners Whom to tell what happens.
     */
    DhtOutgoingLinks(Ptr<Node> node,
                     const DhtTcpOptions& tcp,
                     const dht::LeastBatch& batch,
                     Listeners listeners);
    ~DhtOutgoingLinks();

    DhtOutgoingLinks(const DhtOutgoingLinks&) = delete;
    DhtOutgoingLinks& operator=(const DhtOutgoingLinks&) = delete;

    /// Connect. Only while the simulation runs. @param link A free number. @param neighbour Where
    /// to connect.
    void Open(dht::LinkIndex link, const Address& neighbour);

    /// Send what the link's buffer holds, and close it; its number is free. @param link The link's
    /// number.
    void Close(dht::LinkIndex link);

    /// Forget all connections, and send nothing: the neighbours are not told.
    void Abort();

    /**
     * @param link A number.
     * @param bytes Size of a frame.
     * @return See DhtNeighbourLink::StateFor(); kDown for a free number.
     */
    dht::LinkState StateFor(dht::LinkIndex link, uint32_t bytes) const;

    /// @param link A link that is ready. @param request A request whose frame fits.
    void Send(dht::LinkIndex link, const dht::Request& request);

    /// @param link A number. @return See DhtNeighbourLink::Backlog(); 0 for a free number.
    std::size_t Backlog(dht::LinkIndex link) const;

    /// @return When the uplink has sent all that it was given; kNever without an AccessNetDevice.
    dht::Time UplinkIdleAt() const;

    /**
     * @param link A number.
     * @return Address and port of this end; invalid if there is no connection.
     */
    Address GetLocal(dht::LinkIndex link) const;

  private:
    /// @param link A number. @return The link, or null.
    DhtNeighbourLink* Find(dht::LinkIndex link) const;
    /// See to it that held requests cross as soon as the uplink idles. @param soonest Not before
    /// that time from now.
    void AwaitIdle(Time soonest);
    /// The uplink may idle: the next link's held requests cross.
    void Cross();

    Ptr<Node> m_node;                                       //!< The peer's node.
    DhtTcpOptions m_tcp;                                    //!< How to set up the sockets.
    Listeners m_listeners;                                  //!< Whom to tell what happens.
    std::vector<std::unique_ptr<DhtNeighbourLink>> m_links; //!< By number; null where free.
    Ptr<AccessNetDevice> m_device; //!< Its uplink is the peer's; null if there is none.
    dht::HeldLinks m_held;         //!< Whose turn it is when the uplink idles.
    EventId m_crossing;            //!< Of Cross().
};

} // namespace ns3

#endif // DHT_CC_DHT_OUTGOING_LINKS_H
