/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sqlite-store-trials.h"

#include "block-store-suite.h"
#include "peer-error.h"
#include "random-block.h"
#include "sqlite-block-store.h"

#include <gtest/gtest.h>

namespace dht
{
namespace test
{

Fragment
SomeFragment(unsigned number)
{
    Fragment fragment = RandomFragments(RandomBlock(8192, number), 1).front();
    fragment.left = kHour;
    return fragment;
}

std::string
WhyNot(const std::string& directory)
{
    try
    {
        const SqliteBlockStore store(directory, {});
    }
    catch (const PeerError& error)
    {
        EXPECT_EQ(error.GetStatus(), PeerError::kFailed);
        return error.what();
    }
    return "";
}

void
ExpectLine(const std::string& line, const std::vector<std::string>& words)
{
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    for (const std::string& word : words)
    {
        EXPECT_NE(line.find(word), std::string::npos) << line;
    }
}

} // namespace test
} // namespace dht
