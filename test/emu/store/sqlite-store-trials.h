/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_SQLITE_STORE_TRIALS_H
#define DHT_CC_TEST_SQLITE_STORE_TRIALS_H

#include "sqlite-block-store.h"

#include <chrono>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What checks of a store in a file share.
 */

namespace dht
{
namespace test
{

/// For which fragments are kept.
constexpr Time kHour = std::chrono::hours(1);
/// Bytes of a page of a store's file.
constexpr std::size_t kPage = 4096;
/// A store's file in its directory.
inline const char* const kFile = "/fragments.sqlite";

/// @param number Any number; the same one makes the same fragment. @return A fragment.
Fragment SomeFragment(unsigned number);

/// @param directory Where a store is made. @param count Fragments of it.
void Fill(const std::string& directory, unsigned count);

/// A fragment decays. @param directory Of a store that is not open. @param key The fragment's key.
/// @param change What happens to it.
void DecayRow(const std::string& directory,
              const Key& key,
              const std::function<void(Fragment&)>& change);

/// @param path A file. @param place The first byte's offset. @param bytes What is written there.
void Overwrite(const std::string& path, std::size_t place, const std::string& bytes);

/// Let a store do what is due until there is nothing more. @param store The store. @param now The
/// present.
void MendAll(SqliteBlockStore& store, Time now);

/// @param directory Where a store shall be opened. @return The line that says why it is not.
std::string WhyNot(const std::string& directory);

/// Expect that a line has some words, and is one. @param line What a program said. @param words The
/// words.
void ExpectLine(const std::string& line, const std::vector<std::string>& words);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_SQLITE_STORE_TRIALS_H
