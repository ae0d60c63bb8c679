/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

/// The programs that the pages show do what the pages say.

namespace
{

class DocCodeTest : public testing::Test
{
  protected:
    /// @param name A program of doc/code/. @return Its path.
    static std::string PathOf(const std::string& name)
    {
        return places::DocCode() + "/" + name;
    }

    /**
     * Run a program where it may leave files.
     *
     * @param name The program.
     * @param arguments Its arguments.
     * @param environment Such as "NS_LOG=...".
     * @return Its standard output.
     */
    std::string Run(const std::string& name,
                    const std::string& arguments = "",
                    const std::string& environment = "")
    {
        const ProgramRun run = RunCommand("cd '" + m_scratch.Path("") + "' && " + environment +
                                          " '" + PathOf(name) + "' " + arguments);
        EXPECT_EQ(run.status, 0) << run.errors;
        m_errors = run.errors;
        return run.output;
    }

    /// @param name What it left. @return Its size in bytes.
    std::uintmax_t SizeOf(const std::string& name) const
    {
        return std::filesystem::file_size(m_scratch.Path(name));
    }

    ScratchDirectory m_scratch;
    std::string m_errors; ///< Standard error of the last run.
};

TEST_F(DocCodeTest, OwnRingAnswers)
{
    EXPECT_EQ(Run("own-ring", "--stop=3").substr(0, 7), "issued ");
}

TEST_F(DocCodeTest, TargetDelayIsAScheme)
{
    Run("target-delay", "--scheme=target-delay --peers=8 --duration=1s --quiet --summary=run.json");
    EXPECT_NE(ReadFile(m_scratch.Path("run.json")).find("target-delay"), std::string::npos);
}

TEST_F(DocCodeTest, PacketsAreWritten)
{
    for (const std::string topology : {"access", "star"})
    {
        Run("watch-packets", "--topology=" + topology);
        EXPECT_GT(SizeOf("watch-n0-i1.pcap"), 10000U) << topology;
        EXPECT_GT(SizeOf("watch.tr"), 100000U) << topology;
    }
}

TEST_F(DocCodeTest, TracesAreFoundByPath)
{
    const std::string output = Run("watch-traces");
    for (const std::string what : {" drops ", " loses a packet of ", " congestion window: "})
    {
        EXPECT_NE(output.find(what), std::string::npos) << what;
    }
}

TEST_F(DocCodeTest, LogComponentsAreKnown)
{
    Run("watch-traces", "", "NS_LOG='DhtIncomingConnections=info|prefix_time'");
#ifdef NS3_LOG_ENABLE
    EXPECT_NE(m_errors.find(" node 1 accepts "), std::string::npos) << m_errors;
#endif
}

TEST_F(DocCodeTest, FlowsAreMonitored)
{
    if (!std::filesystem::exists(PathOf("watch-flows")))
    {
        GTEST_SKIP() << "this ns-3 has no module flow-monitor";
    }
    const std::string output = Run("watch-flows");
    EXPECT_NE(output.find("TCP 10.0.0.1:"), std::string::npos) << output;
    EXPECT_NE(output.find("UDP 10.0.0.1:"), std::string::npos) << output;
}

TEST_F(DocCodeTest, RingsAreAnimated)
{
    if (!std::filesystem::exists(PathOf("watch-animation")))
    {
        GTEST_SKIP() << "this ns-3 has no module netanim";
    }
    Run("watch-animation", "--topology=star");
    EXPECT_NE(ReadFile(m_scratch.Path("watch.xml")).find("<p "), std::string::npos);
    Run("watch-animation", "--topology=access");
    EXPECT_GT(SizeOf("watch.xml"), 1000U);
}

} // namespace
