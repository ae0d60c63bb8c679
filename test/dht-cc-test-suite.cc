/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/test.h"

#include <algorithm>
#include <string>
#include <vector>

#ifdef DHT_CC_HAVE_GTEST
#include <fnmatch.h>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#endif

/**
 * @file
 * @ingroup dht-cc
 * How ns-3's own test runner reaches the module's checks, which are written
 * with googletest and linked into the same library or program: a suite for each directory of
 * test/. GTEST_FILTER chooses among the checks.
 */

namespace
{

/// A directory of checks.
struct Layer
{
    const char* directory; ///< Below test/.
    bool isQuick;          ///< It takes a few seconds.
};

/// All directories that have checks.
const std::vector<Layer> g_layers{
    {"analysis", true},
    {"common", true},
    {"emu", false},
    {"messages", false},
    {"networks", true},
    {"packet", false},
    {"programs", false},
    {"protocol/base", true},
    {"protocol/blocks", true},
    {"protocol/congestion", false},
    {"protocol/coordinates", true},
    {"protocol/host", true},
    {"protocol/hostile", false},
    {"protocol/links", true},
    {"protocol/membership", false},
    {"protocol/memory", true},
    {"protocol/node", true},
    {"protocol/overlay-store", false},
    {"protocol/peer", true},
    {"protocol/relay", true},
    {"protocol/request", true},
    {"protocol/routing", true},
    {"protocol/rpc", true},
    {"protocol/storage", false},
    {"protocol/transport", false},
    {"protocol/window", true},
    {"protocol/wire", true},
    {"support", true},
    {"tree", false},
    {"view", true},
};

#ifdef DHT_CC_HAVE_GTEST

/// @param name A check. @param patterns Separated by colons. @return Whether one of them fits.
bool
FitsOne(const std::string& name, const std::string& patterns)
{
    std::istringstream all(patterns);
    for (std::string pattern; std::getline(all, pattern, ':');)
    {
        if (fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0)
        {
            return true;
        }
    }
    return false;
}

/// @param file Where a check is written. @return Its layer's directory; "" if it has none.
std::string
LayerOf(const std::string& file)
{
    const std::string test = "/test/";
    const auto at = file.rfind(test);
    const std::string below = at == std::string::npos ? "" : file.substr(at + test.size());
    for (const Layer& layer : g_layers)
    {
        if (below.rfind(std::string(layer.directory) + "/", 0) == 0)
        {
            return layer.directory;
        }
    }
    return "";
}

/// @return The checks that GTEST_FILTER chooses, by name, of each layer's directory; of "", those
/// that are in none.
std::map<std::string, std::vector<std::string>>
ChooseChecks()
{
    // The arguments are those of ns-3's test runner, not googletest's
    int argc = 1;
    char program[] = "dht-cc";
    char* argv[] = {program, nullptr};
    testing::InitGoogleTest(&argc, argv);
    const std::string chosen = testing::GTEST_FLAG(filter);
    const auto dash = chosen.find('-');
    const std::string only = dash == 0 ? "*" : chosen.substr(0, dash);
    const std::string but = dash == std::string::npos ? "" : chosen.substr(dash + 1);
    std::map<std::string, std::vector<std::string>> checks;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i)
    {
        const testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j)
        {
            const testing::TestInfo& info = *suite.GetTestInfo(j);
            const std::string name = std::string(suite.name()) + "." + info.name();
            if (FitsOne(name, only) && !FitsOne(name, but))
            {
                checks[LayerOf(info.file())].push_back(name);
            }
        }
    }
    return checks;
}

/// A layer's googletest checks, as one ns-3 test case.
class ChecksTestCase : public ns3::TestCase, private testing::EmptyTestEventListener
{
  public:
    /// @param layer Its directory.
    explicit ChecksTestCase(const std::string& layer)
        : TestCase("the googletest checks"),
          m_layer(layer)
    {
    }

  private:
    void DoRun() override
    {
        // before the names of a layer take the place of GTEST_FILTER
        static auto checks = ChooseChecks();
        const std::vector<std::string>& lost = checks[""];
        NS_TEST_ASSERT_MSG_EQ(lost.size(), 0, lost.front() + " is in no directory of g_layers");
        std::string filter;
        for (const std::string& name : checks[m_layer])
        {
            filter += name + ":";
        }
        testing::GTEST_FLAG(filter) = filter.empty() ? "-*" : filter;
        testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
        listeners.Append(this);
        // not in the macro, which evaluates twice what is not as expected
        const int status = RUN_ALL_TESTS();
        listeners.Release(this);
        NS_TEST_ASSERT_MSG_EQ(status, 0, "a check failed");
    }

    // not when it fails: googletest holds a lock then
    void OnTestEnd(const testing::TestInfo& info) override
    {
        const testing::TestResult& result = *info.result();
        for (int i = 0; i < result.total_part_count(); ++i)
        {
            const testing::TestPartResult& part = result.GetTestPartResult(i);
            if (part.failed())
            {
                const char* const file = part.file_name();
                ReportTestFailure(std::string(info.test_suite_name()) + "." + info.name(),
                                  "failed",
                                  "passed",
                                  part.message(),
                                  file ? file : "",
                                  part.line_number());
            }
        }
    }

    std::string m_layer; ///< Its directory.
};

#else

/// Stands in for the checks in a build without googletest, and fails.
class ChecksTestCase : public ns3::TestCase
{
  public:
    /// @param layer A directory.
    explicit ChecksTestCase([[maybe_unused]] const std::string& layer)
        : TestCase("the googletest checks: NOT BUILT, as googletest was not found")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(true,
                              false,
                              "googletest was not found when the module was configured, so "
                              "nothing can be tested: install it (Debian: libgtest-dev) and "
                              "configure again");
    }
};

#endif

/// The suite of a layer.
class LayerTestSuite : public ns3::TestSuite
{
  public:
    /// @param layer Its directory.
    explicit LayerTestSuite(const Layer& layer)
        : TestSuite(Name(layer.directory))
    {
        Add(&LayerTestSuite::AddTestCase, new ChecksTestCase(layer.directory), layer.isQuick);
    }

  private:
    /// @param directory Of a layer. @return The suite's name, of which ns-3 makes a file's.
    static std::string Name(std::string directory)
    {
        std::replace(directory.begin(), directory.end(), '/', '-');
        return "dht-cc-" + directory;
    }

    /// @tparam D How ns-3 tells durations, which newer versions name otherwise. @param add Adds a
    /// test case. @param checks The test case. @param isQuick Whether it takes a few seconds.
    template <typename D>
    void Add(void (TestCase::*add)(TestCase*, D), TestCase* checks, bool isQuick)
    {
        (this->*add)(checks, static_cast<D>(isQuick ? 1 : 2));
    }
};

/// Registers the suites with the test runner.
const std::vector<LayerTestSuite> g_suites(g_layers.begin(), g_layers.end());

} // namespace

#ifdef DHT_CC_STAND_ALONE
// Inside an ns-3 tree, main() is ns-3's test-runner
int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
#endif
