/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deframer-fuzzer.h"
#include "maintenance-fuzzer.h"
#include "memory-ring.h"
#include "payload-fuzzer.h"
#include "places.h"
#include "storage-fuzzer.h"
#include "transport-fuzzer.h"
#include "wire-vectors.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

/// What the fuzzers look at holds for the vectors, for what grows out of them at random, and for
/// whatever a fuzzer has found (test/fuzz/found/).

namespace dht
{
namespace
{

using test::Bytes;
using Target = std::size_t (*)(const std::uint8_t*, std::size_t);

void
Expect(Target target, const Bytes& input)
{
    EXPECT_NO_THROW(target(input.data(), input.size())) << testing::PrintToString(input);
}

/// @return The frames of all vectors.
std::vector<Bytes>
AllFrames()
{
    std::vector<Bytes> frames;
    for (const char* kind :
         {"requests",  "routedAcks", "lookups",  "acks",          "redirects",
          "queries",   "neighbours", "notifies", "leaves",        "locates",
          "accepteds", "locateds",   "fetches",  "fragments",     "stores",
          "storeds",   "syncs",      "synceds",  "otherVersions", "answersOfOtherVersions",
          "invalid"})
    {
        for (const auto& vector : test::Vectors(kind))
        {
            frames.push_back(test::Member(vector, "frame"));
        }
    }
    return frames;
}

/// @return The payloads of all vectors.
std::vector<Bytes>
AllPayloads()
{
    std::vector<Bytes> payloads;
    for (const char* kind : {"payloads", "invalidPayloads"})
    {
        for (const auto& vector : test::Vectors(kind))
        {
            payloads.push_back(test::Member(vector, "payload"));
        }
    }
    return payloads;
}

/// Changes, inserts or erases a byte, or appends another frame.
Bytes
Mutated(Bytes bytes, const std::vector<Bytes>& frames, test::MersenneRandom& random)
{
    const auto below = [&](std::size_t bound) {
        return static_cast<std::size_t>(random.Uniform() * static_cast<double>(bound));
    };
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size()));
    switch (bytes.empty() ? 3 : below(4))
    {
    case 0:
        *place = static_cast<std::uint8_t>(below(256));
        break;
    case 1:
        bytes.insert(place, static_cast<std::uint8_t>(below(256)));
        break;
    case 2:
        bytes.erase(place);
        break;
    default:
        const Bytes& other = frames[below(frames.size())];
        bytes.insert(bytes.end(), other.begin(), other.end());
    }
    return bytes;
}

void
ExpectForAllThatGrows(Target target, int inputs, const std::vector<Bytes>& frames = AllFrames())
{
    test::MersenneRandom random(1);
    for (const Bytes& frame : frames)
    {
        Expect(target, frame);
    }
    for (int i = 0; i < inputs && !testing::Test::HasFailure(); ++i)
    {
        Bytes input = frames[static_cast<std::size_t>(i) % frames.size()];
        for (int change = 0; change < 1 + i % 5; ++change)
        {
            input = Mutated(std::move(input), frames, random);
        }
        Expect(target, input);
    }
}

void
ExpectForAllThatWasFound(Target target, const std::string& name)
{
    const std::string directory = places::Source() + "/test/fuzz/found/" + name;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(directory, none))
    {
        SCOPED_TRACE(entry.path());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string input{std::istreambuf_iterator<char>(file), {}};
        Expect(target, Bytes(input.begin(), input.end()));
    }
}

TEST(FuzzTargetsTest, Deframer)
{
    ExpectForAllThatGrows(fuzz::FuzzDeframer, 20000);
    ExpectForAllThatWasFound(fuzz::FuzzDeframer, "deframer");
}

TEST(FuzzTargetsTest, Datagram)
{
    ExpectForAllThatGrows(fuzz::FuzzDatagram, 50000);
    ExpectForAllThatWasFound(fuzz::FuzzDatagram, "datagram");
}

TEST(FuzzTargetsTest, Payload)
{
    ExpectForAllThatGrows(fuzz::FuzzPayload, 50000, AllPayloads());
    ExpectForAllThatWasFound(fuzz::FuzzPayload, "payload");
}

TEST(FuzzTargetsTest, Maintenance)
{
    ExpectForAllThatGrows(fuzz::FuzzMaintenance, 2000);
    ExpectForAllThatWasFound(fuzz::FuzzMaintenance, "maintenance");
}

/// Frames are no scenarios: most random bytes go further.
void
ExpectForRandomScenarios(Target target, int inputs)
{
    test::MersenneRandom random(1);
    for (int i = 0; i < inputs && !testing::Test::HasFailure(); ++i)
    {
        Bytes input(600);
        std::generate(input.begin(), input.end(), [&] {
            return static_cast<std::uint8_t>(DrawBelow(random, 256));
        });
        Expect(target, input);
    }
}

TEST(FuzzTargetsTest, Storage)
{
    ExpectForAllThatGrows(fuzz::FuzzStorage, 1000);
    ExpectForRandomScenarios(fuzz::FuzzStorage, 3000);
    ExpectForAllThatWasFound(fuzz::FuzzStorage, "storage");
}

TEST(FuzzTargetsTest, Transport)
{
    ExpectForRandomScenarios(fuzz::FuzzTransport, 2000);
    ExpectForAllThatWasFound(fuzz::FuzzTransport, "transport");
}

} // namespace
} // namespace dht
