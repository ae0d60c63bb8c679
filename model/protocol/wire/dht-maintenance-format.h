/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_FORMAT_H
#define DHT_MAINTENANCE_FORMAT_H

#include "dht-frame-header.h"
#include "dht-maintenance-message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Datagrams of maintenance messages, and what peers of different versions understand of each other.
 */

namespace dht
{

/// @param message A maintenance message. @return Bytes of its frame.
std::size_t FrameSize(const MaintenanceMessage& message);

/**
 * @param message A maintenance message that names at most kMaximumPeersInMessage peers, all of them
 *        and its predecessor of one address family. Only an answer or leave names any; only of an
 *        answer, and only together with its predecessor or not at all, responsible is true.
 * @param frame Where its FrameSize() bytes go.
 */
void Encode(const MaintenanceMessage& message, std::uint8_t* frame);

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @param [out] message The maintenance message; unspecified after an error.
 * @return What is wrong with it.
 */
WireError Decode(const std::uint8_t* frame, std::size_t size, MaintenanceMessage& message);

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @return What to send back to whoever speaks another version, and asks; nothing for everything
 *         else.
 */
std::optional<std::vector<std::uint8_t>> AnswerToOtherVersion(const std::uint8_t* frame,
                                                              std::size_t size);

/// What a peer of another version answers to a query.
struct OtherVersion
{
    std::uint8_t version{0}; ///< The answering peer's version.
    std::uint64_t id{0};     ///< The query's.
};

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @return What AnswerToOtherVersion() of another version has made; nothing if it has not.
 */
std::optional<OtherVersion> AnswerOfOtherVersion(const std::uint8_t* frame, std::size_t size);

} // namespace dht

#endif // DHT_MAINTENANCE_FORMAT_H
