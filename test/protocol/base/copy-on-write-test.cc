/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-copy-on-write.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace dht
{
namespace
{

using Text = CopyOnWrite<std::string>;

TEST(CopyOnWriteTest, WhatWasNeverWrittenToIsNew)
{
    const Text text;
    EXPECT_EQ(*text, "");
    EXPECT_EQ(text->size(), 0u);
}

TEST(CopyOnWriteTest, CopiesShareUntilOneIsWrittenTo)
{
    Text text;
    text.Write() = "one";
    Text copy = text;
    EXPECT_EQ(&*copy, &*text);
    copy.Write() += " and two";
    EXPECT_EQ(*text, "one");
    EXPECT_EQ(*copy, "one and two");
}

TEST(CopyOnWriteTest, WhatIsNotSharedIsWrittenInPlace)
{
    Text text;
    const std::string* const first = &text.Write();
    EXPECT_EQ(&text.Write(), first);
    const Text moved = std::move(text);
    EXPECT_EQ(&*moved, first);
    EXPECT_EQ(*text, "");
}

TEST(CopyOnWriteTest, AResetForgetsForOneOnly)
{
    Text text;
    text.Write() = "one";
    const Text copy = text;
    text.Reset();
    EXPECT_EQ(*text, "");
    EXPECT_EQ(*copy, "one");
    EXPECT_EQ(sizeof(text), sizeof(void*));
}

} // namespace
} // namespace dht
