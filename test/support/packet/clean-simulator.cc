/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace
{

/// A check that leaves events behind changes the run of the next one in its process, whichever that
/// is: it fails where it leaves them.
class CleanSimulator : public testing::EmptyTestEventListener
{
  public:
    void OnTestEnd(const testing::TestInfo& /* test */) override
    {
        const bool isClean = Simulator::IsFinished() && Simulator::Now().IsZero();
        Simulator::Destroy();
        Config::Reset();
        EXPECT_TRUE(isClean) << "the check left a simulation behind: Simulator::Destroy()";
    }
};

/// Whether googletest has been told.
const bool IS_WATCHED = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new CleanSimulator);
    return true;
}();

} // namespace
} // namespace ns3
