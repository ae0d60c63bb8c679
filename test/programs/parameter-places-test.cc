/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-link-options.h"
#include "dht-maintenance.h"
#include "dht-parameter-attributes.h"
#include "dht-parameter-options.h"
#include "dht-peer-context.h"
#include "dht-storage-parameters.h"
#include "dht-workload.h"
#include "places.h"
#include "program-run.h"

#include "ns3/type-id.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// What a peer has parameters of has them from its table: attributes of ns-3, options of programs.

namespace
{

/// Is told a parameter and its default.
using Teller = std::function<void(const dht::ParameterInfo&, const dht::ParameterValue&)>;

template <typename S>
void
TellTable(const Teller& tell)
{
    for (const auto& parameter : S::Table())
    {
        tell(parameter, parameter.Default());
    }
}

/// @param tell Is told all parameters of a peer.
void
TellParameters(const Teller& tell)
{
    TellTable<dht::PeerOptions>(tell);
    TellTable<dht::MaintenanceOptions>(tell);
    TellTable<dht::WorkloadOptions>(tell);
    TellTable<dht::LinkOptions>(tell);
}

TEST(ParameterPlacesTest, EveryParameterIsAnAttribute)
{
    const ns3::TypeId peer = ns3::TypeId::LookupByName("ns3::DhtPeerApplication");
    TellParameters([&](const dht::ParameterInfo& parameter, const dht::ParameterValue& value) {
        ns3::TypeId::AttributeInformation attribute;
        ASSERT_TRUE(peer.LookupAttributeByName(parameter.name, &attribute)) << parameter.name;
        EXPECT_EQ(attribute.help, parameter.help);
        EXPECT_EQ(attribute.originalInitialValue->SerializeToString(attribute.checker),
                  ns3::MakeParameterValue(parameter, value)->SerializeToString(attribute.checker))
            << parameter.name;
    });
}

/// @param value One end of a range. @param step +1 for the upper end, -1 for the lower. @return
/// What is behind that end; nothing if numbers end there, too.
std::optional<dht::ParameterValue>
Beyond(const dht::ParameterValue& value, int step)
{
    if (const auto* const number = std::get_if<double>(&value))
    {
        return *number + step;
    }
    if (const auto* const time = std::get_if<dht::Time>(&value))
    {
        return *time == dht::kNever ? std::nullopt
                                    : std::optional<dht::ParameterValue>(*time + dht::Time(step));
    }
    const auto number = std::get<std::uint64_t>(value);
    const bool isEnd = step < 0 ? number == 0 : number + 1 == 0;
    return isEnd ? std::nullopt : std::optional<dht::ParameterValue>(number + step);
}

TEST(ParameterPlacesTest, AnAttributeHasTheRangeOfItsParameter)
{
    const ns3::TypeId peer = ns3::TypeId::LookupByName("ns3::DhtPeerApplication");
    TellParameters([&](const dht::ParameterInfo& parameter, const dht::ParameterValue&) {
        ns3::TypeId::AttributeInformation attribute;
        ASSERT_TRUE(peer.LookupAttributeByName(parameter.name, &attribute));
        const auto isAllowed = [&](const dht::ParameterValue& value) {
            return attribute.checker->Check(*ns3::MakeParameterValue(parameter, value));
        };
        for (const int step : {-1, 1})
        {
            const auto& end = step < 0 ? parameter.least : parameter.most;
            EXPECT_TRUE(isAllowed(end)) << parameter.name;
            if (const auto beyond = Beyond(end, step))
            {
                EXPECT_FALSE(isAllowed(*beyond)) << parameter.name;
            }
        }
    });
}

/// @param program A program, beside those of examples/. @return What its options are, each in one
/// line, by name. Where commands of the program have different defaults: those of the first.
std::map<std::string, std::string>
OptionHelpOf(const std::string& program)
{
    static const std::regex begin("^ +--([a-z][a-z-]*):? +(.*)");
    std::map<std::string, std::string> options;
    std::string name;
    const std::string form = program == "../emu/dht-peer" ? "--help=all" : "--help";
    std::istringstream lines(RunProgram(program, form).output);
    for (std::string line; std::getline(lines, line);)
    {
        std::smatch found;
        if (std::regex_match(line, found, begin))
        {
            name = options.emplace(found[1], found[2]).second ? found[1].str() : "";
        }
        else if (!name.empty() && !line.empty())
        {
            options[name] += " " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
        }
        name = line.empty() ? "" : name;
    }
    return options;
}

/// @return The programs that were built and have peers.
std::vector<std::string>
ProgramsWithPeers()
{
    std::vector<std::string> programs{"churn", "collapse", "million"};
    // inside an ns-3 tree, there are no programs of emu/
    for (const char* name : {"dht-peer", "dht-emulate"})
    {
        if (std::filesystem::exists(places::Emu() + "/" + name))
        {
            programs.push_back(std::string("../emu/") + name);
        }
    }
    return programs;
}

/// Options that are called as a parameter and are another one. In churn, --load is that of all
/// peers together.
const std::set<std::pair<std::string, std::string>> kOtherOptions{{"churn", "load"}};

TEST(ParameterPlacesTest, AnOptionIsWhatItsParameterIs)
{
    std::size_t compared = 0;
    for (const std::string& program : ProgramsWithPeers())
    {
        const auto options = OptionHelpOf(program);
        TellParameters([&](const dht::ParameterInfo& parameter, const dht::ParameterValue&) {
            const auto option = options.find(parameter.OptionName());
            if (option != options.end() && !kOtherOptions.count({program, option->first}))
            {
                EXPECT_EQ(option->second.compare(0, parameter.help.size(), parameter.help), 0)
                    << program << " --" << option->first << ": " << option->second;
                ++compared;
            }
        });
    }
    // those of examples/ alone, as inside an ns-3 tree
    EXPECT_GE(compared, 10u);
}

/// All that a store has parameters of.
struct StoreParameters
{
    dht::StorageOptions storage; ///< How blocks are found, fetched and stored.
    dht::RpcOptions rpcs;        ///< Timers and the window.
    dht::VivaldiOptions vivaldi; ///< How coordinates are found.
};

/// Each mechanism can be varied by itself: in messages, in packets, and in real peers.
TEST(ParameterPlacesTest, AStoreHasEveryParameterInEveryHost)
{
    const ns3::TypeId app = ns3::TypeId::LookupByName("ns3::DhtStoreApplication");
    std::vector<std::string> programs{"store"};
    if (std::filesystem::exists(places::Emu() + "/dht-peer"))
    {
        programs.emplace_back("../emu/dht-peer");
    }
    for (const std::string& program : programs)
    {
        auto options = OptionHelpOf(program);
        dht::ForEachStorageParameter(StoreParameters{}, [&](const auto& parameter, const auto&) {
            ns3::TypeId::AttributeInformation attribute;
            EXPECT_TRUE(app.LookupAttributeByName(parameter.name, &attribute)) << parameter.name;
            const std::string& help = options[parameter.OptionName()];
            EXPECT_EQ(help.compare(0, parameter.help.size(), parameter.help), 0)
                << program << " --" << parameter.OptionName() << ": " << help;
        });
    }
}

TEST(ParameterPlacesTest, TheseProgramsHaveNoDefaultsOfTheirOwn)
{
    std::vector<std::string> programs{"collapse"};
    if (std::filesystem::exists(places::Emu() + "/dht-peer"))
    {
        programs.emplace_back("../emu/dht-peer");
    }
    for (const std::string& program : programs)
    {
        const auto options = OptionHelpOf(program);
        TellParameters([&](const dht::ParameterInfo& parameter, const dht::ParameterValue& value) {
            const auto option = options.find(parameter.OptionName());
            if (option != options.end())
            {
                const std::string shown = "[" + dht::ParameterToText(parameter, value) + "]";
                EXPECT_NE(option->second.find(shown), std::string::npos)
                    << program << " --" << option->first << ": " << option->second;
            }
        });
    }
}

TEST(ParameterPlacesTest, AnOptionHasTheRangeOfItsParameter)
{
    const auto& capacity = dht::GetParameter<dht::PeerOptions>("QueueCapacity");
    const auto most = std::get<std::uint64_t>(capacity.most);
    EXPECT_EQ(dht::ParameterFromText(capacity, std::to_string(most)), capacity.most);
    for (const std::string& text : {std::string("0"), std::to_string(most + 1)})
    {
        const ProgramRun run = RunProgram("million", "--queue-capacity=" + text);
        EXPECT_EQ(run.status, 2);
        EXPECT_NE(run.errors.find("from 1 to " + std::to_string(most)), std::string::npos)
            << run.errors;
    }
    const auto& lifetime = dht::GetParameter<dht::PeerOptions>("RequestLifetime");
    EXPECT_EQ(dht::ParameterFromText(lifetime, "290ms"), dht::ParameterValue(dht::Time(290000000)));
    EXPECT_THROW(dht::ParameterFromText(lifetime, "999us"), dht::OptionError);
    const auto& routing = dht::GetParameter<dht::PeerOptions>("Routing");
    EXPECT_EQ(dht::ParameterFromText(routing, "iterative"), routing.most);
    EXPECT_THROW(dht::ParameterFromText(routing, "Iterative"), dht::OptionError);
}

/// An attribute that an option sets for every peer would have no effect.
TEST(ParameterPlacesTest, TheAttributeOfAnOptionIsRefused)
{
    const ProgramRun run = RunProgram("churn", "--ns3::DhtPeerApplication::FingerInterval=1s");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("use --finger-interval"), std::string::npos) << run.errors;
}

/// The tutorial has a table of a peer's attributes, in more words than their help.
TEST(ParameterPlacesTest, TheTutorialHasEveryParameterWithItsDefault)
{
    static const std::regex row("\\n   \\* - ``([A-Za-z]+)``\\n     - ([^\\n]*)\\n");
    const std::string page = ReadFile(places::Source() + "/doc/tutorial.rst");
    std::map<std::string, std::string> defaults;
    for (std::sregex_iterator found(page.begin(), page.end(), row), end; found != end; ++found)
    {
        std::string value = (*found)[2];
        value.erase(std::remove(value.begin(), value.end(), ' '), value.end());
        value[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(value[0])));
        defaults[(*found)[1]] = value;
    }
    TellParameters([&](const dht::ParameterInfo& parameter, const dht::ParameterValue& value) {
        // EndingFirst in ns-3 is ending-first on command lines
        std::string text = dht::ParameterToText(parameter, value);
        for (std::size_t at; (at = text.find('-')) != std::string::npos;)
        {
            text.erase(at, 1);
            text[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[at])));
        }
        EXPECT_EQ(defaults[parameter.name], text) << parameter.name;
    });
}

} // namespace
