# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the checks, and runs them.

import sys

from waflib import Logs
from waflib.Build import BuildContext

from waftools.library import build_program
from waftools.peers import peer_include_directories
from waftools.sources import BUILT, CHECKED, include_directories, sources
from waftools.tools import load

TESTS = "test/**/*.cc"
SUITES = "test/dht-cc-test-suite.cc"
PLACES = "test/support/base/places.cc"
FUZZERS = "test/fuzz/*.cc"
RUNNER = "test/test-runner"
# checks of the core need nothing but the core
CHECKS_OF_THE_CORE = "test/protocol/**/*.cc"
# all but those that simulate packets: with another ns-3, these may come out differently
NOT_SIMULATING = [CHECKS_OF_THE_CORE, "test/support/storage/block-store-suite.cc"]
NOT_SIMULATING += ["test/%s/**/*.cc" % room for room in ("analysis", "common", "emu", "messages", "networks", "tree", "view")]
NOT_SIMULATING += [
    "test/programs/%s-test.cc" % name
    for name in ("*analysis-program", "delay-sample", "demo-windows", "delays-program", "lookup-latency", "million-*", "option-*")
    + ("peer-spread", "raw-bytes", "recording", "routes-program", "starvation-alarm", "starvation-watch", "sweep")
]
# of the real peer, what checks look at by itself
PARTS_OF_THE_PEER = " ".join(
    "emu/peer/%s.cc" % name
    for name in ("base/peer-endpoint", "base/peer-clock", "links/connection-eviction", "links/dtl-links", "links/held-requests")
    + ("links/incoming-connection", "links/link-windows", "links/outgoing-link", "live/link-patience")
    + ("outside/file-download", "outside/transfer-progress", "outside/tree-walk", "sockets/datagram-*", "sockets/tcp-tuning", "sockets/udp-batches", "storage/peer-disk")
)
VIEW_TOOLCHAIN = "examples/view/toolchain.py"
# the suite of checks that need its packages
OF_THE_VIEW = "RingViewTest"

# the last line, which waf's own messages precede
closing_line = []


def _program(bld):
    return "test/%s-gtest" % bld.env.APPNAME


def _looked_at(bld):
    """Checks, and the objects that they look at."""
    return ["checks", "places", "gateway"] + ([] if bld.env.ONLY_SIMULATING else ["parts-of-the-peer", "peer-store"])


def build(bld):
    runner = {"defines": ["DHT_CC_STAND_ALONE"]}
    if bld.env.HAVE_GTEST:
        _build_checks(bld)
        runner = {"defines": ["DHT_CC_STAND_ALONE", "DHT_CC_HAVE_GTEST"], "use": [*_looked_at(bld), "GTEST"]}
    build_program(bld, RUNNER, bld.path.ant_glob(SUITES), **runner)


def _build_checks(bld):
    # compiled once, for googletest's own program and for ns-3's
    bld.objects(
        target="checks",
        idx=BUILT,
        source=sources(bld, TESTS, excl=[SUITES, PLACES, FUZZERS, *(NOT_SIMULATING if bld.env.ONLY_SIMULATING else [])]),
        includes=include_directories(bld, "model", "helper", "emu/gateway", "emu/peer", "test"),
        defines=["DHT_CC_MPI"] if bld.env.WITH_MPI else [],
        cxxflags=bld.env.CHECKS_FLAGS,
        use=[bld.env.APPNAME, "NS3", "GTEST", "JSON"],
    )
    if not bld.env.ONLY_SIMULATING:
        bld.objects(
            target="parts-of-the-peer",
            source=bld.path.ant_glob(PARTS_OF_THE_PEER),
            includes=peer_include_directories(bld),
            cxxflags=bld.env.WITHOUT_NS3,
            idx=CHECKED,
        )
    # in a tree that has moved, this one is compiled again
    bld.objects(target="places", idx=BUILT, source=bld.path.ant_glob(PLACES), defines=defines_of_places(bld))
    build_program(bld, _program(bld), [], features="cxx cxxprogram", use=[*_looked_at(bld), "GTEST_MAIN"])


def defines_of_places(bld):
    places = {
        "DHT_CC_SOURCE_DIR": bld.path,
        "DHT_CC_EXAMPLES_DIR": bld.bldnode.make_node("examples"),
        "DHT_CC_DOC_CODE_DIR": bld.bldnode.make_node("doc/code"),
        "DHT_CC_EMU_DIR": bld.bldnode.make_node("emu"),
    }
    return ['%s="%s"' % (name, node.abspath()) for name, node in places.items()]


def _prepare_view(bld):
    toolchain = load(bld.path.find_node(VIEW_TOOLCHAIN))
    try:
        toolchain.Toolchain(bld.bldnode.abspath()).install()
    except toolchain.Missing as error:
        # its checks say so, too
        Logs.warn("the ring view is not checked: %s", error)


def _run_checks(bld):
    checks = load(bld.path.find_node("test/checks.py"))
    sys.stdout.flush()
    program = bld.bldnode.make_node(_program(bld)).abspath()
    try:
        names = checks.list_checks(program, bld.options.filter)
    except checks.NoCheck as error:
        bld.fatal("no check is called %s" % error)
    if not names:
        bld.fatal("no check is called %s" % bld.options.filter)
    if any(OF_THE_VIEW in name for name in names):
        _prepare_view(bld)
    outcomes = checks.run(program, bld.jobs, names)
    if not bld.options.filter and not outcomes["failed"]:
        runner = bld.bldnode.make_node(RUNNER).abspath()
        outcomes["passed" if checks.do_suites_work(runner) else "failed"] += 1
    closing_line.append(checks.closing_line(outcomes))
    return outcomes["failed"]


def close():
    if closing_line:
        print(closing_line.pop(), flush=True)


class TestContext(BuildContext):
    """builds all, then runs the checks on all cores; --filter=PATTERN chooses some"""

    cmd = "test"
    fun = "build"
    parts = ["examples", "emu", "doc-code", "tests"]

    def execute_build(self):
        super().execute_build()
        if not self.env.HAVE_GTEST:
            self.fatal("googletest was not found: install it, then ./waf configure test")
        if _run_checks(self):
            close()
            sys.exit(1)
