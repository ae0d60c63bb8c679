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
#include <set>
#include <sstream>
#endif

/**
 * @file
 * @ingroup dht-cc
 * The door through which ns-3's own test runner reaches the module's checks, which are written
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
    {"protocol/maintenance", false},
    {"protocol/overlay-store", false},
    {"protocol/peer", true},
    {"protocol/relay", true},
    {"protocol/request", true},
    {"protocol/routing", true},
    {"protocol/rpc", true},
    {"protocol/storage", false},
    {"protocol/tables", true},
    {"protocol/transport", false},
    {"protocol/window", true},
    {"protocol/wire", true},
    {"support", true},
    {"tree", false},
    {"view", true},
};

#ifdef DHT_CC_HAVE_GTEST

/// @return The patterns of GTEST_FILTER, before any names of a layer took their place.
const std::string&
ChosenFilter()
{
    static const std::string chosen = [] {
        // The arguments are those of ns-3's test runner, not googletest's
        int argc = 1;
        char name[] = "dht-cc";
        char* argv[] = {name, nullptr};
        testing::InitGoogleTest(&argc, argv);
        return testing::GTEST_FLAG(filter);
    }();
    return chosen;
}

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

/// @param layer A layer's directory, or "". @return The chosen checks in it, by name.
std::vector<std::string>
ChecksOf(const std::string& layer)
{
    const std::string& chosen = ChosenFilter();
    const auto dash = chosen.find('-');
    const std::string only = dash == 0 ? "*" : chosen.substr(0, dash);
    const std::string but = dash == std::string::npos ? "" : chosen.substr(dash + 1);
    std::vector<std::string> names;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int suite = 0; suite < all.total_test_suite_count(); ++suite)
    {
        const testing::TestSuite& checks = *all.GetTestSuite(suite);
        for (int check = 0; check < checks.total_test_count(); ++check)
        {
            const testing::TestInfo& info = *checks.GetTestInfo(check);
            const std::string name = std::string(checks.name()) + "." + info.name();
            if (LayerOf(info.file()) == layer && FitsOne(name, only) && !FitsOne(name, but))
            {
                names.push_back(name);
            }
        }
    }
    return names;
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
        const std::vector<std::string> lost = ChecksOf("");
        NS_TEST_ASSERT_MSG_EQ(lost.size(), 0, lost.front() + " is in no directory of g_layers");
        std::string filter;
        for (const std::string& name : ChecksOf(m_layer))
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

    void OnTestPartResult(const testing::TestPartResult& result) override
    {
        if (result.failed())
        {
            const auto* check = testing::UnitTest::GetInstance()->current_test_info();
            const auto* file = result.file_name();
            ReportTestFailure(check ? std::string(check->test_suite_name()) + "." + check->name()
                                    : m_layer,
                              "failed",
                              "passed",
                              result.message(),
                              file ? file : "",
                              result.line_number());
        }
    }

    std::string m_layer; ///< Its directory.
};

#else

/// Stands in for the checks in a build without googletest, and fails.
class ChecksTestCase : public ns3::TestCase
{
  public:
    /// No directory matters.
    explicit ChecksTestCase(const std::string& /* layer */)
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
