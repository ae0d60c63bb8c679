/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_DTL_LINKS_H
#define DHT_EMU_DTL_LINKS_H

#include "datagram-port.h"
#include "dht-link-options.h"
#include "dht-links-over-transport.h"
#include "dht-random.h"
#include "link-windows.h"
#include "peer-clock.h"
#include "peer-links.h"
#include "tcp-tuning.h"
#include "transport-pump.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

/**
 * @file
 * @ingroup dht-emu
 * A peer's links over the overlay's own transport.
 */

namespace dht
{

/// A peer's links over the overlay's own transport, on the socket of its datagrams. Neighbours that
/// come over TCP are refused.
class DtlLinks : public LinksOverTransport<PeerLinks, TransportPump<LinkTransport>>
{
  public:
    /// What they are made of.
    struct Setup
    {
        LinkOptions links;          ///< How links are.
        TransportOptions transport; ///< Constants, but for those of buffers.
        TcpOptions buffers;         ///< Sizes of buffers, as of links over TCP.
        LinkWindows windows;        ///< Who governs.
    };

    /// @param context Runs them; must outlive them. @param clock The clock; must outlive them.
    /// @param listener For neighbours that have TCP. @param datagrams Carries packets; must outlive
    /// them. @param setup What they are made of. @param random For what others should not guess;
    /// must outlive them. @param listeners Whom to tell what happens.
    DtlLinks(boost::asio::io_context& context,
             const PeerClock& clock,
             boost::asio::ip::tcp::acceptor listener,
             DatagramPort& datagrams,
             const Setup& setup,
             Random& random,
             Listeners listeners);

    /// @param setup What links are made of. @return The same options, as the transport takes them.
    static LinkTransport::Options TransportOptionsOf(const Setup& setup);

    /// @param tap Is told of all that is done to them from now on; null for nobody; must outlive
    /// them.
    void SetTap(TransportTap* tap);

    void Start() override;
    void Stop() override;
    bool OnPacket(const Endpoint& from,
                  const std::uint8_t* bytes,
                  std::size_t size,
                  Time late) override;
    bool IsSending() const override;
    std::size_t ConnectionCount() const override;
    LimitCounters Limits() const override;
    std::string WhyLinksFail() const override;

  private:
    /// @param listeners Whom to tell what happens. @param limits Where links that fail are counted
    /// before. @return Whom the links tell.
    static Listeners Counting(Listeners listeners, LimitCounters& limits);
    /// Refuse neighbours that have TCP.
    void RefuseTcp();

    boost::asio::ip::tcp::acceptor m_listener;               ///< For neighbours that have TCP.
    std::function<void(const Endpoint&)> m_onOtherTransport; ///< Whom to tell of those.
    LimitCounters m_limits; ///< How often a limit was hit that is not theirs.
};

} // namespace dht

#endif // DHT_EMU_DTL_LINKS_H
