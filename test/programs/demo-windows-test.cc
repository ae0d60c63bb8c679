/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"

#include <gtest/gtest.h>

/// The rule of settling (examples/workflow/settling.py), and the windows that ./waf demo measures.

namespace
{

TEST(DemoWindowsTest, WhatTheDemoMeasuresHasSettledAndWhatIsEarlierIsRefused)
{
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunCommand("python3 -B '" + places::Source() + "/test/programs/demo-windows.py' '" +
                   places::Examples() + "' '" + scratch.Path("") + "'");
    EXPECT_EQ(run.status, 0) << run.output << run.errors;
}

} // namespace
