/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <regex>
#include <set>

/// The manual page and the completion that dht-peer writes of itself.

namespace
{

/// @param text What was written. @param pattern With one group. @return All that the group matches.
std::set<std::string>
AllOf(const std::string& text, const std::string& pattern)
{
    const std::regex expression(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
         ++match)
    {
        found.insert((*match)[1]);
    }
    return found;
}

/// @param arguments For dht-peer. @return What it writes, which is not nothing.
std::string
OutputOf(const std::string& arguments)
{
    const ProgramRun run = RunPeer(arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_FALSE(run.output.empty());
    return run.output;
}

/// @return Names of the options that --help lists.
std::set<std::string>
Listed()
{
    std::set<std::string> names = AllOf(OutputOf("--help"), "\n  --([a-z-]+)");
    EXPECT_GT(names.size(), 30u);
    names.insert({"help", "version"});
    return names;
}

TEST(PeerPagesTest, ManualPageHasEveryOptionOfHelp)
{
    std::set<std::string> names;
    for (std::string name : AllOf(OutputOf("--help=man"), "\n\\.B \\\\-\\\\-([a-z\\\\-]+)"))
    {
        name = name.substr(0, name.find("\\f"));
        name.erase(std::remove(name.begin(), name.end(), '\\'), name.end());
        names.insert(name);
    }
    EXPECT_EQ(names, Listed());
}

TEST(PeerPagesTest, CompletionHasEveryOptionOfHelp)
{
    EXPECT_EQ(AllOf(OutputOf("--help=bash"), "--([a-z]+[a-z-]*)"), Listed());
}

TEST(PeerPagesTest, CompletionKnowsEachCommand)
{
    const std::string completion = OutputOf("--help=bash");
    EXPECT_NE(completion.find("'serve lookup put get check renew fetch'"), std::string::npos)
        << completion;
}

TEST(PeerPagesTest, AnotherFormOfHelpIsRefused)
{
    const ProgramRun run = RunPeer("--help=html");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("--help=html"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("man"), std::string::npos) << run.errors;
}

} // namespace
