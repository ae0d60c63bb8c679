/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_TCP_TUNING_H
#define DHT_EMU_TCP_TUNING_H

#include "dht-time.h"

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What Linux has to be told about a TCP socket, and what it is asked.
 */

namespace dht
{

/// How a peer's TCP sockets are set up.
struct TcpOptions
{
    std::size_t sendBuffer{4096};    ///< Bytes sent and not acknowledged, at the most.
    std::size_t receiveBuffer{8192}; ///< Bytes that TCP receives before they are read.
    Time patience{FromSeconds(30)};  ///< Of an idle connection, until its end counts as gone.
    std::string congestion;          ///< Congestion control of TCP itself; empty: the system's.
};

/**
 * Set up a listening socket, whose receive buffer the connections inherit that it accepts.
 *
 * @param listener The socket.
 * @param options What to set.
 */
void TuneListener(boost::asio::ip::tcp::acceptor& listener, const TcpOptions& options);

/// @param socket A connection, incoming or outgoing, before or after it is made. @param options
/// How to set it up.
void TuneConnection(boost::asio::ip::tcp::socket& socket, const TcpOptions& options);

/**
 * Acknowledge every second frame that is read, or one a little later. Otherwise Linux acknowledges
 * each as soon as it is read, which takes up to a tenth of a slow access link; it falls back to
 * that whenever it has waited for a second frame in vain, so this is to be called for every read.
 *
 * @param socket A connection that is read.
 */
void DelayAcknowledgements(boost::asio::ip::tcp::socket& socket);

/**
 * @param socket A connection.
 * @return Bytes that were written and not acknowledged.
 */
std::size_t UnacknowledgedBytes(boost::asio::ip::tcp::socket& socket);

/// @param socket A connection. @return Bytes of a full segment; at least 1.
std::size_t SegmentSize(boost::asio::ip::tcp::socket& socket);

/**
 * @param socket A connection. From now on, and until it is switched off, each byte sent makes it
 * wait for errors in vain when it is acknowledged: the only way to learn that at once.
 * @param on Whether to switch it on.
 */
void ReportAcknowledgements(boost::asio::ip::tcp::socket& socket, bool on);

/// Throw away what ReportAcknowledgements() has brought. @param socket A connection.
void DiscardReports(boost::asio::ip::tcp::socket& socket);

/// @param name A congestion control of TCP. @return Whether this system offers it.
bool IsTcpCongestionKnown(const std::string& name);

/// @return The congestion control of TCP that this system takes by default.
std::string SystemTcpCongestion();

} // namespace dht

#endif // DHT_EMU_TCP_TUNING_H
