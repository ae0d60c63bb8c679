# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the fuzzers and the core's checks with clang's sanitizers.

import os
import shutil
import subprocess
import tempfile

from waftools.checking import CHECKS_OF_THE_CORE, FUZZERS, defines_of_places
from waftools.library import build_info
from waftools.peers import OPTION_READER, PEER_PORT, PROGRAM_OPTIONS, REAL_PEER, STORM, peer_include_directories
from waftools.sources import BUILD_INFO, COVERED, FUZZED, PROTOCOL, SHARED, include_directories, sources, units

FUZZED_CHECKS = CHECKS_OF_THE_CORE + " test/support/**/*.cc"
NOT_THE_CORE = [
    "test/protocol/membership/even-table-test.cc",
    "test/protocol/membership/overlay-ring-test.cc",
    "test/support/base/program-run.cc",
]
FUZZER_THAT_LINKS = """\
#include <vector>
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, decltype(sizeof(0)) size) {
    return std::vector<unsigned char>(data, data + size).size() == 4;
}
"""
SANITIZED = "-O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer".split()
COUNTED = "-O1 -fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping".split()


def build(bld):
    clang = _find_clang()
    if not clang:
        bld.fatal(
            "fuzz needs clang++ with libFuzzer: install it "
            "(Debian 12: apt-get install clang-14 libclang-rt-14-dev)"
        )
    for name in NOT_THE_CORE:
        if not bld.path.find_node(name):
            bld.fatal("waftools/fuzzing.py leaves out %s, which is not there" % name)
    env = _fuzzing_environment(bld, clang, SANITIZED)
    _build_fuzzers_as(bld, env, "fuzzed", "fuzz", FUZZED)
    if bld.options.brief:
        return
    # the same once more, to see what they reach
    bld.options.llvm = _find_llvm(bld, clang)
    _build_fuzzers_as(bld, _fuzzing_environment(bld, clang, COUNTED), "counted", "covered", COVERED)
    _build_core_checks(bld, env)
    _build_stormed_peer(bld, env)


def _build_stormed_peer(bld, env):
    if not bld.env.LIB_PROGRAM_OPTIONS:
        what = "fuzz starts a peer, too: it needs Boost.Program_options (Debian: apt-get install %s)"
        bld.fatal(what % PROGRAM_OPTIONS)
    includes = peer_include_directories(bld)
    shared = sources(bld, SHARED, excl=BUILD_INFO) + bld.path.ant_glob([OPTION_READER, *PEER_PORT])
    peer = sources(bld, REAL_PEER, excl=[OPTION_READER, *PEER_PORT])
    for target, files in (("stormed-peer", peer), ("storm", bld.path.ant_glob(STORM))):
        bld.program(
            target="test/fuzz/" + target,
            source=files,
            includes=includes,
            use="fuzzed shared-sanitized build-info JSON ZLIB PROGRAM_OPTIONS SQLITE3",
            lib=["pthread"],
            install_path=None,
            env=env.derive(),
            idx=FUZZED,
        )
    bld.objects(target="shared-sanitized", source=shared, includes=includes, use="JSON ZLIB", env=env, idx=FUZZED)
    build_info(bld)


def _build_fuzzers_as(bld, env, objects, prefix, idx):
    includes = include_directories(bld, "model/protocol", "test/fuzz")
    bld.objects(target=objects, source=sources(bld, PROTOCOL), includes=includes, env=env, idx=idx, use="ISAL")
    for source in bld.path.ant_glob(FUZZERS):
        bld.program(
            target="test/fuzz/%s%s" % (prefix, source.name[len("fuzz") : -len(".cc")]),
            source=[source],
            includes=includes,
            use=objects,
            linkflags=["-fsanitize=fuzzer"],
            install_path=None,
            env=env.derive(),
            idx=idx,
        )


def _build_core_checks(bld, env):
    if not bld.env.HAVE_GTEST:
        bld.fatal("fuzz runs the core's checks, too: it needs googletest (Debian: apt-get install libgtest-dev)")
    files = bld.path.ant_glob(FUZZED_CHECKS, excl=NOT_THE_CORE)
    bld.program(
        target="test/fuzz/core-checks",
        source=list(units(bld, "core-checks", files)),
        includes=include_directories(bld, "model/protocol", "test/support", "test/fuzz"),
        defines=defines_of_places(bld),
        use="fuzzed GTEST GTEST_MAIN JSON",
        install_path=None,
        env=env.derive(),
        idx=FUZZED,
    )


def _fuzzing_environment(bld, clang, flags):
    env = bld.env.derive()
    env.CXX = env.LINK_CXX = [clang]
    env.CXXFLAGS = ["-std=c++17", "-g1", "-Wall", "-Wextra", "-fPIC", *flags]
    env.LINKFLAGS = [flag for flag in flags if flag.startswith(("-fsanitize", "-fprofile"))]
    return env


def _find_llvm(bld, clang):
    # a profile is read by the tools of the clang that wrote it
    version = subprocess.run([clang, "-dumpversion"], capture_output=True, text=True, check=False).stdout.split(".")[0]
    beside = os.path.dirname(os.path.realpath(clang))
    for directory in (beside, "/usr/lib/llvm-%s/bin" % version):
        if all(os.access(os.path.join(directory, tool), os.X_OK) for tool in ("llvm-cov", "llvm-profdata")):
            return directory
    bld.fatal(
        "fuzz says by llvm-cov and llvm-profdata %s what was reached: install them "
        "(Debian: apt-get install llvm-%s)" % (version, version)
    )


def _find_clang():
    # the newest one that works
    names = ["clang++"] + ["clang++-%d" % number for number in range(30, 10, -1)]
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "fuzz.cc")
        with open(source, "w", encoding="ascii") as file:
            file.write(FUZZER_THAT_LINKS)
        for clang in filter(None, map(shutil.which, names)):
            command = [clang, "-fsanitize=fuzzer,address,undefined", source, "-o", source + ".out"]
            if not subprocess.run(command, capture_output=True, check=False).returncode:
                return clang
    return None
