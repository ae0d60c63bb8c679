/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_LINKS_H
#define DHT_MEMORY_LINKS_H

#include "dht-memory-path.h"

#include <deque>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Ways of a host in memory to its peer's neighbours.
 */

namespace dht
{

/// The links that a host opens: connections to others with a window each, which are made anew when
/// they fail, as LiveHost::Connect() demands.
class MemoryLinks
{
  public:
    /// @param parts What all hosts share. @param path The way of the host's packets. @param host
    /// The host. @param peer Its peer.
    MemoryLinks(MemoryParts& parts, MemoryPath& path, const MemoryHost& host, Peer& peer);

    /// The next link is there from the start, in a ready-made ring. @param neighbour Where it
    /// leads.
    void Add(MemoryHost& neighbour);

    // of the peer's host
    /// @param link A link. @return Whether it takes a request.
    LinkState StateOf(LinkIndex link);
    /// @param link A link that takes it. @param request The request.
    void Send(LinkIndex link, const Request& request);
    /// @param link A link. @return Where it leads.
    const Endpoint& EndpointOf(LinkIndex link) const;
    /// @param link A free link. @param neighbour Where it leads from now on.
    void Connect(LinkIndex link, const Endpoint& neighbour);
    /// @param link A link that is free from now on.
    void Disconnect(LinkIndex link);

    // of others
    /// The other end has accepted a connection. @param link The link. @param use Which use of it.
    /// @param life Which of all lives the other end is. @param connection What it calls it. @return
    /// Whether somebody still waits for that.
    bool OnOpened(LinkIndex link, std::uint64_t use, std::uint64_t life, ConnectionId connection);
    /// A request has left a link's window. @param link Which link. @param use Which use of it.
    void OnWindow(LinkIndex link, std::uint64_t use);
    /// A link broke or did not open; in a ready-made ring, it is down for ever. @param link The
    /// link. @param use Which use of it.
    void Fail(LinkIndex link, std::uint64_t use);
    /// The other end of some links is gone. @param life Which of all lives.
    void OnReset(std::uint64_t life);

    // for what no peer has made (MemoryHost)
    /// @param link A link. @return Whether Inject() may be called.
    bool CanInject(LinkIndex link) const;
    /// @param link A link. @param request Goes beside what the peer sends.
    void Inject(LinkIndex link, const Request& request);

  private:
    /// A way to a neighbour.
    struct Link
    {
        bool used{false};           ///< Whether it leads anywhere.
        bool open{false};           ///< Whether it takes requests.
        Endpoint to{};              ///< Where it leads.
        std::uint64_t use{0};       ///< Which use of this number, or which try to connect.
        std::uint64_t life{0};      ///< Which of all lives the other end is.
        ConnectionId connection{0}; ///< What the other end calls it.
        std::uint64_t sent{0};      ///< What was sent on the connection so far.
        bool down{false};           ///< Whether it never will again.
        bool refused{false};        ///< Whether the peer waits for room.
        std::deque<bool> inWindow;  ///< Requests on the way: whether they were injected.
        Time pause{0};              ///< How long to wait before the next try.

        /// @param injected Which requests. @return How many of these are on the way.
        std::size_t Count(bool injected) const;
    };

    /// @param out A link. @return Whether it takes a request.
    bool HasRoom(const Link& out) const;
    /// There may be room on a link: tell the peer if it waits for that. @param link The link.
    void TellRoom(LinkIndex link);
    /// Try to open a link. @param link The link.
    void Open(LinkIndex link);
    /// Ask for a connection, and once more if no answer comes. @param link The link. @param use
    /// Which use of it. @param wait How long until then. @param patience How long in all.
    void Knock(LinkIndex link, std::uint64_t use, Time wait, Time patience);
    /// Send the next of what goes on a link. @param link The link. @param request What goes;
    /// nothing if it is the end. @param time When it leaves this host.
    void SendNext(LinkIndex link, const std::optional<Request>& request, Time time);

    MemoryParts& m_parts;      ///< What all hosts share.
    MemoryPath& m_path;        ///< The way of the host's packets.
    const MemoryHost& m_host;  ///< The host.
    Peer& m_peer;              ///< Its peer.
    std::vector<Link> m_links; ///< By number.
    std::uint64_t m_uses{0};   ///< Uses of links so far.
};

} // namespace dht

#endif // DHT_MEMORY_LINKS_H
