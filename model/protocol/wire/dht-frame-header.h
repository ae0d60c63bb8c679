/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAME_HEADER_H
#define DHT_FRAME_HEADER_H

#include "dht-endpoint.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * What all frames have in common: doc/wire-protocol.rst describes every byte.
 */

namespace dht
{

/// The version of the wire protocol.
constexpr std::uint8_t kWireVersion = 2;
/// Bytes every frame begins with.
constexpr std::size_t kCommonHeaderSize = 16;
/// Bytes of the longest frame that the length field can state.
constexpr std::size_t kMaximumFrameSize = 65535;

/// What may be wrong with a frame.
enum class WireError : std::uint8_t
{
    kNone,      ///< Nothing is wrong.
    kLength,    ///< Shorter than its header, longer than allowed, or not as long as it says.
    kVersion,   ///< Of another protocol version.
    kType,      ///< Of a type that is not expected here.
    kField,     ///< A reserved bit or byte is set, or a field has an impossible value.
    kExtension, ///< An extension that has to be known is not.
    kCount      ///< How many kinds there are.
};

/// How often each kind of error occurred.
using WireErrorCounts = std::array<std::uint64_t, static_cast<std::size_t>(WireError::kCount)>;

/**
 * @param error A kind of error.
 * @return Its name, as counters show it.
 */
const char* ToString(WireError error);

/// What the files of the codec share, and nobody else needs.
namespace wire
{

/// What a frame is.
enum Type : std::uint8_t
{
    kNoType = 0,
    kRequest = 1,
    kOverlayAck = 2,
    kRoutedAck = 3,
    kLookup = 4,
    kRedirect = 5,
    kQuery = 6,
    kNeighbours = 7,
    kNotify = 8,
    kLeave = 9,
    kLocate = 10,
    kAccepted = 11,
    kLocated = 12,
    kFetch = 13,
    kFragment = 14,
    kStore = 15,
    kStored = 16,
    kSync = 17,
    kSynced = 18,
};

/// Bits of the flags.
enum Flag : std::uint8_t
{
    kMarked = 0x01,
    kIpv6 = 0x02,
    kReplyTo = 0x04,
    kWithheld = 0x04, // of a lookup
    kResponsible = 0x08,
    kComplete = 0x08, // of an answer to a lookup
    kPredecessor = 0x10,
    kExtensions = 0x20,
};

/// The common header, without the length and what has but one value.
struct Header
{
    std::uint8_t type{kNoType}; ///< A Type.
    std::uint8_t flags{0};      ///< Of type Flag.
    std::uint8_t hopLimit{0};   ///< Overlay hops that are still allowed.
    std::uint8_t attempt{1};    ///< Which transmission; never 0.
    std::uint64_t id{0};        ///< Of the request, or of the transaction.
};

/// What a type of frame is like, apart from the common header.
struct Layout
{
    Type type;             ///< The type of frame.
    std::uint8_t flags;    ///< Those that may be set, besides kExtensions.
    std::uint8_t mostHops; ///< The greatest hop limit.
    /// The least bytes without extensions, by the flags that are set.
    std::size_t (*leastSize)(std::uint8_t set);
};

/**
 * @param header What to write.
 * @param size Bytes of the whole frame.
 * @param frame Where its first kCommonHeaderSize bytes go.
 */
void EncodeHeader(const Header& header, std::size_t size, std::uint8_t* frame);

/**
 * Checks and reads the common header.
 *
 * @param frame A whole frame.
 * @param size Its bytes.
 * @param layout What it should be like.
 * @param [out] header What it says; unspecified after an error.
 * @return What is wrong with it.
 */
WireError DecodeHeader(const std::uint8_t* frame,
                       std::size_t size,
                       const Layout& layout,
                       Header& header);

/**
 * @param frame A whole frame.
 * @param size Its bytes.
 * @param [out] header What it says, whatever its version; unspecified if there is none.
 * @return Its version; nothing if it is too short, or not as long as it says.
 */
std::optional<std::uint8_t> ReadVersion(const std::uint8_t* frame,
                                        std::size_t size,
                                        Header& header);

/// @param frame The frame. @param size Its bytes. @return Its type; kNoType if it has none.
std::uint8_t TypeOf(const std::uint8_t* frame, std::size_t size);

/// @param flags Of a frame. @return Bytes of an endpoint in it.
constexpr std::size_t
EndpointSize(std::uint8_t flags)
{
    return 2 + (flags & kIpv6 ? 16 : 4);
}

/// @param endpoint What to write. @param to Where its port and address go.
void EncodeEndpoint(const Endpoint& endpoint, std::uint8_t* to);

/// @param from A port and an address. @param flags Of the frame. @return The endpoint.
Endpoint DecodeEndpoint(const std::uint8_t* from, std::uint8_t flags);

} // namespace wire
} // namespace dht

#endif // DHT_FRAME_HEADER_H
