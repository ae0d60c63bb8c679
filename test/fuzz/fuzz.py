# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./waf fuzz: runs the core's checks with sanitizers, then the fuzzers, beginning with the test vectors and with what
was found before, and storms of frames on live peers; then says what they have reached."""

import concurrent.futures
import os
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(TOP, "test", "fuzz"), os.path.join(TOP, "helper", "shared")]

import core_checks
import covered
import live_storm
import seeds
from children import Children
from frame_runs import FrameRuns


def all_of(pool, calls):
    """The results, in their order; at the first exception, no more is begun."""
    running = [pool.submit(*call) for call in calls]
    return (one.result() for one in running)


def check(options):
    """Say what is wrong with the options; returns an exit status."""
    for name, least in (("frames", 1), ("storm", 0)):
        if getattr(options, name) < least:
            print("--%s=%d: allowed is %d or more" % (name, getattr(options, name), least), file=sys.stderr)
            return 2
    return 0


def run(top, build, jobs, options):
    """Returns an exit status: 0 all is well, 1 something was found."""
    directory = os.path.join(build, "fuzz")
    seeds.write_seeds(top, directory)
    workers, children, fine = max(jobs, 1), Children(), True
    runs = FrameRuns(top, build, options.frames, workers, children)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        try:
            shards = 0 if options.brief else workers
            checks = [(core_checks.check, build, shard, workers, children) for shard in range(shards)]
            for line, passed in all_of(pool, checks):
                print(line, flush=True)
                fine = fine and passed
            list(all_of(pool, [(runs.run, shard) for shard in runs.shards]))
        except BaseException:
            children.stop()
            raise
    print("\n".join(runs.report()), flush=True)
    for transport in live_storm.TRANSPORTS if options.storm and not options.brief else []:
        try:
            for line in live_storm.run(build, transport, options.storm):
                print(line, flush=True)
        except live_storm.Broken as error:
            runs.findings.append("storm over %s: %s" % (transport, error))
    try:
        for line in [] if options.brief else covered.report(top, build, options.llvm, runs.inputs):
            print(line, flush=True)
    except covered.CoverageError as error:
        runs.findings.append("coverage: %s" % error)
    for finding in runs.findings:
        print("found: " + finding, file=sys.stderr)
    return 0 if fine and not runs.findings else 1


if __name__ == "__main__":
    sys.exit("it is run by ./waf fuzz")
