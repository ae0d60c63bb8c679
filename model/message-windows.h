/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_WINDOWS_H
#define DHT_CC_MESSAGE_WINDOWS_H

#include "ns3/dht-host.h"
#include "ns3/dht-message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What TCP's flow control does for schemes that let requests wait, in numbers of requests: a link
 * carries no more of them than fit in the buffers at its two ends, and those that the peer does not
 * take in wait there, in order.
 */
class MessageWindows
{
  public:
    /// @param links Of the peer. @param window Requests on a link that were not taken in.
    MessageWindows(dht::LinkIndex links, uint16_t window);

    /// @param link A link. @return Whether it takes another request.
    bool IsOpen(dht::LinkIndex link) const;
    /// A request was sent. @param link On which link.
    void OnSent(dht::LinkIndex link);
    /// A request was taken in. @param link On which link it was sent.
    void OnTakenIn(dht::LinkIndex link);

    /// @param connection An incoming connection. @return Whether requests wait on it.
    bool IsHeld(dht::ConnectionId connection) const;
    /// Let a request wait. @param connection On which connection it came. @param link On which of
    /// its source's links. @param request It.
    void Hold(dht::ConnectionId connection, dht::LinkIndex link, dht::Request request);
    /// A connection may be read again. @param connection Which.
    void Resume(dht::ConnectionId connection);
    /// @return The next connection to read, which is no longer to be read; nothing if there is
    /// none.
    std::optional<dht::ConnectionId> TakeResumed();
    /// @param connection One on which requests wait. @return The first of them, and its link.
    std::pair<dht::LinkIndex, dht::Request&> Front(dht::ConnectionId connection);
    /// The first request of a connection was taken in. @param connection Which.
    void Pop(dht::ConnectionId connection);

  private:
    /// A request that waits. (Two links of one source may lead here.)
    struct Held
    {
        dht::LinkIndex link;  //!< On which of its source's links it came.
        dht::Request request; //!< It.
    };

    uint16_t m_window;                //!< Requests on a link that were not taken in.
    std::vector<uint16_t> m_underWay; //!< By link: requests sent that were not taken in.
    std::map<dht::ConnectionId, std::vector<Held>> m_held; //!< That wait, first come first.
    std::vector<dht::ConnectionId> m_resumed;              //!< Connections to read.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_WINDOWS_H
