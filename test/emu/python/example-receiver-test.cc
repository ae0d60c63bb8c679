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

/// The receiver of the transport in Python that the documentation is enough for:
/// test/emu/python/example-receiver.py looks at it.

namespace
{

/// @param arguments For test/emu/python/example-receiver.py. Expects that it finds nothing wrong.
void
ExpectReceived(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const std::string command = "python3 -B '" + places::Source() +
                                "/test/emu/python/example-receiver.py' " + arguments + " >'" +
                                scratch.Path("out") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << ReadFile(scratch.Path("out"));
}

/// @return The sender, as a word of a command.
std::string
Sender()
{
    return " '" + places::Examples() + "/../emu/dht-bench' ";
}

TEST(ExampleReceiverTest, ItsPacketsAreThoseOfTheVectors)
{
    ExpectReceived("vectors '" + places::Vectors() + "/packets.json'");
}

TEST(ExampleReceiverTest, AStreamArrivesWhole)
{
    ExpectReceived("stream" + Sender() + "3");
}

/// Whatever is lost, either way.
TEST(ExampleReceiverTest, AStreamArrivesWholeInSpiteOfLosses)
{
    ExpectReceived("stream" + Sender() + "2 --drop=0.1");
}

/// Who reads slowly closes its window, and opens it again.
TEST(ExampleReceiverTest, AReaderThatIsSlowGovernsTheSender)
{
    ExpectReceived("stream" + Sender() + "1 --window=8192 --rate=400000");
}

TEST(ExampleReceiverTest, WhoAcknowledgesWhatWasNotSentIsLeft)
{
    ExpectReceived("lie" + Sender());
}

} // namespace
