/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_CHURN_TRACE_H
#define DHT_CC_DHT_CHURN_TRACE_H

#include "ns3/nstime.h"

#include <istream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * When peers join, leave and crash, from a file with a line for each event:
 *
 *     # time_s,peer,event
 *     0,0,join
 *     12.5,3,join
 *     300,3,crash
 *     310,0,leave
 *
 * Peers are numbered from 0, and none is up at the beginning. Times must not decrease. Empty
 * lines, lines that begin with #, and a first line "time_s,peer,event" are skipped.
 */
class DhtChurnTrace
{
  public:
    /// Kinds of events.
    enum Event
    {
        JOIN,  //!< The peer joins.
        LEAVE, //!< The peer leaves and tells its neighbours.
        CRASH, //!< The peer crashes.
    };

    /// One event.
    struct Line
    {
        Time time;        //!< Time of the event.
        std::size_t peer; //!< The peer's number.
        Event event;      //!< Kind of event.
    };

    /**
     * Read a trace.
     *
     * @param text The file's contents.
     * @throws std::runtime_error A line is malformed or impossible; the message names the line's
     * number.
     */
    explicit DhtChurnTrace(std::istream& text);

    /**
     * @return All events, in order.
     */
    const std::vector<Line>& GetLines() const;

    /**
     * @return The highest number of a peer, plus one.
     */
    std::size_t GetPeers() const;

  private:
    /// @param text A line. @return Its event. @throws std::runtime_error The line is malformed.
    static Line Parse(const std::string& text);
    /// Add an event. @param line The event. @throws std::runtime_error The event is impossible.
    void Add(const Line& line);

    std::vector<Line> m_lines; //!< In order.
    std::vector<bool> m_up;    //!< By peer: whether it is up after the last line.
};

} // namespace ns3

#endif // DHT_CC_DHT_CHURN_TRACE_H
