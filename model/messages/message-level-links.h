/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_LINKS_H
#define DHT_CC_MESSAGE_LEVEL_LINKS_H

#include "dht-host.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Links of message-level peers that come and go.
 */

namespace ns3
{

/// What peers tell each other of their links. Each use of a link is a stream of its own, so that
/// what belongs to an earlier one reaches nobody.
struct MessageSignal
{
    /// What it says.
    enum class Kind : uint8_t
    {
        OPEN,    //!< The sender wants to send requests.
        OPENED,  //!< The answer: it may.
        CLOSE,   //!< The sender sends no more.
        RESET,   //!< The other end knows no such stream, or has closed it.
        PROBE,   //!< Is there anybody? As a segment that is sent again.
        SILENCE, //!< Nobody was there. It stands for an acknowledgement that does not come.
    };

    uint32_t from;     //!< Who sends it.
    uint32_t stream;   //!< Which stream, by the number that its sender has given it.
    Kind kind;         //!< What it says.
    uint32_t since{0}; //!< With OPEN, the first stream of its sender's life.
};

/**
 * The links that a peer opens in one life, and those of others to it. It keeps no clock and sends
 * nothing: the peer does.
 *
 * A link that nobody answers is given up as TCP gives it up at the packet level: a connection after
 * 7 s, of which the peer hears after one; an attempt to connect after 9 s. Then there is a pause of
 * a second, which doubles four times.
 */
class MessageLevelLinks
{
  public:
    /// What a link is doing.
    enum class State : uint8_t
    {
        FREE,       //!< It leads nowhere.
        CONNECTING, //!< It waits for an answer.
        OPEN,       //!< It takes requests.
        PAUSED      //!< It has failed, and tries again later.
    };

    /// A way to a neighbour.
    struct Link
    {
        uint32_t to{0};               //!< Where it leads.
        uint32_t stream{0};           //!< Its present use.
        State state{State::FREE};     //!< What it is doing.
        uint8_t failures{0};          //!< Since it was open last.
        uint8_t tries{0};             //!< Times that something was sent again to a silent end.
        bool hasBeenTold{false};      //!< Whether the peer knows of this silence.
        dht::Time dueAt{dht::kNever}; //!< When there is something to do.
    };

    /// A neighbour's way to this peer.
    struct Connection
    {
        uint32_t from{0};     //!< From whom.
        uint32_t stream{0};   //!< How that end calls it.
        bool isThere{false};  //!< Whether this place is taken.
        bool isClosed{false}; //!< Whether nothing more comes.
    };

    /// What is to be done for a silent link.
    enum class Due : uint8_t
    {
        OPEN,  //!< Try to connect.
        PROBE, //!< Send again.
        FAIL   //!< Give it up.
    };

    /// @param made How many streams the peer's earlier lives have made.
    explicit MessageLevelLinks(uint32_t made);

    // what goes out

    /// @return How many streams the peer has made in all of its lives.
    uint32_t Made() const;
    /// @return The first stream of this life.
    uint32_t Since() const;
    /// @return The links, by number; there may be free ones among them.
    const std::vector<Link>& GetLinks() const;
    /// @param link A link's number. @return The link.
    const Link& Get(dht::LinkIndex link) const;
    /// @param link A link's number. @return Whether it takes requests.
    bool IsOpen(dht::LinkIndex link) const;
    /// @param stream A stream that this peer has made. @return The link, if that is its present
    /// use.
    std::optional<dht::LinkIndex> Find(uint32_t stream) const;
    /// A free link leads somewhere from now on. @param link Its number. @param to The neighbour.
    void Connect(dht::LinkIndex link, uint32_t to);
    /// Try to connect. @param link The link. @return Its new stream.
    uint32_t Open(dht::LinkIndex link);
    /// The other end has answered. @param link The link.
    void OnOpened(dht::LinkIndex link);
    /// The other end does not answer. @param now The present. @param link The link. @return Whether
    /// that is news.
    bool OnSilence(dht::Time now, dht::LinkIndex link);
    /// The other end is there. @param link The link.
    void OnHeard(dht::LinkIndex link);
    /// Give up a link, which is to be tried again. @param now The present. @param link The link.
    void Fail(dht::Time now, dht::LinkIndex link);
    /// A link leads nowhere from now on. @param link The link.
    void Free(dht::LinkIndex link);
    /// @return When there is something to do next.
    dht::Time NextDue() const;
    /// @param now The present. @return A link for which there is something to do now.
    std::optional<dht::LinkIndex> FindDue(dht::Time now) const;
    /// @param now The present. @param link A link that is due. @return What is to be done.
    Due TakeDue(dht::Time now, dht::LinkIndex link);
    /// @param link A silent link. @return Whether the peer is to be told of that now, once.
    bool TakeTold(dht::LinkIndex link);

    // what comes in

    /// @return The connections, by number; there may be free places among them.
    const std::vector<Connection>& GetConnections() const;
    /// @param from A neighbour. @param stream Its stream. @return The connection; nothing if there
    /// is none.
    std::optional<dht::ConnectionId> FindConnection(uint32_t from, uint32_t stream) const;
    /// A neighbour connects. @param from Which one. @param stream Its stream. @return The
    /// connection.
    dht::ConnectionId Accept(uint32_t from, uint32_t stream);
    /// Nothing more comes. @param connection A connection.
    void OnClose(dht::ConnectionId connection);
    /// A connection is no more. @param connection The connection.
    void Drop(dht::ConnectionId connection);
    /// @param from A neighbour. @param since Its first stream of its present life. @return A
    /// connection of an earlier one; nothing if there is none.
    std::optional<dht::ConnectionId> FindOutlived(uint32_t from, uint32_t since) const;

  private:
    uint32_t m_first;                      //!< The first stream's generation.
    uint32_t m_made;                       //!< Streams made by all lives.
    std::vector<Link> m_links;             //!< By number.
    std::vector<Connection> m_connections; //!< By number.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_LINKS_H
