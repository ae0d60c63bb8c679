/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "layers.h"
#include "places.h"
#include "program-run.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

using tree::kLayers;
using tree::Layer;
using tree::MayInclude;
using tree::Names;
using tree::StartsWith;

/// @return What a source text includes, with its quotes or angle brackets.
std::vector<std::string>
Includes(const std::string& text)
{
    std::vector<std::string> includes;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::string word;
        char hash = 0;
        if (words >> hash >> word && hash == '#' && word == "include" && words >> word)
        {
            includes.push_back(word);
        }
    }
    return includes;
}

std::vector<std::string>
IncludesOf(const fs::path& path)
{
    return Includes(ReadFile(path));
}

/// @param include An include. @return The name between its quotes or angle brackets.
std::string
NameIn(const std::string& include)
{
    return include.substr(1, include.size() - 2);
}

/// A C++ file of the project.
struct Source
{
    fs::path path;     ///< Where it is.
    std::string layer; ///< The directory that it is in.
};

/// @param directories Of the project. @return The C++ files in them and below.
std::vector<Source>
Sources(const Names& directories)
{
    std::vector<Source> sources;
    const fs::path root = places::Source();
    for (const std::string& directory : directories)
    {
        for (const auto& entry : fs::recursive_directory_iterator(root / directory))
        {
            const fs::path& path = entry.path();
            if (path.extension() == ".h" || path.extension() == ".cc")
            {
                // what is compiled only where there is MPI is a part of the layer around it
                const fs::path layer = path.parent_path();
                const bool isPart = layer.filename() == "mpi";
                sources.push_back(
                    {path, fs::relative(isPart ? layer.parent_path() : layer, root).string()});
            }
        }
    }
    return sources;
}

/// @param directories Of the project. @return The headers in them, by name, and where each one is.
std::multimap<std::string, std::string>
Headers(const Names& directories)
{
    std::multimap<std::string, std::string> headers;
    for (const Source& source : Sources(directories))
    {
        if (source.path.extension() == ".h")
        {
            headers.emplace(source.path.filename().string(), source.layer);
        }
    }
    return headers;
}

/// @param include What a file of the protocol core includes from outside of the project.
/// @param file The file's name. @return Whether the file may.
bool
IsAllowedInProtocol(const std::string& include, const std::string& file)
{
    // one file knows the library that does the arithmetic of erasure coding
    if (StartsWith(include, "<isa-l"))
    {
        return (file == "dht-block-code.cc" && include == "<isa-l/erasure_code.h>") ||
               (file == "dht-fragment.cc" && include == "<isa-l/crc64.h>");
    }
    // I/O, clocks and threads are the hosts' part, whatever library they come from
    static const Names host{"<thread>",
                            "<mutex>",
                            "<shared_mutex>",
                            "<condition_variable>",
                            "<future>",
                            "<fstream>",
                            "<iostream>",
                            "<filesystem>"};
    if (StartsWith(include, "<boost/"))
    {
        return !StartsWith(include, "<boost/asio");
    }
    if (include == "<arpa/inet.h>")
    {
        return true; // how an address is written is no I/O
    }
    // the standard library's names have no dot
    return include.find_first_of("./") == std::string::npos && host.count(include) == 0;
}

TEST(IncludeOrderTest, IncludesAreFound)
{
    const std::string text = "#include \"a.h\"\n  #  include <b/c.h>\n// #include \"d.h\"\n"
                             "int x; #include \"e.h\"\n#include <f> // why";
    EXPECT_EQ(Includes(text), (std::vector<std::string>{"\"a.h\"", "<b/c.h>", "<f>"}));
    EXPECT_EQ(NameIn("\"ns3/a.h\""), "ns3/a.h");
}

TEST(IncludeOrderTest, ARoomMayIncludeItselfAndWhatIsBelow)
{
    const Layer layer{"helper/program", {"helper", "model"}, true};
    for (const char* from : {"helper/program", "helper", "model", "model/packet"})
    {
        EXPECT_TRUE(MayInclude(layer, from)) << from;
    }
    for (const char* from : {"helper/record", "helper/programs", "emu/peer", "models"})
    {
        EXPECT_FALSE(MayInclude(layer, from)) << from;
    }
}

TEST(IncludeOrderTest, TheHouseHasNoCircle)
{
    for (auto layer = kLayers.begin(); layer != kLayers.end(); ++layer)
    {
        EXPECT_TRUE(fs::is_directory(fs::path(places::Source()) / layer->name)) << layer->name;
        for (const std::string& below : layer->below)
        {
            const Layer alone{layer->name, {below}, layer->knowsNs3};
            const auto isBelow = [&](const Layer& other) {
                return other.name != layer->name && MayInclude(alone, other.name);
            };
            EXPECT_TRUE(std::any_of(kLayers.begin(), layer, isBelow))
                << layer->name << ": " << below;
            EXPECT_TRUE(std::none_of(layer, kLayers.end(), isBelow))
                << layer->name << " is on a layer that comes later: " << below;
        }
    }
}

