/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/test.h"

#ifdef DHT_CC_HAVE_GTEST
#include <gtest/gtest.h>
#endif

/**
 * @file
 * @ingroup dht-cc
 * The door through which ns-3's own test runner reaches the module's checks, which are written
 * with googletest and linked into the same library or program. GTEST_FILTER chooses among them.
 */

namespace
{

#ifdef DHT_CC_HAVE_GTEST

/// All googletest checks of the module, as one ns-3 test case.
class ChecksTestCase : public ns3::TestCase
{
  public:
    ChecksTestCase()
        : TestCase("the module's googletest checks")
    {
    }

  private:
    void DoRun() override
    {
        // The arguments are those of ns-3's test runner, not googletest's
        int argc = 1;
        char name[] = "dht-cc";
        char* argv[] = {name, nullptr};
        testing::InitGoogleTest(&argc, argv);
        // not in the macro, which evaluates twice what is not as expected
        const int status = RUN_ALL_TESTS();
        NS_TEST_ASSERT_MSG_EQ(status, 0, "a check failed: its output says which");
    }
};

#else

/// Stands in for the checks in a build without googletest, and fails.
class ChecksTestCase : public ns3::TestCase
{
  public:
    ChecksTestCase()
        : TestCase("the module's googletest checks: NOT BUILT, as googletest was not found")
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

/// The module's test suite.
class DhtCcTestSuite : public ns3::TestSuite
{
  public:
    DhtCcTestSuite()
        : TestSuite("dht-cc")
    {
        AddTestCase(new ChecksTestCase);
    }
};

/// Registers the suite with the test runner.
DhtCcTestSuite g_dhtCcTestSuite;

} // namespace

#ifdef DHT_CC_STAND_ALONE
// Inside an ns-3 tree, main() is ns-3's test-runner
int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
#endif
