/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>

/// What draws the summaries of collapse.

namespace
{

TEST(CollapseFigureTest, DrawsAScriptForGnuplot)
{
    const ScratchDirectory scratch;
    const std::string summary = scratch.Path("none.json");
    const std::string script = scratch.Path("figure.plt");
    ASSERT_EQ(RunProgram(
                  "collapse",
                  "--peers=8 --warmup=1s --duration=3s --quiet --scheme=none --load=20 --summary=" +
                      summary)
                  .status,
              0);
    ASSERT_EQ(RunProgram("collapse-figure", "--output=" + script + " " + summary).status, 0);
    const std::string text = ReadFile(script);
    EXPECT_NE(text.find("figure.png"), std::string::npos);
    EXPECT_NE(text.find("no congestion control"), std::string::npos);
    for (const char* panel : {"achieved [requests/s/peer]", "mean delay [s]", "dropped [%]"})
    {
        EXPECT_NE(text.find(panel), std::string::npos) << panel;
    }
}

TEST(CollapseFigureTest, ASchemeHasTheColourOfAllOtherPictures)
{
    const ScratchDirectory scratch;
    const std::string script = scratch.Path("figure.plt");
    const std::string looks = ReadFile(places::Source() + "/examples/workflow/looks.py");
    // back-pressure comes before credit in the alphabet, and after it everywhere else
    std::string files;
    for (const char* scheme : {"back-pressure", "credit", "ferry", "marking", "none"})
    {
        files += " " + scratch.Path(scheme);
        std::ofstream(scratch.Path(scheme)) << R"({"options": {"scheme": ")" << scheme
                                            << R"("}, "results": {"offered": 60, "achieved": 60,
            "delay_s": {"mean": null}, "dropped_percent": 1,
            "peers": {"least": 41.5, "most": 77.5}}})";
    }
    ASSERT_EQ(RunProgram("collapse-figure", "--output=" + script + files).status, 0);
    const std::string text = ReadFile(script);
    for (const std::string scheme : {"back-pressure", "credit", "marking"})
    {
        const auto at = looks.find("\"" + scheme + "\": \"#");
        ASSERT_NE(at, std::string::npos) << scheme;
        const std::string colour = looks.substr(at + scheme.size() + 5, 7);
        EXPECT_NE(text.find(scheme + ", unlimited: 60.0\" with linespoints lc rgb '" + colour),
                  std::string::npos)
            << scheme << ": " << colour << "\n"
            << text;
    }
    EXPECT_NE(text.find("41.5"), std::string::npos) << "no bar of the slowest peer";
    EXPECT_NE(text.find("77.5"), std::string::npos) << "no bar of the fastest peer";
}

TEST(CollapseFigureTest, SaysWhatItCannotRead)
{
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunProgram("collapse-figure", "--output=" + scratch.Path("x.plt") + " /no/such.json");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(scratch.FileCount(), 0U);
    EXPECT_NE(run.errors.find("/no/such.json"), std::string::npos);
    EXPECT_EQ(RunProgram("collapse-figure", "").status, 2);
}

} // namespace
