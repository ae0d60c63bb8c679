/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORED_FILES_H
#define DHT_CC_STORED_FILES_H

#include <cstddef>
#include <string>

/// @param path A file that is made. @param size How long. @param seed What is in it.
void MakeFile(const std::string& path, std::size_t size, unsigned seed);

/// @param text A command's output. @return Its one line.
std::string LineOf(const std::string& text);

/// Put a file, which works. @param path The file's path. @param peer Through whom. @return Its key.
std::string Put(const std::string& path, const std::string& peer);

/// Get a file, and expect it to be another one. @param key Its key. @param peer Through whom.
/// @param original The other one. @return What the command said.
std::string ExpectGot(const std::string& key, const std::string& peer, const std::string& original);

/// @param key Of a file. @param peer Whom to ask. @return Fragments that the block with the fewest
/// has beyond those that it takes; less than 0 if it cannot be told.
int LeastSpare(const std::string& key, const std::string& peer);

/// All fragments become others, as if these had been put: their checksums are right. @param
/// directory Of a peer that is no more.
void MakeLiar(const std::string& directory);

/// @param directory Of a peer that is no more. @param sql What to do with what it holds.
void ChangeStore(const std::string& directory, const std::string& sql);

#endif // DHT_CC_STORED_FILES_H
