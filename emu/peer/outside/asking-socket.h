/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_ASKING_SOCKET_H
#define DHT_EMU_ASKING_SOCKET_H

#include "dht-endpoint.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <optional>

/**
 * @file
 * @ingroup dht-emu
 * What those have in common who ask a ring from outside.
 */

namespace dht
{

/// @param context Runs the socket. @param listen Where to ask from, if that is given. @param first
/// Whom to ask first. @return A socket by which the ring can answer. @throws PeerError There is
/// none.
boost::asio::ip::udp::socket MakeAskingSocket(boost::asio::io_context& context,
                                              const std::optional<Endpoint>& listen,
                                              const Endpoint& first);

} // namespace dht

#endif // DHT_EMU_ASKING_SOCKET_H
