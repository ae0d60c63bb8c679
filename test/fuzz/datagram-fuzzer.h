/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DATAGRAM_FUZZER_H
#define DHT_CC_DATAGRAM_FUZZER_H

#include "dht-datagram.h"
#include "dht-maintenance-format.h"
#include "dht-wire-format.h"
#include "fuzz-input.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Any bytes in a datagram.
 */

namespace dht
{
namespace fuzz
{

/// What peers of different versions tell each other. @param frame A datagram.
inline void
CheckOtherVersions(const Bytes& frame)
{
    const auto answer = AnswerToOtherVersion(frame.data(), frame.size());
    const auto told = AnswerOfOtherVersion(frame.data(), frame.size());
    Require(!answer || !told, "an answer is not answered");
    if (answer)
    {
        Require(answer->size() <= frame.size(), "an answer is not longer than its query");
        Require(std::equal(answer->begin() + 8, answer->end(), frame.begin() + 8), "it has its id");
        Require(!AnswerToOtherVersion(answer->data(), answer->size()), "an answer is one of ours");
    }
    Require(!told || told->version != kWireVersion, "another version is another one");
}

/// What holds of all that the store's peers tell each other. @param message A message that came.
inline void
CheckStorage(const StorageMessage& message)
{
    Require(message.attempt > 0, "a transmission has a number");
    const auto* const located = BodyOf<LocatedBody>(message);
    Require(!located || located->peers.size() <= kMaximumLocated,
            "a message names 16 peers at the most");
    const auto* const locate = BodyOf<LocateBody>(message);
    Require(!locate || locate->wanted <= kMaximumLocated || locate->wanted == kOnlyResponsible,
            "a lookup wants what can be named");
    const auto* const held = BodyOf<FragmentBody>(message);
    Require(!held || held->fragment.status != FragmentStatus::kHeld || IsWellFormed(held->fragment),
            "the parts of a fragment fit each other");
    const auto* const store = BodyOf<StoreBody>(message);
    Require(!store || !store->fragment || IsWellFormed(*store->fragment),
            "so do those of one that is to be held");
}

/// @param data A datagram. @param size Its bytes.
inline void
FuzzDatagram(const std::uint8_t* data, std::size_t size)
{
    const Bytes frame = Input(data, size).Rest();
    Datagram datagram;
    const WireError error = DecodeDatagram(frame.data(), frame.size(), datagram);
    CheckOtherVersions(frame);
    if (error == WireError::kNone)
    {
        Require(EncodeDatagram(datagram) == frame, "each byte means something");
        Require(frame[2] == kWireVersion, "only this version is understood");
        Require(!AnswerToOtherVersion(frame.data(), frame.size()), "it is not another one too");
        const auto* const message = std::get_if<MaintenanceMessage>(&datagram);
        Require(!message || message->peers.size() <= 16, "a message names 16 peers at the most");
        if (const auto* const stored = std::get_if<StorageMessage>(&datagram))
        {
            CheckStorage(*stored);
        }
    }
    Request request;
    if (DecodeStreamed(frame.data(), frame.size(), request) == WireError::kNone)
    {
        Require(error == WireError::kType, "what comes on connections is of no use in a datagram");
        Require(EncodeDatagram(request) == frame, "each byte means something");
    }
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_DATAGRAM_FUZZER_H
