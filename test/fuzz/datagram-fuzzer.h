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

#include <type_traits>

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

/// What is read and written of a frame's extensions. @param extensions As they came.
inline void
CheckExtensions(Extensions extensions)
{
    const Bytes before = extensions.Area();
    const std::uint8_t feedback = FeedbackIn(extensions);
    const std::uint64_t token = TokenIn(extensions);
    SetFeedback(extensions, 7);
    const bool isThere = FeedbackIn(extensions) == 7;
    Require(isThere || (extensions.Area() == before && before.size() > 252), "feedback has room");
    Require(extensions.Area().size() <= Extensions::kMaximumSize, "they are not longer than that");
    Require(TokenIn(extensions) == token, "nothing else changes");
    Extensions again;
    Require(again.Read(extensions.Area().data(), extensions.Area().size()) == WireError::kNone,
            "they are understood");
    SetFeedback(extensions, 0);
    Require(FeedbackIn(extensions) == 0, "feedback is taken out");
    if (feedback != 0)
    {
        SetFeedback(extensions, feedback);
    }
    else if (before.size() + 2 + 8 <= Extensions::kMaximumSize)
    {
        SetToken(extensions, token + 1);
        Require(TokenIn(extensions) == token + 1, "a token takes the place of another");
    }
}

/// @param datagram One that is understood. @return Its extensions.
inline Extensions
ExtensionsOf(const Datagram& datagram)
{
    return std::visit(
        [](const auto& content) {
            if constexpr (std::is_same_v<std::decay_t<decltype(content)>, MaintenanceMessage> ||
                          std::is_same_v<std::decay_t<decltype(content)>, StorageMessage>)
            {
                return content.extensions;
            }
            else
            {
                return content.extras->extensions;
            }
        },
        datagram);
}

/// @param data A datagram. @param size Its bytes. @return How many frames were tried: one.
inline std::size_t
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
        Require(WaitsForRoom(datagram) == std::holds_alternative<Request>(datagram),
                "a lookup waits for room, and nothing else");
        CheckExtensions(ExtensionsOf(datagram));
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
    return 1;
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_DATAGRAM_FUZZER_H
