/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_STORE_MESSAGE_H
#define DHT_OVERLAY_STORE_MESSAGE_H

#include "dht-message.h"
#include "dht-storage-message.h"

#include <cstddef>
#include <cstdint>
#include <variant>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What requests of the overlay carry for the store on top of it, and their answers:
 * doc/wire-protocol.rst describes every byte.
 */

namespace dht
{

/// Bytes of a block that one message carries, at the most: a frame holds 4096, unless a ring agrees
/// on less.
constexpr std::size_t kPartBytes = 2048;

/// Bytes of a fragment, at the most: likewise. Only where there are fewer holders than fragments
/// are any as long.
constexpr std::size_t kMostFragmentBytes = 3072;

/// @param blockSize Bytes of a block. @return The fewest fragments to cut it into, such that each
/// is no longer.
std::size_t LeastFragments(std::size_t blockSize);

/// To who is responsible for a block: a part of it, please. The block's key is the request's.
struct GetPartBody
{
    std::uint16_t offset{0}; ///< Where the part begins.
    std::uint16_t most{0};   ///< Its bytes, at the most.
};

/// To who is responsible for a block: a part of it. The block's key is the request's.
struct PutPartBody
{
    Time left{0};            ///< How long to keep the block, in whole seconds.
    std::uint16_t size{0};   ///< Bytes of the block.
    std::uint16_t offset{0}; ///< Where the part begins: a multiple of kPartBytes.
    Bytes bytes;             ///< The part; only the last one is shorter than kPartBytes.
};

/// What somebody says who was asked for a block.
enum class PartStatus : std::uint8_t
{
    kHere,    ///< Here is what was asked for, or as much as the answer may hold.
    kTooFew,  ///< There are not enough fragments.
    kRefused, ///< Too many others are being served.
    kCount    ///< How many there are.
};

/// A part of a block.
struct PartBody
{
    PartStatus status{PartStatus::kHere}; ///< What follows matters in any case.
    std::uint8_t needed{0};               ///< Fragments that the block needs; 0 if none came.
    std::uint8_t found{0};                ///< Fragments that came.
    std::uint8_t asked{0};                ///< Holders that were asked.
    std::uint16_t size{0};                ///< Bytes of the block.
    std::uint16_t offset{0};              ///< Where the part begins.
    Bytes bytes;                          ///< The part; beyond the end, none.
};

/// What somebody says who was given a part of a block.
enum class PutStatus : std::uint8_t
{
    kGotPart, ///< Others are missing.
    kSpread,  ///< The holders have been told.
    kRefused, ///< It is no part of that block, or too many others are being served.
    kCount    ///< How many there are.
};

/// What has become of a block, or of a part of it.
struct PutBody
{
    PutStatus status{PutStatus::kGotPart}; ///< The outcome.
    std::uint8_t holders{0};               ///< Peers that hold a fragment.
    std::uint8_t enough{0};                ///< How many it must be.
    std::uint8_t full{0};                  ///< Holders that had no room.
    std::uint8_t silent{0};                ///< Holders that did not answer.
};

/// What a payload says. What goes to holders is as in datagrams.
using OverlayStoreBody = std::variant<GetPartBody,
                                      PutPartBody,
                                      FetchBody,
                                      StoreBody,
                                      PartBody,
                                      PutBody,
                                      FragmentBody,
                                      StoredBody>;

/// Bytes of an answer that hold a part, without the part.
constexpr std::size_t kPartHeaderBytes = 9;

/// @param body What to say: a part of at most kPartBytes, of a block of at most kMostBlockBytes; a
/// fragment to be stored is there, and any fragment is well formed. @return The payload.
Payload EncodePayload(const OverlayStoreBody& body);

/// @param payload What has arrived. @param [out] body What it says; unspecified after an error.
/// @return What is wrong with it.
WireError DecodePayload(const Payload& payload, OverlayStoreBody& body);

} // namespace dht

#endif // DHT_OVERLAY_STORE_MESSAGE_H
