/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_FAILING_DISK_H
#define DHT_CC_TEST_FAILING_DISK_H

#include <cstdint>
#include <functional>
#include <string>

/**
 * @file
 * @ingroup dht-cc-tests
 * A disk that fails.
 */

namespace dht
{
namespace test
{

/// What SQLite does with files, as long as this exists: some of it goes wrong.
class FailingDisk
{
  public:
    /// What is done.
    enum class Action
    {
        kRead,  ///< Read a page.
        kWrite, ///< Write one.
        kSync,  ///< Wait for the disk.
    };

    /// Says what comes of an action on a file at an offset: a result of SQLite, 0 if it works.
    using Fate = std::function<int(Action action, const std::string& path, std::int64_t offset)>;

    /// @param fate What comes of what is done.
    explicit FailingDisk(Fate fate);
    ~FailingDisk();

    FailingDisk(const FailingDisk&) = delete;
    FailingDisk& operator=(const FailingDisk&) = delete;
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_FAILING_DISK_H
