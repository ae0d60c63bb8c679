/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MESSAGE_H
#define DHT_MESSAGE_H

#include "dht-copy-on-write.h"
#include "dht-endpoint.h"
#include "dht-extensions.h"
#include "dht-key.h"

#include <boost/smart_ptr/make_shared.hpp>
#include <boost/smart_ptr/shared_ptr.hpp>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What travels through the overlay.
 */

namespace dht
{

/// An application's bytes: immutable and shared, so that a relay or a retransmission copies none.
struct Payload
{
    boost::shared_ptr<const std::uint8_t[]> bytes; ///< The bytes.
    std::size_t size{0};                           ///< Number of bytes.

    /**
     * @param size How many bytes.
     * @return That many zeros.
     */
    static Payload Zeros(std::size_t size)
    {
        return size == 0 ? Payload{} : Payload{boost::make_shared<std::uint8_t[]>(size), size};
    }
};

/// What a message in the overlay is.
enum class MessageKind : std::uint8_t
{
    kRequest,   ///< A request on its way to the peer that is responsible for its key.
    kRoutedAck, ///< An overlay-ack on its way back through the overlay; its key is the source's id.
    kLookup,    ///< A request that asks one peer for the next hop only (iterative routing).
};

/// What a message in the overlay has besides, if anything. But for feedback, none of it changes on
/// the way.
struct Extras
{
    Payload payload{};               ///< The application's bytes.
    std::optional<Key> replyTo;      ///< Route the overlay-ack to this id; else send a datagram.
    Endpoint to{};                   ///< Of a lookup: whom to ask; not on the wire.
    std::uint8_t requestHopLimit{0}; ///< Of an overlay-ack: what the request's was at last.
    bool isWithheld{false};          ///< Of a lookup: whether its payload is still to come.
    Extensions extensions;           ///< What else its frame carries.
};

/**
 * A message that travels from peer to peer towards the one responsible for its key: a request, or
 * an overlay-ack that is routed back (NCA06, section 2.1; COMSNETS09, section IV-1).
 */
struct Request
{
    std::uint64_t id{0};        ///< Chosen by the source, hard to guess.
    CopyOnWrite<Extras> extras; ///< What it has besides, if anything.
    Key key{};                  ///< What is looked up; of an overlay-ack: the source's id.
    Endpoint source{};          ///< Where the overlay-ack goes; of an overlay-ack: who answers.
    std::uint32_t milliRate{0}; ///< The source's request rate x in 1/1000 requests/s; 0: unknown.
    std::uint8_t attempt{1};    ///< 1 for the first transmission, then 2, 3, ...; wraps to 1.
    std::uint8_t hopLimit{0};   ///< Overlay hops that are still allowed.
    bool marked{false};         ///< The congestion bit h (COMSNETS09, section IV-1).
    MessageKind kind{MessageKind::kRequest}; ///< What it is.
};

// very many are under way where very many peers are in one process
static_assert(sizeof(Request) <= 64);

/// What an overlay-ack has besides, if anything.
struct AckExtras
{
    Payload payload{};     ///< What the application answers; a redirect has none.
    Extensions extensions; ///< What else its frame carries.
    std::vector<Endpoint>
        further{}; ///< Of a redirect: who else is nearer, best first, up to three.
};

/// The answer to the source of a request: of the responsible peer, or of one that knows a nearer
/// one.
struct OverlayAck
{
    std::uint64_t id{0};      ///< The request's.
    std::uint8_t attempt{1};  ///< The request's.
    std::uint8_t hopLimit{0}; ///< What was left of the request's.
    bool marked{false};       ///< The request's bit h as it arrived.
    Endpoint responsible{};   ///< Who is responsible for the key; of a redirect: who is nearest.
    bool redirect{false};     ///< Whether the source has to ask that one (iterative routing).
    CopyOnWrite<AckExtras> extras{}; ///< What it has besides, if anything.
};

} // namespace dht

#endif // DHT_MESSAGE_H
