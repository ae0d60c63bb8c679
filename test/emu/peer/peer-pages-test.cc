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

/// @param arguments That ask for help. @return Names of the options that are listed then.
std::set<std::string>
Listed(const std::string& arguments = "--help=all")
{
    std::set<std::string> names = AllOf(OutputOf(arguments), "\n  --([a-z-]+)");
    names.insert({"help", "version"});
    return names;
}

const std::vector<std::string>
    kCommands{"serve", "put", "get", "ls", "check", "renew", "lookup", "fetch", "load"};

TEST(PeerPagesTest, HelpListsTheCommandsInAScreenful)
{
    const std::string help = OutputOf("--help");
    EXPECT_EQ(OutputOf("-h"), help);
    EXPECT_LT(std::count(help.begin(), help.end(), '\n'), 24);
    const std::string listed = help.substr(help.find("\nCommands:\n"));
    EXPECT_EQ(AllOf(listed, "\n  ([a-z]+) "),
              std::set<std::string>(kCommands.begin(), kCommands.end()));
}

TEST(PeerPagesTest, EachCommandHasHelpOfItsOwn)
{
    const std::set<std::string> get = Listed("get --help");
    EXPECT_EQ(get.count("output"), 1u);
    for (const char* const other : {"load", "keep", "lifetime", "store", "scheme"})
    {
        EXPECT_EQ(get.count(other), 0u) << other;
    }
    std::set<std::string> all{"help", "version"};
    for (const std::string& command : kCommands)
    {
        const std::string help = OutputOf(command + " --help");
        EXPECT_EQ(help.compare(0, 16 + command.size(), "Usage: dht-peer " + command), 0) << help;
        EXPECT_NE(help.find("\nRing:\n  --"), std::string::npos) << help;
        const auto names = Listed(command + " --help");
        EXPECT_EQ(names.count("join"), 1u) << command;
        all.insert(names.begin(), names.end());
    }
    EXPECT_EQ(all, Listed());
    EXPECT_GT(all.size(), 90u);
}

TEST(PeerPagesTest, AllOptionsNameTheCommandsThatHaveThem)
{
    const std::string help = std::regex_replace(OutputOf("--help=all"), std::regex("\\s+"), " ");
    EXPECT_NE(help.find("which ends with / (get)"), std::string::npos) << help;
    EXPECT_NE(help.find("Hops of a lookup (not lookup) [64]"), std::string::npos) << help;
    EXPECT_NE(help.find("that is put (put, renew) [86400s]"), std::string::npos) << help;
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
    EXPECT_NE(completion.find("'serve put get ls check renew lookup fetch load'"),
              std::string::npos)
        << completion;
    // and what it may be followed by
    const std::string check = completion.substr(completion.find("\n    check) "));
    const std::string options = check.substr(0, check.find('\n', 1));
    EXPECT_NE(options.find(" --join= "), std::string::npos) << options;
    EXPECT_EQ(options.find("--store="), std::string::npos) << options;
}

TEST(PeerPagesTest, AnotherFormOfHelpIsRefused)
{
    const ProgramRun run = RunPeer("--help=html");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("--help=html"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("man"), std::string::npos) << run.errors;
}

} // namespace
