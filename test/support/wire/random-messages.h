/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_RANDOM_MESSAGES_H
#define DHT_CC_TEST_RANDOM_MESSAGES_H

#include "dht-wire-format.h"
#include "memory-ring.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Messages of all shapes, and what must hold of any bytes.
 */

namespace dht
{
namespace test
{

/// Random messages of all shapes.
class RandomMessages
{
  public:
    /// @param seed Which messages.
    explicit RandomMessages(std::uint64_t seed);

    /// @return Any byte.
    std::uint8_t Byte();

    /// @return A request, a lookup or a routed overlay-ack.
    Request NextRequest();

    /// @return An overlay-ack or a redirect.
    OverlayAck NextAck();

    /// @return A maintenance message.
    MaintenanceMessage NextMaintenance();

    /// @return A message of the store.
    StorageMessage NextStorage();

    /// @return One frame of each of these four sorts.
    std::vector<std::vector<std::uint8_t>> NextFrames();

  private:
    /// @param ipv6 Whether it is an IPv6 one. @return Any endpoint.
    Endpoint NextEndpoint(bool ipv6);
    /// @return Any place of a peer, as it is told.
    WireCoordinate NextCoordinate();
    /// @return A well-formed fragment of up to 60 bytes.
    Fragment NextFragment();
    /// @param kind Which one of them. @return What a message of the store says.
    StorageBody NextStorageBody(std::size_t kind);
    /// @return A lifetime of whole seconds.
    Time NextLifetime();
    /// @return Up to 20 bytes.
    Payload NextPayload();
    /// @return None, or a few that need not be known.
    Extensions NextExtensions();
    /// @return Yes or no.
    bool Coin();

    MersenneRandom m_random; ///< Of everything.
};

/// @param request A message. @return Its frame.
std::vector<std::uint8_t> Encoded(const Request& request);

/**
 * Every byte of a frame means something, so what decodes at all encodes to the same bytes again.
 * The bytes are at the very end of an allocation: reading beyond it shows under a sanitizer.
 *
 * @param bytes Any bytes.
 * @return Whether they decoded.
 */
bool DecodesFaithfully(const std::vector<std::uint8_t>& bytes);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_RANDOM_MESSAGES_H
