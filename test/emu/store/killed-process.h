/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_KILLED_PROCESS_H
#define DHT_CC_TEST_KILLED_PROCESS_H

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A process that ends between any two things that it does with files.
 */

namespace dht
{
namespace test
{

/// A call of the system that changes files.
enum class FileCall
{
    kWrite, ///< Bytes of a file, or its size.
    kName,  ///< The name of a file, or that there is one.
};

/// Do something in another process, which is killed before one of the calls that change files.
/// @param act What is done. @param last The call, from 0; if there are fewer, it ends by itself.
/// @return The calls before that, in turn; nothing if this process may not watch another one.
std::optional<std::vector<FileCall>> RunUntilKilled(const std::function<void()>& act,
                                                    std::size_t last);

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_KILLED_PROCESS_H
