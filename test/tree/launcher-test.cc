/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <unistd.h>

/// ./waf, which installs what its commands need: what can be seen of it without installing.

namespace
{

using Words = std::set<std::string>;

/// @param name A file of the sources. @return What is in it.
std::string
Text(const std::string& name)
{
    return ReadFile(places::Source() + "/" + name);
}

/// @param text Some text. @param pattern A regular expression. @return Its first groups in the
/// text.
Words
Find(const std::string& text, const std::string& pattern)
{
    const std::regex regex(pattern);
    Words found;
    for (auto i = std::sregex_iterator(text.begin(), text.end(), regex);
         i != std::sregex_iterator();
         ++i)
    {
        found.insert((*i)[1]);
    }
    return found;
}

/// @param environment Variables, for a shell. @param arguments Of ./waf. @return What it did.
ProgramRun
RunLauncher(const std::string& environment, const std::string& arguments)
{
    return RunCommand("env " + environment + " '" + places::Source() + "/waf' " + arguments);
}

TEST(LauncherTest, HelpNeedsNothingAndNamesEveryCommandAndOption)
{
    // no Python, no network, and nothing to install with
    const ProgramRun run = RunLauncher("-i PATH=/usr/bin:/bin PYTHON=/nowhere", "--help");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    std::string script = Text("wscript");
    for (const auto& file : std::filesystem::directory_iterator(places::Source() + "/waftools"))
    {
        if (file.path().extension() == ".py")
        {
            script += ReadFile(file.path().string());
        }
    }
    Words words = Find(script, "\n    cmd = \"([^\"]+)\"");
    EXPECT_GE(words.size(), 6U);
    words.merge(Find(script, "\n    add\\(\"(--[^\"]+)\""));
    EXPECT_GE(words.size(), 16U);
    words.merge(Words{"build", "configure", "doc", "install", "DHT_CC_INSTALL", "PYTHON"});
    for (const std::string& word : words)
    {
        EXPECT_NE(run.output.find(word), std::string::npos) << word;
    }
}

/// @param text Some text. @return The same with one space between words.
std::string
OneSpaced(const std::string& text)
{
    return std::regex_replace(text, std::regex("\\s+"), " ");
}

TEST(LauncherTest, HelpSaysOfTimesWhatThePagesSay)
{
    const std::string help =
        OneSpaced(RunLauncher("-i PATH=/usr/bin:/bin PYTHON=/nowhere", "--help").output);
    const std::string number = "(?:an? |one |two |some |five |twelve |ten |\\d+ )";
    const Words times = Find(help,
                             "((?:" + number + "(?:to |or ))?" + number +
                                 "?(?:minutes|hours?|days)(?: or two| of CPU time)?)\\b");
    EXPECT_GE(times.size(), 4U);
    std::string pages = OneSpaced(Text("README.md"));
    for (const auto& page : std::filesystem::directory_iterator(places::Source() + "/doc"))
    {
        if (page.path().extension() == ".rst")
        {
            pages += OneSpaced(ReadFile(page.path().string()));
        }
    }
    for (const std::string& time : times)
    {
        EXPECT_NE(pages.find(time), std::string::npos) << "./waf --help says " << time;
    }
    const std::string options = OneSpaced(Text("wscript"));
    for (const std::string& time :
         Find(options, "help=\"[^\"]*: ([^\":]*(?:minutes|hours|days)[^\"]*)\""))
    {
        EXPECT_NE(help.find(time), std::string::npos) << "./waf --help-all says " << time;
    }
}

TEST(LauncherTest, InstallsNothingIfToldSo)
{
    // a copy, so that there is no .venv
    const ScratchDirectory scratch;
    RunCommand("cp '" + places::Source() + "/waf' '" + places::Source() + "/packages.txt' '" +
               places::Source() + "/requirements.txt' '" + scratch.Path("") + "'");
    const std::size_t before = scratch.FileCount();
    const std::string waf = "'" + scratch.Path("waf") + "' build";
    const ProgramRun without = RunCommand("env DHT_CC_INSTALL=no PYTHON=python3 " + waf);
    EXPECT_EQ(without.status, 2);
    EXPECT_NE(without.errors.find("waflib"), std::string::npos) << without.errors;
    EXPECT_EQ(scratch.FileCount(), before);
    const ProgramRun wrong = RunCommand("env DHT_CC_INSTALL=maybe " + waf);
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.errors.find("yes, python or no"), std::string::npos) << wrong.errors;
    const ProgramRun nowhere = RunCommand("env DHT_CC_INSTALL=python PYTHON=/nowhere " + waf);
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_NE(nowhere.errors.find("PYTHON="), std::string::npos) << nowhere.errors;
}

/// In trees of their own: test/tree/launched.py.
class LaunchedTest : public testing::TestWithParam<const char*>
{
};

TEST_P(LaunchedTest, Holds)
{
    const std::string python = places::Source() + "/.venv/bin/python";
    if (!std::filesystem::exists(places::Source() + "/.venv/bin/snakemake"))
    {
        GTEST_SKIP() << "./waf has not installed what its commands need";
    }
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunCommand("'" + python + "' -B '" + places::Source() + "/test/tree/launched.py' " +
                   GetParam() + " '" + scratch.Path("") + "'");
    EXPECT_EQ(run.status, 0) << run.output << run.errors;
}

INSTANTIATE_TEST_SUITE_P(Trees, LaunchedTest, testing::Values("configured", "refused", "linked"));

TEST(LauncherTest, WhatNamesItsInterpreterCanBeRun)
{
    std::size_t found = 0;
    for (const char* const directory : {"", "emu", "emu/examples"})
    {
        for (const auto& file :
             std::filesystem::directory_iterator(places::Source() + "/" + directory))
        {
            if (file.is_regular_file() && ReadFile(file.path().string()).substr(0, 2) == "#!")
            {
                ++found;
                EXPECT_EQ(access(file.path().c_str(), X_OK), 0) << file.path();
            }
        }
    }
    EXPECT_GE(found, 9U);
}

TEST(LauncherTest, APythonPackageHasOneVersion)
{
    std::map<std::string, Words> versions;
    for (const char* file : {"requirements.txt",
                             "doc/requirements.txt",
                             "examples/requirements.txt",
                             "examples/recording/requirements.txt",
                             "examples/workflow/requirements.txt"})
    {
        std::istringstream lines(Text(file));
        std::smatch match;
        for (std::string line; std::getline(lines, line);)
        {
            if (std::regex_match(line, match, std::regex("([^#= ]+)==(\\S+)")))
            {
                versions[match[1]].insert(match[2]);
            }
        }
    }
    EXPECT_GE(versions.size(), 50U);
    for (const auto& [package, of] : versions)
    {
        EXPECT_EQ(of.size(), 1U) << package;
    }
}

} // namespace
