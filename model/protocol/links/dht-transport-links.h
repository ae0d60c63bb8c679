/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_LINKS_H
#define DHT_TRANSPORT_LINKS_H

#include "dht-host.h"
#include "dht-transport-endpoint.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The ways to a peer's neighbours, over the transport.
 */

namespace dht
{

/**
 * A peer's links to its neighbours, by link number: streams of requests over an endpoint of the
 * transport. A link that is lost is opened again. Links come and go; a free number may be used
 * again.
 *
 * Listeners are called from OnEvent() alone, so never while the peer is at work.
 */
class TransportLinks
{
  public:
    /// Something happened to a link. @param link The link's number.
    using Event = std::function<void(LinkIndex link)>;

    /// Whom to tell what happens. Any may close the link, and open others.
    struct Listeners
    {
        Event onConnected; ///< The neighbour has answered data.
        Event onWritable;  ///< There is room for what StateFor() had none for.
        Event onLost;      ///< The neighbour is not there, or not any more; told again and again.
        Event onSilent;    ///< The neighbour may not be there any more.
    };

    /// How links are.
    struct Options
    {
        std::size_t longestFrame; ///< Bytes of a frame that a link takes, at the most.
        double priority;          ///< Of each link.
        /// The membership sees to it that links lead to peers that are there: so requests wait for
        /// a link that is lost, and attempts to open it are further and further apart.
        bool isMaintained;
    };

    /// @param endpoint Carries them; must outlive this object. @param options How they are. @param
    /// listeners Whom to tell what happens.
    TransportLinks(TransportEndpoint& endpoint, const Options& options, Listeners listeners);

    /// Open a link. @param now The present. @param link A free number. @param neighbour The other
    /// end's endpoint.
    void Open(Time now, LinkIndex link, const Endpoint& neighbour);
    /// What was sent still arrives, as long as the endpoint lives; the number is free. @param now
    /// The present. @param link A number; nothing happens if it is free.
    void Close(Time now, LinkIndex link);
    /// Close all links. @param now The present.
    void CloseAll(Time now);

    /**
     * @param link A number.
     * @param bytes Size of a frame.
     * @return kReady if the link takes it as a whole. kDown for a free number and a frame that is
     *         too long; and, unless links are maintained, for a link that is lost, until it is
     *         open again.
     */
    LinkState StateFor(LinkIndex link, std::size_t bytes);
    /// @param now The present. @param link A link that is ready. @param request What goes there.
    /// @throws std::logic_error The link is not ready for it.
    void Send(Time now, LinkIndex link, const Request& request);

    /// @param now The present. @param event What the endpoint tells; ignored if it is of no link of
    /// this peer.
    void OnEvent(Time now, const TransportEvent& event);
    /// Open what is to be opened again. @param now The present.
    void OnTimer(Time now);
    /// @return When to call OnTimer(); kNever if never.
    Time NextTimer() const;

  private:
    /// A link.
    struct Record
    {
        Endpoint neighbour;         ///< The other end's endpoint.
        TransportLink transport{0}; ///< What the endpoint calls it; 0 while it is lost.
        bool isConnected{false};    ///< The neighbour has answered data.
        unsigned failed{0};         ///< Attempts that failed since it was open.
        Time retry{kNever};         ///< When to open it again.
    };

    /// @param link A number. @return The link, or null.
    Record* Find(LinkIndex link);
    /// @param now The present. @param link A link that is lost, or new. @param record The link's
    /// state.
    void Connect(Time now, LinkIndex link, Record& record);
    /// @param now The present. @param record A link that is lost.
    void RetryLater(Time now, Record& record);

    TransportEndpoint& m_endpoint;                ///< Carries them.
    Options m_options;                            ///< How they are.
    Listeners m_listeners;                        ///< Whom to tell what happens.
    std::map<LinkIndex, Record> m_links;          ///< By number.
    std::map<TransportLink, LinkIndex> m_numbers; ///< By what the endpoint calls them.
    std::vector<std::uint8_t> m_frame;            ///< Of the request being sent.
};

} // namespace dht

#endif // DHT_TRANSPORT_LINKS_H
