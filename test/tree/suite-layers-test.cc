/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>

/// Inside ns-3, every check belongs to a suite, by its directory.

namespace
{

namespace fs = std::filesystem;

std::string
SourceOf(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// @return The directories of the suites, below test/.
std::set<std::string>
LayersOfSuites()
{
    const std::string source = SourceOf(fs::path(places::Source()) / "test/dht-cc-test-suite.cc");
    const std::regex line("\\{\"([a-z/-]+)\", (true|false)\\}");
    std::set<std::string> layers;
    for (std::sregex_iterator i(source.begin(), source.end(), line), end; i != end; ++i)
    {
        layers.insert((*i)[1]);
    }
    return layers;
}

/// @return The directories that have checks, below test/: of protocol/, the two upper levels.
std::set<std::string>
LayersWithChecks()
{
    const fs::path tests = fs::path(places::Source()) / "test";
    const std::regex check("\n(TEST|TEST_F|TEST_P|TYPED_TEST)\\(");
    std::set<std::string> layers;
    for (const auto& file : fs::recursive_directory_iterator(tests))
    {
        if (file.path().extension() == ".cc" && std::regex_search(SourceOf(file.path()), check))
        {
            const fs::path below = fs::relative(file.path(), tests);
            auto part = below.begin();
            fs::path layer = *part;
            layers.insert((layer == "protocol" ? layer / *++part : layer).string());
        }
    }
    return layers;
}

TEST(SuiteLayersTest, EachDirectoryOfChecksHasASuite)
{
    EXPECT_EQ(LayersOfSuites(), LayersWithChecks());
}

} // namespace
