/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"
#include "tree-files.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <string>

/// Inside ns-3, every check belongs to a suite, by its directory.

namespace
{

namespace fs = std::filesystem;

/// @return The directories of the suites, below test/.
std::set<std::string>
LayersOfSuites()
{
    const std::string source = ReadFile(places::Source() + "/test/dht-cc-test-suite.cc");
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
    const std::regex check("\n(TEST|TEST_F|TEST_P|TYPED_TEST)\\(");
    std::set<std::string> layers;
    for (const auto& file : tree::FilesIn({"test"}, {".cc"}))
    {
        if (std::regex_search(file.text, check))
        {
            auto part = std::next(file.path.begin());
            const fs::path layer = *part;
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
