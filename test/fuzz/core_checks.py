# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The core's checks, run with sanitizers."""

import os
import re

# left out: whole rings under churn take minutes
CORE_CHECKS = ["--gtest_brief=1", "--gtest_filter=-*Maintenance*"]


def check(build, shard, shards, children):
    """Run a part of the core's checks. What it said, and whether all is well."""
    log = os.path.join(build, "fuzz", "core-checks-%d.log" % shard)
    environment = dict(os.environ, GTEST_TOTAL_SHARDS=str(shards), GTEST_SHARD_INDEX=str(shard))
    with open(log, "w", encoding="utf-8") as file:
        process = children.start(
            [os.path.join(build, "test/fuzz/core-checks"), *CORE_CHECKS], env=environment, stdout=file, stderr=file
        )
    status = children.wait(process)
    with open(log, encoding="utf-8", errors="replace") as file:
        said = file.read()
    passed = sum(map(int, re.findall(r"\[  PASSED  \] (\d+)", said)))
    line = "checks of the core with sanitizers, part %d of %d: %d passed" % (shard + 1, shards, passed)
    if status == 0:
        return line, True
    why = re.search(r"ERROR: .*|.*runtime error: .*|\[  FAILED  \] .*", said)
    return "%s\n  %s\n  see %s" % (line, why.group() if why else "exit status %d" % status, log), False
