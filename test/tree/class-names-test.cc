/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tree-files.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

/// Two classes of one name in one namespace are one to the linker, which may take either. No
/// program need have both today for that to go wrong tomorrow.

namespace
{

namespace fs = std::filesystem;

/// @param text Of a header. @return Its classes at namespace level, with their namespaces.
std::multimap<std::string, std::string>
ClassesIn(const std::string& text)
{
    static const std::regex kNamespace("namespace (\\w+)");
    static const std::regex kEnd("\\} // namespace \\w+");
    static const std::regex kClass("(?:class|struct) (\\w+)(?: final)?(?: : .*)?");
    std::multimap<std::string, std::string> classes;
    std::vector<std::string> spaces;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        std::smatch found;
        if (std::regex_match(line, found, kNamespace))
        {
            spaces.push_back(found[1]);
        }
        else if (std::regex_match(line, kEnd))
        {
            spaces.pop_back();
        }
        else if (std::regex_match(line, found, kClass))
        {
            std::string name;
            for (const std::string& space : spaces)
            {
                name += space + "::";
            }
            classes.emplace(name + found[1].str(), line);
        }
    }
    return classes;
}

TEST(ClassNamesTest, ClassesAreFound)
{
    const auto found =
        ClassesIn("namespace a\n{\nclass One;\nclass One : public Two\n{\n    struct In\n"
                  "};\nnamespace b\n{\nstruct One\n{\n};\n} // namespace b\n"
                  "class Last final\n{\n};\n} // namespace a\n");
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found.count("a::One"), 1u);
    EXPECT_EQ(found.count("a::b::One"), 1u);
    EXPECT_EQ(found.count("a::Last"), 1u);
}

TEST(ClassNamesTest, NoTwoClassesHaveTheSameName)
{
    std::map<std::string, std::string> headers;
    for (const auto& file : tree::FilesIn({"model", "helper", "emu"}, {".h"}))
    {
        for (const auto& [name, line] : ClassesIn(file.text))
        {
            const auto [other, isNew] = headers.emplace(name, file.path.filename().string());
            EXPECT_TRUE(isNew) << name << " in " << file.path << " and " << other->second;
        }
    }
    EXPECT_GT(headers.size(), 300u);
}

/// @param text Of a source file. @return Its constants at namespace level.
std::set<std::string>
ConstantsIn(const std::string& text)
{
    static const std::regex kConstant("(?:^|\n)(?:constexpr|const)\\s[^;(\n]*?"
                                      "(\\bk[A-Z]\\w*|\\b[A-Z][A-Z_]{2,})(?: =|\\{|\\()");
    std::set<std::string> constants;
    for (std::sregex_iterator i(text.begin(), text.end(), kConstant), end; i != end; ++i)
    {
        constants.insert((*i)[1]);
    }
    return constants;
}

/// Which files are compiled together changes with each new one.
TEST(ClassNamesTest, FilesThatMayBeCompiledTogetherHaveNoConstantsOfTheSameName)
{
    std::map<std::string, std::string> files;
    for (const auto& file : tree::FilesIn({"model", "helper", "emu", "test"}, {".cc"}))
    {
        const fs::path second = *std::next(file.path.begin());
        const bool isOnTop = second == file.path.filename();
        const std::string part = (*file.path.begin() / (isOnTop ? "" : second)).string();
        for (const std::string& name : ConstantsIn(file.text))
        {
            const auto [other, isNew] = files.emplace(part + " " + name, file.path.string());
            EXPECT_TRUE(isNew) << name << " in " << file.path << " and " << other->second;
        }
    }
    EXPECT_GT(files.size(), 300u);
}

} // namespace
