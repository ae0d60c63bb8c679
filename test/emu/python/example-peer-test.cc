/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

/// The peer in Python that the documentation is enough for: test/emu/python/example-peer.py looks
/// at it.

namespace
{

/// @param arguments For test/emu/python/example-peer.py. Expects that it finds nothing wrong.
void
ExpectRight(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const std::string command = "python3 -B '" + places::Source() +
                                "/test/emu/python/example-peer.py' " + arguments + " >'" +
                                scratch.Path("out") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << ReadFile(scratch.Path("out"));
}

TEST(ExamplePeerTest, ItsFramesAreThoseOfTheVectors)
{
    ExpectRight("vectors '" + places::Vectors() + "/frames.json'");
}

TEST(ExamplePeerTest, ItBelievesNobodyWhoHasNotAnswered)
{
    ExpectRight("strangers");
}

TEST(ExamplePeerTest, ItLivesInARingOfOurs)
{
    const std::string program = places::Examples() + "/../emu/dht-peer";
    if (!std::filesystem::exists(program))
    {
        GTEST_SKIP() << program << " is not built here";
    }
    ExpectRight("ring '" + program + "' 3 3");
}

} // namespace
