/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tree-files.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <vector>

/// Comments say what a reader needs, and pages say "per peer" behind a unit.

namespace
{

/// @param text A file's text. @return The text without the marks of comments and breaks of lines.
std::string
Flat(const std::string& text)
{
    static const std::regex kBreak("\\s*\n\\s*(?:///(?!<)|\\*(?!/))?\\s*");
    return std::regex_replace(text, kBreak, " ");
}

/// @param text Flat text. @return What Doxygen is told of a parameter or a result, and says
/// nothing.
std::vector<std::string>
EmptyWordsIn(const std::string& text)
{
    static const std::regex kEmpty(
        "(?:@t?param(?: ?\\[[a-z,]+\\])? \\w+|@return|///<) "
        "(?:(?:For|From|To|By|Of|In) )?"
        "(?:[Ii]t|[Ww]hich|[Ww]hom?|[Ww]hat|[Ww]here|[Ww]hose|[Ww]hen|[Ww]hy|[Hh]ow|They|Them|"
        "Whether|Yes|No|One|Both)(?: to| from)?(?:\\.(?= |$)|[,;] )");
    return {std::sregex_token_iterator(text.begin(), text.end(), kEmpty), {}};
}

/// @param text Flat text. @return Amounts with "a peer" behind the unit, which reads as another
/// one.
std::vector<std::string>
RatesIn(const std::string& text)
{
    static const std::regex kRate("(?:[a-zA-Z]/s|\\b[kMG]?(?:B|bits?)|\\d "
                                  "(?:requests|messages|bytes|packets|blocks|streams)) a "
                                  "(?:peer|node|link)\\b");
    return {std::sregex_token_iterator(text.begin(), text.end(), kRate), {}};
}

/// @param text Flat text. @return Words that stand for a term of the field, and are none.
std::vector<std::string>
MetaphorsIn(const std::string& text)
{
    static const std::regex kMetaphor(
        "\\b(?:[Hh]ouses?|[Dd]oors?|[Bb]reaths?|[Ss]toreys?|[Hh]earing|"
        "rooms|[Rr]oom by room|(?:a|each|every) room)\\b(?! for| to)");
    return {std::sregex_token_iterator(text.begin(), text.end(), kMetaphor), {}};
}

/**
 * Expect to find nothing in any file of the tree.
 *
 * @param extensions Of the files to read.
 * @param find Finds what is wrong in a flat text.
 * @return How many files were read.
 */
template <typename Find>
std::size_t
ExpectNone(const std::vector<std::string>& extensions, Find find)
{
    std::size_t files = 0;
    for (const auto& file :
         tree::FilesIn({"model", "helper", "emu", "examples", "test", "doc"}, extensions))
    {
        if (file.path.filename() == "english-test.cc")
        {
            continue;
        }
        for (const std::string& words : find(Flat(file.text)))
        {
            ADD_FAILURE() << file.path << ": " << words;
        }
        ++files;
    }
    return files;
}

TEST(EnglishTest, EmptyWordsAreFound)
{
    for (const char* text : {"/// @param from Who. @param to B.",
                             "int a; ///< Whose.",
                             " * @param message\n     * It.\n",
                             "/// @return They, the nearest first.",
                             "/// Find it. @param [out] place It.",
                             "/// @param to From\n    /// where."})
    {
        EXPECT_EQ(EmptyWordsIn(Flat(text)).size(), 1U) << text;
    }
    EXPECT_TRUE(EmptyWordsIn(Flat("/// @param from Who asks. @return It is ready.")).empty());
}

TEST(EnglishTest, RatesBehindAUnitAreFound)
{
    EXPECT_EQ(RatesIn("at 120 requests/s a peer, 0.35 MB a peer, 4 bytes a link").size(), 3U);
    EXPECT_TRUE(RatesIn("120 requests/s per peer, the requests a peer makes").empty());
}

TEST(EnglishTest, MetaphorsAreFound)
{
    EXPECT_EQ(MetaphorsIn("the house has rooms, and each room a door").size(), 4U);
    EXPECT_TRUE(MetaphorsIn("as soon as there is room; make room for it; no room is left").empty());
}

TEST(EnglishTest, TermsAreThoseOfTheField)
{
    EXPECT_GT(ExpectNone({".h", ".cc", ".rst", ".py", ".yaml"}, MetaphorsIn), 900U);
}

TEST(EnglishTest, CommentsSayWhatParametersAre)
{
    EXPECT_GT(ExpectNone({".h", ".cc"}, EmptyWordsIn), 900U);
}

TEST(EnglishTest, RatesArePerPeer)
{
    EXPECT_GT(ExpectNone({".h", ".cc", ".rst", ".py", ".yaml"}, RatesIn), 900U);
}

} // namespace
