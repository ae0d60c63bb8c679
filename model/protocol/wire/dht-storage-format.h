/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_FORMAT_H
#define DHT_STORAGE_FORMAT_H

#include "dht-frame-header.h"
#include "dht-storage-message.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Datagrams of the store: doc/wire-protocol.rst describes every byte.
 */

namespace dht
{

/// @param type Of a frame. @return Whether it is a message of the store.
bool IsStorageType(std::uint8_t type);

/// @param message A message of the store. @return Bytes of its frame.
std::size_t FrameSize(const StorageMessage& message);

/**
 * @param message A message of the store: what it names is of one address family, at most
 *        kMaximumLocated peers; a fragment that is held is well formed (IsWellFormed()).
 * @param frame Where its FrameSize() bytes go.
 */
void Encode(const StorageMessage& message, std::uint8_t* frame);

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @param [out] message The message; unspecified after an error.
 * @return What is wrong with it.
 */
WireError Decode(const std::uint8_t* frame, std::size_t size, StorageMessage& message);

} // namespace dht

#endif // DHT_STORAGE_FORMAT_H
