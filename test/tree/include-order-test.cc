/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace
{

namespace fs = std::filesystem;

using Names = std::set<std::string>;

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

std::string
Read(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// @return The C++ files in a directory of the project; not those in directories below it, unless
///         asked for.
std::vector<fs::path>
Sources(const std::string& directory, bool below = false)
{
    std::vector<fs::path> sources;
    const fs::path root = fs::path(places::Source()) / directory;
    if (fs::exists(root))
    {
        for (auto entry = fs::recursive_directory_iterator(root); entry != decltype(entry)();
             ++entry)
        {
            const auto extension = entry->path().extension();
            if (extension == ".h" || extension == ".cc")
            {
                sources.push_back(entry->path());
            }
            if (!below)
            {
                entry.disable_recursion_pending();
            }
        }
    }
    return sources;
}

/// @return The names of the headers in a directory, which the build puts all into one.
Names
Headers(const std::string& directory, bool below = false)
{
    Names names;
    for (const fs::path& path : Sources(directory, below))
    {
        if (path.extension() == ".h")
        {
            names.insert(path.filename().string());
        }
    }
    return names;
}

Names
operator+(Names a, const Names& b)
{
    a.insert(b.begin(), b.end());
    return a;
}

/// @return The file's name without directories, as both "x.h", "ns3/x.h" and "../x.h" name it.
std::string
BaseName(const std::string& include)
{
    return fs::path(include.substr(1, include.size() - 2)).filename().string();
}

/// No file of a directory includes a header of that name, nor the header of the whole module.
void
ExpectNoneOf(const std::vector<fs::path>& sources, const Names& forbidden)
{
    for (const fs::path& source : sources)
    {
        for (const std::string& include : Includes(Read(source)))
        {
            EXPECT_EQ(forbidden.count(BaseName(include)), 0u) << source << " includes " << include;
            EXPECT_NE(BaseName(include), "dht-cc-module.h") << source;
        }
    }
}

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

/// @return Whether a file of the protocol core may include something.
bool
IsAllowedInProtocol(const std::string& include)
{
    // I/O, clocks and threads are the hosts' part, whatever library they come from
    static const Names host{"<thread>",
                            "<mutex>",
                            "<shared_mutex>",
                            "<condition_variable>",
                            "<future>",
                            "<fstream>",
                            "<iostream>",
                            "<filesystem>"};
    if (include[0] == '"')
    {
        return StartsWith(include, "\"dht-") && include.find('/') == std::string::npos;
    }
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
    EXPECT_EQ(BaseName("\"ns3/a.h\""), "a.h");
    EXPECT_EQ(BaseName("<a.h>"), "a.h");
}

TEST(IncludeOrderTest, WhatTheProtocolMayIncludeIsTold)
{
    for (const char* include : {"\"dht-key.h\"", "<vector>", "<boost/endian/conversion.hpp>"})
    {
        EXPECT_TRUE(IsAllowedInProtocol(include)) << include;
    }
    for (const char* include : {"\"ns3/dht-key.h\"",
                                "\"ns3/simulator.h\"",
                                "\"access-link.h\"",
                                "\"../dht-key.h\"",
                                "<sys/socket.h>",
                                "<time.h>",
                                "<thread>",
                                "<boost/asio.hpp>",
                                "<boost/asio/ip/tcp.hpp>"})
    {
        EXPECT_FALSE(IsAllowedInProtocol(include)) << include;
    }
}

TEST(IncludeOrderTest, TheProtocolKnowsNoHost)
{
    const auto sources = Sources("model/protocol");
    ASSERT_GT(sources.size(), 20u);
    for (const fs::path& source : sources)
    {
        for (const std::string& include : Includes(Read(source)))
        {
            EXPECT_TRUE(IsAllowedInProtocol(include)) << source << " includes " << include;
        }
    }
}

TEST(IncludeOrderTest, ProtocolHeadersExist)
{
    const Names headers = Headers("model/protocol");
    for (const fs::path& source : Sources("model/protocol"))
    {
        for (const std::string& include : Includes(Read(source)))
        {
            if (include[0] == '"')
            {
                EXPECT_EQ(headers.count(BaseName(include)), 1u) << source << " " << include;
            }
        }
    }
}

TEST(IncludeOrderTest, TheModelKnowsNeitherHelpersNorExamples)
{
    const auto sources = Sources("model");
    ASSERT_FALSE(sources.empty());
    ExpectNoneOf(sources,
                 Headers("helper", true) + Headers("examples", true) + Headers("emu", true));
}

TEST(IncludeOrderTest, HelpersKnowNoExamples)
{
    const auto sources = Sources("helper");
    ASSERT_FALSE(sources.empty());
    ExpectNoneOf(sources, Headers("examples", true) + Headers("emu", true));
}

/// @return Whether a file that no ns-3 stands behind may include something. @param include It.
/// @param own The headers beside it. @param below Those of the directories it is built on.
bool
IsAllowedWithoutNs3(const std::string& include, const Names& own, const Names& below)
{
    if (StartsWith(include, "\"ns3/"))
    {
        return below.count(BaseName(include)) == 1;
    }
    return include[0] == '<' ? include.find("ns3/") == std::string::npos
                             : own.count(BaseName(include)) == 1;
}

TEST(IncludeOrderTest, WhatMayBeIncludedWithoutNs3IsTold)
{
    const Names own{"a.h"};
    const Names below{"dht-key.h"};
    for (const char* include : {"\"a.h\"", "\"ns3/dht-key.h\"", "<vector>", "<boost/asio.hpp>"})
    {
        EXPECT_TRUE(IsAllowedWithoutNs3(include, own, below)) << include;
    }
    for (const char* include :
         {"\"b.h\"", "\"ns3/a.h\"", "\"ns3/simulator.h\"", "<ns3/dht-key.h>", "\"dht-key.h\""})
    {
        EXPECT_FALSE(IsAllowedWithoutNs3(include, own, below)) << include;
    }
}

/// @param directory Whose files know nothing of ns-3. @param below What it is built on.
void
ExpectNoNs3In(const std::string& directory, const Names& below)
{
    const auto sources = Sources(directory);
    ASSERT_FALSE(sources.empty()) << directory;
    for (const fs::path& source : sources)
    {
        for (const std::string& include : Includes(Read(source)))
        {
            EXPECT_TRUE(IsAllowedWithoutNs3(include, Headers(directory), below))
                << source << " includes " << include;
        }
    }
}

TEST(IncludeOrderTest, WhatProgramsShareKnowsTheProtocolOnly)
{
    ExpectNoNs3In("helper/shared", Headers("model/protocol"));
}

TEST(IncludeOrderTest, TheRealPeerKnowsTheProtocolAndWhatProgramsShareOnly)
{
    ExpectNoNs3In("emu/peer", Headers("model/protocol") + Headers("helper/shared"));
}

TEST(IncludeOrderTest, NobodyKnowsTheTests)
{
    for (const char* directory : {"model", "helper", "examples", "emu"})
    {
        ExpectNoneOf(Sources(directory, true), Headers("test"));
    }
}

/// The build puts all headers into one directory, so that one would hide another of its name.
TEST(IncludeOrderTest, NoTwoHeadersHaveTheSameName)
{
    std::set<std::string> seen;
    for (const char* directory : {"model/protocol", "model", "helper/shared", "helper", "test"})
    {
        for (const std::string& name : Headers(directory))
        {
            EXPECT_TRUE(seen.insert(name).second) << name;
        }
    }
}

} // namespace
