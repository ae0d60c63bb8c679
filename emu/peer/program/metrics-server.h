/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_METRICS_SERVER_H
#define DHT_EMU_METRICS_SERVER_H

#include "dht-endpoint.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * Gives counters to who asks by HTTP.
 */

namespace dht
{

/// Answers GET /metrics in OpenMetrics' text format, on the event loop of a peer. Whoever asks has
/// a few seconds, a short request, and one of a few places.
class MetricsServer
{
  public:
    /**
     * @param context Runs it; must outlive it.
     * @param listen Where it listens; port 0 for any that is free.
     * @param text Makes the text; called from the event loop. It must not be called once this
     * object has gone.
     * @throws PeerError The address or port cannot be used.
     */
    MetricsServer(boost::asio::io_context& context,
                  const Endpoint& listen,
                  std::function<std::string()> text);

    /// @return Where it listens.
    Endpoint Self() const;

  private:
    /// Wait for somebody.
    void Accept();

    boost::asio::ip::tcp::acceptor m_listener; ///< Takes connections.
    boost::asio::steady_timer m_pause;         ///< After one that could not be taken.
    std::function<std::string()> m_text;       ///< Makes the text.
    std::shared_ptr<std::size_t> m_open;       ///< Connections that are open.
};

} // namespace dht

#endif // DHT_EMU_METRICS_SERVER_H