TEST(IncludeOrderTest, IncludesGoDown)
{
    const Names all{"model", "helper", "emu", "test"};
    const auto headers = Headers(all);
    std::size_t looked = 0;
    for (const Source& source : Sources({"model", "helper", "emu", "test/support"}))
    {
        const auto layer =
            std::find_if(kLayers.begin(), kLayers.end(), [&](const Layer& candidate) {
                return candidate.name == source.layer;
            });
        ASSERT_NE(layer, kLayers.end()) << source.path << " lies in no layer";
        for (const std::string& include : IncludesOf(source.path))
        {
            const std::string name = NameIn(include);
            EXPECT_NE(fs::path(name).filename(), "dht-cc-module.h") << source.path;
            const auto own = headers.find(fs::path(name).filename().string());
            if (include[0] == '"' && name.find('/') == std::string::npos)
            {
                ASSERT_NE(own, headers.end()) << source.path << " includes " << include;
                EXPECT_TRUE(MayInclude(*layer, own->second))
                    << source.path << " includes " << include << " of " << own->second;
                ++looked;
            }
            else if (StartsWith(name, "ns3/"))
            {
                EXPECT_TRUE(layer->knowsNs3 && include[0] == '"' && own == headers.end())
                    << source.path << " includes " << include;
            }
            else
            {
                EXPECT_EQ(include[0], '<') << source.path << " includes " << include;
                EXPECT_TRUE(name.find('/') != std::string::npos || own == headers.end())
                    << source.path << " includes " << include;
            }
        }
    }
    EXPECT_GT(looked, 500u);
}

TEST(IncludeOrderTest, WhatTheProtocolMayIncludeIsTold)
{
    for (const char* include : {"<vector>", "<boost/endian/conversion.hpp>", "<arpa/inet.h>"})
    {
        EXPECT_TRUE(IsAllowedInProtocol(include, "any.cc")) << include;
    }
    EXPECT_TRUE(IsAllowedInProtocol("<isa-l/erasure_code.h>", "dht-block-code.cc"));
    EXPECT_FALSE(IsAllowedInProtocol("<isa-l/erasure_code.h>", "any.cc"));
    EXPECT_TRUE(IsAllowedInProtocol("<isa-l/crc64.h>", "dht-fragment.cc"));
    EXPECT_FALSE(IsAllowedInProtocol("<isa-l/crc.h>", "dht-block-code.cc"));
    for (const char* include :
         {"<sys/socket.h>", "<time.h>", "<thread>", "<boost/asio.hpp>", "<boost/asio/ip/tcp.hpp>"})
    {
        EXPECT_FALSE(IsAllowedInProtocol(include, "any.cc")) << include;
    }
}

TEST(IncludeOrderTest, TheProtocolKnowsNoHost)
{
    const auto sources = Sources({"model/protocol"});
    ASSERT_GT(sources.size(), 80u);
    for (const Source& source : sources)
    {
        for (const std::string& include : IncludesOf(source.path))
        {
            EXPECT_TRUE(include[0] == '"' ||
                        IsAllowedInProtocol(include, source.path.filename().string()))
                << source.path << " includes " << include;
        }
    }
}

/// They are shown to readers, who have the module installed.
TEST(IncludeOrderTest, ScriptsIncludeAsAnybodyDoes)
{
    const auto sources = Sources({"examples", "doc/code"});
    EXPECT_GT(sources.size(), 10u);
    for (const Source& source : sources)
    {
        for (const std::string& include : IncludesOf(source.path))
        {
            EXPECT_TRUE(include[0] == '<' || StartsWith(include, "\"ns3/"))
                << source.path << " includes " << include;
        }
    }
}

/// A header says of itself that it is not installed; what is installed must do without it.
TEST(IncludeOrderTest, InstalledHeadersIncludeInstalledHeaders)
{
    Names internal;
    Names installed;
    const auto sources = Sources({"model", "helper"});
    for (const Source& source : sources)
    {
        if (source.path.extension() == ".h")
        {
            const bool isInternal =
                ReadFile(source.path).find(" * @internal\n") != std::string::npos;
            (isInternal ? internal : installed).insert(source.path.filename().string());
        }
    }
    for (const char* name : {"huge-pages.h", "dht-rpc-record.h", "dht-maintenance-parts.h"})
    {
        EXPECT_EQ(internal.count(name), 1u) << name;
    }
    EXPECT_EQ(installed.count("dht-helper.h"), 1u);
    for (const Source& source : sources)
    {
        for (const std::string& include : IncludesOf(source.path))
        {
            EXPECT_FALSE(installed.count(source.path.filename().string()) &&
                         internal.count(NameIn(include)))
                << source.path << " includes " << include;
        }
    }
}

/// The build installs all headers into one directory, and finds them by name alone.
TEST(IncludeOrderTest, NoTwoHeadersHaveTheSameName)
{
    const auto headers = Headers({"model", "helper", "emu", "test"});
    for (const auto& [name, layer] : headers)
    {
        EXPECT_EQ(headers.count(name), 1u) << name << " in " << layer;
    }
}

} // namespace
