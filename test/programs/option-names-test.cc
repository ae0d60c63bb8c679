/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

/// One thing has one name and one default, in all programs and among ns-3's attributes.

namespace
{

/// An option's default by its name; empty if it has none.
using Defaults = std::map<std::string, std::string>;

/// @param help What a program says of its options. @return Their defaults; where commands of the
/// program have different ones, those of the first.
Defaults
DefaultsIn(const std::string& help)
{
    static const std::regex begin("^ +--([a-z][a-z-]*):? .*");
    static const std::regex last("\\[([^\\[\\]]*)\\]$");
    Defaults defaults;
    std::string name;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
    {
        std::smatch found;
        if (std::regex_match(line, found, begin))
        {
            name = defaults.emplace(found[1], "").second ? found[1].str() : "";
        }
        else if (line.empty())
        {
            name.clear();
        }
        if (!name.empty() && std::regex_search(line, found, last))
        {
            defaults[name] = found[1];
        }
    }
    return defaults;
}

/// @param place A program. @return What it says of all of its options.
std::string
HelpOf(const std::string& place)
{
    return RunProgram(place, place == "../emu/dht-peer" ? "--help=all" : "--help").output;
}

/// @return The programs with many options that were built, and where they are, as RunProgram()
/// takes them.
std::map<std::string, std::string>
Programs()
{
    std::map<std::string, std::string> all;
    for (const char* name : {"churn", "collapse", "coordinates", "dtl-flows", "million", "store"})
    {
        all[name] = name;
    }
    // inside an ns-3 tree, there are no programs of emu/
    for (const char* name : {"dht-peer", "dht-emulate"})
    {
        if (std::filesystem::exists(places::Emu() + "/" + name))
        {
            all[name] = std::string("../emu/") + name;
        }
    }
    return all;
}

/// @return The options of every such program.
std::map<std::string, Defaults>
AllDefaults()
{
    std::map<std::string, Defaults> all;
    for (const auto& [name, place] : Programs())
    {
        all[name] = DefaultsIn(HelpOf(place));
    }
    return all;
}

/// Programs that differ from the others on purpose, by option.
const std::map<std::string, std::set<std::string>> kOwnDefaults{
    // as large as a minute allows
    {"peers", {"churn", "coordinates", "million", "store"}},
    // store: as NSDI04's simulations
    {"ids", {"coordinates", "store"}},
    {"overlay", {"store"}},
    {"delay-model", {"coordinates", "store"}},
    // none is the collapse that the million peers show
    {"scheme", {"million", "store"}},
    // churn: of all peers together, as it is the ring that is looked at; million: below x_opt
    {"load", {"churn", "million"}},
    // what it is about
    {"blocks", {"store"}},
    // a bottleneck of many flows, as the paper's; the window that governs, of the store the time
    {"rate", {"dtl-flows"}},
    {"window", {"dtl-flows"}},
    // of blocks, not of requests
    {"transport", {"store"}},
    // blocks are bulk, and yield
    {"transport-priority", {"million", "store"}},
    // joining settles, and a million peers take long
    {"warmup", {"churn", "dtl-flows", "million"}},
    {"duration", {"churn", "coordinates", "dtl-flows", "million", "dht-emulate", "store"}},
    // nobody comes and goes unless that is asked for; store: and nothing is handed over
    {"session", {"million", "store"}},
    {"hand-over", {"store"}},
    // what a process holds is to last
    {"repair-interval", {"dht-peer"}},
    // what is simulated in memory does not decay
    {"scrub-interval", {"store"}},
    // the paper's choice
    {"holder-spread", {"store"}},
    // refused: messages are not lost
    {"pair-loss", {"million"}},
    {"join-time", {"churn", "million"}},
    // a simulated second of messages costs less than the record of its queues
    {"record-queues", {"million"}},
    // a simulation of hours against a process that is to be there soon
    {"stabilise-interval", {"churn", "million"}},
    {"finger-interval", {"churn", "million"}},
};

TEST(OptionNamesTest, DefaultsAreFound)
{
    const Defaults found = DefaultsIn("Options:\n    --load:  Offered [requests/s], 0 for all [5]\n"
                                      "  --scheme    The one of\n              these [none]\n"
                                      "  --quiet:    Nothing\n\n    --PrintHelp: [7]\n");
    const Defaults expected{{"load", "5"}, {"scheme", "none"}, {"quiet", ""}};
    EXPECT_EQ(found, expected);
}

TEST(OptionNamesTest, ManualPageAndCompletionHaveEveryOption)
{
    for (const auto& [name, place] : Programs())
    {
        const std::string page = RunProgram(place, "--help=man").output;
        const std::string completion = RunProgram(place, "--help=bash").output;
        for (const auto& [option, ignored] : DefaultsIn(HelpOf(place)))
        {
            const std::string heading =
                "\n.B \\-\\-" + std::regex_replace(option, std::regex("-"), "\\-");
            const std::size_t found = page.find(heading);
            ASSERT_NE(found, std::string::npos) << name << ": " << option;
            EXPECT_TRUE(std::regex_search(completion, std::regex(" --" + option + "(=| |')")))
                << name << ": " << option;
        }
        const ProgramRun other = RunProgram(place, "--help=html");
        EXPECT_EQ(other.status, 2) << name;
        EXPECT_NE(other.errors.find("--help=html"), std::string::npos) << other.errors;
    }
}

TEST(OptionNamesTest, AnOptionHasOneDefault)
{
    std::map<std::string, std::map<std::string, std::string>> byOption;
    for (const auto& [program, defaults] : AllDefaults())
    {
        EXPECT_GT(defaults.size(), 15u) << program;
        for (const auto& [option, value] : defaults)
        {
            byOption[option][program] = value;
        }
    }
    for (const auto& [option, programs] : byOption)
    {
        const auto own = kOwnDefaults.find(option);
        std::set<std::string> common;
        for (const auto& [program, value] : programs)
        {
            if (own == kOwnDefaults.end() || !own->second.count(program))
            {
                common.insert(value);
            }
        }
        EXPECT_LE(common.size(), 1u) << option << ": " << testing::PrintToString(programs);
        for (const auto& [program, value] : programs)
        {
            const bool isOwn = own != kOwnDefaults.end() && own->second.count(program) == 1;
            EXPECT_FALSE(isOwn && common.count(value))
                << program << " --" << option << " is as elsewhere";
        }
    }
}

/// @param option Such as "queue-capacity". @return The attribute of that name: "QueueCapacity".
std::string
AttributeOf(const std::string& option)
{
    std::string name;
    bool isFirst = true;
    for (const char letter : option)
    {
        if (letter != '-')
        {
            name += isFirst ? static_cast<char>(std::toupper(letter)) : letter;
        }
        isFirst = letter == '-';
    }
    return name;
}

/// @param value A number, a time or a word. @return It in one way: times in nanoseconds, words in
/// lower case, without hyphens.
std::string
Normal(std::string value)
{
    static const std::regex time("\\+?[0-9.]+(e\\+[0-9]+)?(ns|us|ms|s|min|h)");
    if (std::regex_match(value, time))
    {
        return std::to_string(ns3::Time(value).GetNanoSeconds()) + "ns";
    }
    std::transform(value.begin(), value.end(), value.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    value.erase(std::remove(value.begin(), value.end(), '-'), value.end());
    return value;
}

TEST(OptionNamesTest, AnOptionOfARealPeerIsAnAttributeOfASimulatedOne)
{
    const auto all = AllDefaults();
    if (!all.count("dht-peer"))
    {
        GTEST_SKIP() << "there are no programs of emu/ here";
    }
    const ns3::TypeId peer = ns3::TypeId::LookupByName("ns3::DhtPeerApplication");
    std::size_t compared = 0;
    for (const auto& [option, value] : all.at("dht-peer"))
    {
        ns3::TypeId::AttributeInformation attribute;
        if (!value.empty() && peer.LookupAttributeByName(AttributeOf(option), &attribute))
        {
            const std::string other =
                attribute.originalInitialValue->SerializeToString(attribute.checker);
            EXPECT_EQ(Normal(value), Normal(other)) << option;
            ++compared;
        }
    }
    EXPECT_GT(compared, 8u);
}

} // namespace
