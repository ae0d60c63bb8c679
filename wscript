# -*- mode: python; coding: utf-8 -*-
#
# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# The stand-alone build, against an installed ns-3 (3.37 or newer): ./waf --help lists the commands.
# In the contrib/ directory of an ns-3 tree, CMakeLists.txt builds the same sources; both builds
# find them by the same patterns, so a new file needs no entry anywhere.

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile

import waflib.Context
from waflib import Configure, Logs, Options, Utils
from waflib.Build import BuildContext

APPNAME = "dht-cc"
VERSION = "0.1.0"
top = "."
out = "build"

# A build configures itself when it is the first one, or when this file has changed
Configure.autoconfig = "clobber"

NS3_MODULES = ["core", "network", "internet", "traffic-control", "point-to-point", "stats"]
NS3_OLDEST = (3, 37)
# libraries of MPI, in C: its C++ interface is no more
MPI_PACKAGES = ["ompi-c", "mpi-c", "mpich", "mpi"]
# ns-3's headers compile under exactly one C++ standard, by version
CXX_STANDARDS = [((3, 46), "23"), ((3, 41), "20"), (NS3_OLDEST, "17")]

# ** finds a file in whatever room it lives
PROTOCOL = "model/protocol/**/*.cc"
SHARED = "helper/shared/**/*.cc"
LIBRARY = "model/**/*.cc helper/**/*.cc"
RANKS = "helper/experiments/million/million-ranks.cc"
LIBRARY_MPI = "model/**/mpi/*.cc helper/**/mpi/*.cc"
HEADERS = "model/**/*.h helper/**/*.h"
# the line by which a header says that it is not installed
INTERNAL = " * @internal\n"
# the protocol core as a library of its own, without ns-3
CORE = APPNAME + "-core"
CORE_HEADERS = "model/protocol/**/*.h"
CORE_PACKAGES = {"pkgconfig": "%s.pc", "cmake/" + CORE: "%s-config.cmake %s-config-version.cmake"}
BUILD_INFO = "helper/shared/dht-build-info.cc"
REAL_PEER = "emu/peer/**/*.cc"
GATEWAY = "emu/gateway/*.cc"
GATEWAY_PROGRAM = "emu/gateway/dht-emulate.cc"
EMULATE_OPTIONS = "emu/emulation/options.py"
OPTION_READER = "emu/peer/options/option-*.cc"
PEER_STORE = "emu/peer/storage/sqlite-*.cc"
STORM = "emu/storm/*.cc"
# of the real peer, what checks look at by itself
CONNECTIONS = " ".join(
    "emu/peer/%s.cc" % name
    for name in ("links/connection-eviction", "links/incoming-connection", "sockets/tcp-tuning", "sockets/udp-batches")
)
PROGRAM_OPTIONS = "libboost-program-options-dev"
DOC_CODE = "doc/code/*.cc"
VIEW = "examples/view/view.py"
VIEW_TOOLCHAIN = "examples/view/toolchain.py"
# the suite of checks that need its packages
OF_THE_VIEW = "RingViewTest"
# programs of the pages that need a module of ns-3 which may not be there
NEEDS_MODULE = {"watch-flows": "flow-monitor", "watch-animation": "netanim"}
TESTS = "test/**/*.cc"
DOOR = "test/dht-cc-test-suite.cc"
PLACES = "test/support/places.cc"
CHECKS_PROGRAM = "test/%s-gtest" % APPNAME
DOOR_PROGRAM = "test/test-runner"
FUZZERS = "test/fuzz/*.cc"
# checks of the core, and what they share, that need nothing but the core
CHECKS_OF_THE_CORE = "test/protocol/**/*.cc"
# all but those that simulate packets: with another ns-3, these may come out differently
NOT_SIMULATING = [CHECKS_OF_THE_CORE, "test/support/block-store-suite.cc"]
NOT_SIMULATING += ["test/%s/*.cc" % room for room in ("analysis", "common", "emu", "messages", "tree", "view")]
NOT_SIMULATING += [
    "test/programs/%s-test.cc" % name
    for name in ("*analysis-program", "delay-sample", "delays-program", "lookup-latency", "million-*", "option-*")
    + ("peer-spread", "raw-bytes", "recording", "routes-program", "starvation-watch", "sweep")
]
FUZZED_CHECKS = CHECKS_OF_THE_CORE + " test/support/*.cc"
NOT_THE_CORE = [
    "test/protocol/routing/even-table-test.cc",
    "test/protocol/routing/overlay-ring-test.cc",
    "test/support/program-run.cc",
]
CXX_DIRECTORIES = ["model", "helper", "examples", "test", "emu"]
FUZZER_THAT_LINKS = """\
#include <vector>
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, decltype(sizeof(0)) size) {
    return std::vector<unsigned char>(data, data + size).size() == 4;
}
"""
# waf puts a number into the name of each object file, so that a source may be compiled in two ways.
# With numbers by what is built, one more program leaves the others' objects alone.
BUILT, FUZZED, COVERED, CHECKED = 1, 2, 3, 4
ALL_CXX = ["%s/**/*.%s" % (name, kind) for name in CXX_DIRECTORIES for kind in ("cc", "h")]

# neighbouring files that are compiled together, at most: most of the time goes into the headers of ns-3 and of C++,
# which they then read once
UNITY_SIZE = 12
# what ns-3's logging defines has one name in all files
UNITY_NOT = "NS_LOG_COMPONENT_DEFINE"

CONFIGURE_OPTIONS = ["ns3_prefix", "cxxstd", "enable_logs", "enable_asserts", "werror", "sanitize", "no_unity"]
CONFIGURE_OPTIONS += ["only_simulating"]


def options(opt):
    opt.load("compiler_cxx")
    add = opt.add_option_group("dht-cc, at configure time").add_argument
    add("--ns3-prefix", default="", help="prefix of ns-3 (default: where pkg-config looks)")
    add("--cxxstd", default="", help="C++ standard: 17, 20 or 23 (default: as ns-3 needs)")
    add("--enable-logs", action="store_true", help="compile this module's NS_LOG in")
    add("--enable-asserts", action="store_true", help="compile this module's NS_ASSERT in")
    add("--werror", action="store_true", help="warnings are errors")
    add("--no-unity", action="store_true", help="compile each file by itself: slower, except after an edit")
    add("--only-simulating", action="store_true", help="of the checks, build only those that simulate packets")
    add("--sanitize", default="", metavar="LIST", help="sanitizers, such as address,undefined")
    add = opt.add_option_group("dht-cc, for test").add_argument
    add("--filter", default="", metavar="PATTERN", help="run only the checks that match")
    add = opt.add_option_group("dht-cc, for fuzz").add_argument
    add("--frames", type=int, default=1000000, metavar="N", help="how many frames the fuzzers try, all together")
    add("--storm", type=int, default=50000, metavar="N", help="how many are thrown at a live peer besides; 0: none")
    add("--brief", action="store_true", help="the fuzzers alone: no storm, no coverage, no checks with sanitizers")
    add = opt.add_option_group("dht-cc, for figures").add_argument
    add("--full", action="store_true", help="the papers' size: hours instead of minutes")
    add("--tiny", action="store_true", help="try the workflow; the numbers mean nothing")
    add("--only", default="", metavar="NAMES", help="figures whose names begin so, such as comsnets09,nca06-fig4")
    add("--into-doc", action="store_true", help="copy the report and the pictures into doc/")
    add = opt.add_option_group("dht-cc, for emulate").add_argument
    for name, arguments in _load(opt.path.find_node(EMULATE_OPTIONS)).OPTIONS.items():
        add("--" + name, **arguments)


def init(ctx):
    # an option of configure means what it says with every command
    given = any(getattr(Options.options, name) for name in CONFIGURE_OPTIONS)
    if given and Options.commands and "configure" not in Options.commands:
        Options.commands.insert(0, "configure")


# ---- configure


def configure(conf):
    # waf remembers where the last configure was started; in a tree that has moved since, it would
    # look for that directory for ever
    waflib.Context.launch_dir = waflib.Context.run_dir
    conf.load("compiler_cxx")
    if not conf.find_program(["pkg-config", "pkgconf"], var="PKGCONFIG", mandatory=False):
        conf.fatal("pkg-config was not found: install it (Debian: apt-get install pkg-config)")
    _configure_ns3(conf)
    _configure_libraries(conf)
    _configure_options(conf)
    _watch_packages(conf)


def _configure_ns3(conf):
    if conf.options.ns3_prefix:
        _use_ns3_prefix(conf)
    conf.env.NS3_VERSION = _ns3_version(conf)
    packages = " ".join("ns3-" + module for module in NS3_MODULES)
    if not _check_package(conf, packages, "NS3", "its modules", conf.env.NS3_PKGCONFIG_ARGS):
        conf.fatal("ns-3 lacks a module: dht-cc needs %s" % ", ".join(NS3_MODULES))
    _tidy_ns3_flags(conf, "NS3")
    _configure_standard(conf)
    fragment = '#include "ns3/simulator.h"\nint main() { ns3::Simulator::Destroy(); }\n'
    message = "Checking that an ns-3 program links"
    if not conf.check_cxx(fragment=fragment, use="NS3", msg=message, mandatory=False):
        conf.fatal("ns-3 %s was found, but a program does not build with it" % conf.env.NS3_VERSION)
    conf.env.WITH_MPI = _configure_mpi(conf)
    conf.env.OPTIONAL_MODULES = [name for name in NEEDS_MODULE.values() if _configure_module(conf, name)]


def _check_package(conf, package, store, name, args=()):
    flags = ["--cflags", "--libs", *args]
    message = "Checking for " + name
    found = conf.check_cfg(
        package=package, args=flags, uselib_store=store, msg=message, mandatory=False
    )
    return found is not None


def _use_ns3_prefix(conf):
    # the launcher is called from anywhere, and waf has moved to the top directory by now
    prefix = os.path.expanduser(conf.options.ns3_prefix)
    prefix = os.path.abspath(os.path.join(os.environ.get("PWD", "."), prefix))
    found = conf.root.find_node(prefix)
    found = found.ant_glob("lib*/**/ns3-core.pc", quiet=True) if found else []
    if not found:
        conf.fatal("no ns-3 under %s: it has no lib*/pkgconfig/ns3-core.pc" % prefix)
    packages = found[0].parent
    search = [packages.abspath(), os.environ.get("PKG_CONFIG_PATH", "")]
    os.environ["PKG_CONFIG_PATH"] = os.pathsep.join(filter(None, search))
    # a relocated install names in its .pc files the directories of the machine that built it
    libdir = packages.parent.abspath()
    include = os.path.join(prefix, "include")
    define = "--define-variable=%s=%s"
    conf.env.NS3_PKGCONFIG_ARGS = [define % ("libdir", libdir), define % ("includedir", include)]
    conf.env.append_value("RPATH", libdir)


def _ns3_version(conf):
    how = "install it (Debian: apt-get install libns3-dev) or name its prefix with --ns3-prefix"
    conf.start_msg("Checking for ns-3")
    try:
        name = conf.cmd_and_log(conf.env.PKGCONFIG + ["--modversion", "ns3-core"]).strip()
    except conf.errors.WafError:
        conf.end_msg("no", color="YELLOW")
        conf.fatal("ns-3 was not found: " + how)
    conf.end_msg(name)
    if _version_number(name) < NS3_OLDEST:
        conf.fatal("ns-3 %s is too old: dht-cc needs ns-%d.%d or newer" % ((name,) + NS3_OLDEST))
    return name


def _version_number(name):
    # a development tree calls itself 3-dev or 3.dev
    if "dev" in name:
        return (3, 999)
    return tuple(int(number) for number in re.findall(r"\d+", name)[:2])


def _configure_mpi(conf):
    # only an ns-3 that was built with MPI has it; without it, one process simulates all peers
    message = "its module mpi (optional)"
    if not _check_package(conf, "ns3-mpi", "NS3_MPI", message, conf.env.NS3_PKGCONFIG_ARGS):
        return False
    _tidy_ns3_flags(conf, "NS3_MPI")
    for package in MPI_PACKAGES:
        if _check_package(conf, package, "MPI", "MPI by the name %s" % package):
            break
    # where pkg-config does not know it, the compiler may
    conf.env.LIB_MPI = conf.env.LIB_MPI or ["mpi"]
    conf.env.append_value("DEFINES_MPI", ["OMPI_SKIP_MPICXX", "MPICH_SKIP_MPICXX"])
    _make_system_headers(conf, "MPI", conf.env.INCLUDES_MPI)
    fragment = """
        #include "ns3/mpi-interface.h"
        int main() { return ns3::MpiInterface::IsEnabled() && MPI_Finalize(); }
    """
    use = "NS3_MPI NS3 MPI"
    message = "Checking that an MPI program links"
    return bool(conf.check_cxx(fragment=fragment, use=use, msg=message, mandatory=False))


def _configure_module(conf, module):
    message = "its module %s (optional)" % module
    if not _check_package(conf, "ns3-" + module, module, message, conf.env.NS3_PKGCONFIG_ARGS):
        return False
    _tidy_ns3_flags(conf, module)
    # its libraries may need others that are not there, as the wheel's do, which is seen if none is left out
    check = {"fragment": "int main() {}", "use": [module, "NS3"], "linkflags": ["-Wl,--no-as-needed"]}
    message = "Checking that a program links with " + module
    return bool(conf.check_cxx(msg=message, mandatory=False, **check))


def _tidy_ns3_flags(conf, store):
    env = conf.env
    # Debian's .pc files have an unexpanded CMake list among the include directories, and name
    # libraries by the paths of -dev links that need not be there; an ns-3 with MPI names a target
    # of CMake as a library, and the wheel an option of the linker.
    include = [path for path in env["INCLUDES_" + store] if os.path.isdir(path)]
    include = [path for path in include if path not in ("/usr", "/usr/include")]
    _make_system_headers(conf, store, [_without_boost(conf, path) for path in include])
    env["LIB_" + store] = [name for name in env["LIB_" + store] if not re.search("::|^-", name)]
    for key in ("LINKFLAGS_", "LDFLAGS_", "STLIB_"):
        flags = env[key + store]
        env[key + store] = [flag for flag in flags if not re.search(r"\.(so|a)$", flag)]


def _make_system_headers(conf, store, include):
    # system headers may warn as they like, even under --werror
    conf.env["CXXFLAGS_" + store] += ["-isystem" + path for path in include]
    conf.env["INCLUDES_" + store] = []


def _without_boost(conf, path):
    # An ns-3 that brings a Boost of its own (PyPI's wheel: 1.66, too old for C++20) must not hide
    # the system's: the protocol is compiled without ns-3's flags, and both must see the same one.
    if not all(os.path.isdir(os.path.join(path, name)) for name in ("ns3", "boost")):
        return path
    directory = conf.bldnode.make_node("ns3-include")
    directory.mkdir()
    _link(conf.root.make_node(os.path.join(path, "ns3")), directory.make_node("ns3"))
    return directory.abspath()


def _configure_standard(conf):
    version = _version_number(conf.env.NS3_VERSION)
    default = next(standard for oldest, standard in CXX_STANDARDS if version >= oldest)
    flag = "-std=c++" + (conf.options.cxxstd or default)
    if not conf.check_cxx(cxxflags=flag, msg="Checking for " + flag, mandatory=False):
        needs = (flag, conf.env.NS3_VERSION)
        conf.fatal("the compiler does not know %s, which ns-3 %s needs" % needs)
    # -g1 is enough for a profile and a backtrace. Without interposition the compiler may inline
    # inside the shared library. The user's CXXFLAGS come last, so they win.
    ours = [flag, "-O2", "-g1", "-Wall", "-Wextra", "-fno-semantic-interposition"]
    conf.env.prepend_value("CXXFLAGS", ours)


def _configure_libraries(conf):
    what = "%s was not found: install it (Debian: apt-get install %s)"
    header = "boost/version.hpp"
    if not conf.check_cxx(header_name=header, msg="Checking for Boost", mandatory=False):
        conf.fatal(what % ("Boost", "libboost-dev"))
    if not _check_package(conf, "nlohmann_json", "JSON", "nlohmann-json"):
        conf.fatal(what % ("nlohmann-json", "nlohmann-json3-dev"))
    _configure_isal(conf, what % ("ISA-L", "libisal-dev"))
    if not _check_package(conf, "zlib", "ZLIB", "zlib"):
        conf.fatal(what % ("zlib", "zlib1g-dev"))
    # only real peers need them, and commands that need them say so
    _configure_program_options(conf)
    _check_package(conf, "sqlite3", "SQLITE3", "SQLite")
    # only the checks need it, and ./waf test says so
    _check_package(conf, "gtest", "GTEST", "googletest")
    _check_package(conf, "gtest_main", "GTEST_MAIN", "googletest's main()")


def _configure_isal(conf, missing):
    # an installation of one's own may come without its .pc file
    if not _check_package(conf, "libisal", "ISAL", "ISA-L"):
        conf.env.LIB_ISAL = ["isal"]
    fragment = """
        #include <isa-l/erasure_code.h>
        int main() { return gf_mul(1, 0); }
    """
    message = "Checking that a program links with ISA-L"
    if not conf.check_cxx(fragment=fragment, use="ISAL", msg=message, mandatory=False):
        conf.fatal(missing)


def _configure_program_options(conf):
    fragment = """
        #include <boost/program_options.hpp>
        int main() { return static_cast<int>(boost::program_options::options_description().options().size()); }
    """
    conf.check_cxx(
        fragment=fragment,
        lib="boost_program_options",
        uselib_store="PROGRAM_OPTIONS",
        msg="Checking for Boost.Program_options",
        mandatory=False,
    )


def _watch_packages(conf):
    # once ./waf has installed more packages, it configures again
    packages = conf.path.find_node(".venv/packages")
    if packages:
        conf.files.append(packages.abspath())
        conf.hash = Utils.h_list((conf.hash, packages.read("rb")))


def _configure_options(conf):
    # waf's own HAVE_... are of no use on each compiler's command line
    conf.env.DEFINES = []
    if not conf.options.libdir:
        # waf's lib64 is where Debian's loader does not look
        conf.env.LIBDIR = os.path.join(conf.env.PREFIX, "lib")
    if conf.options.enable_logs:
        conf.env.append_value("DEFINES", "NS3_LOG_ENABLE")
    if conf.options.enable_asserts:
        conf.env.append_value("DEFINES", "NS3_ASSERT_ENABLE")
    conf.env.UNITY = not conf.options.no_unity
    conf.env.LEFT_OUT = NOT_SIMULATING if conf.options.only_simulating else []
    if conf.options.werror:
        conf.env.append_value("CXXFLAGS", "-Werror")
    # checks are mostly googletest's macros, which take a third less time to compile like this
    conf.env.CHECKS_FLAGS = ["-O1", "-g0"]
    if conf.options.sanitize:
        _configure_sanitizers(conf)


def _configure_sanitizers(conf):
    flags = ["-fsanitize=" + conf.options.sanitize, "-fno-sanitize-recover=all"]
    message = "Checking for " + flags[0]
    if not conf.check_cxx(cxxflags=flags, linkflags=flags, msg=message, mandatory=False):
        conf.fatal("the compiler cannot sanitize %s" % conf.options.sanitize)
    conf.env.append_value("CXXFLAGS", flags + ["-fno-omit-frame-pointer"])
    conf.env.CHECKS_FLAGS = []  # a finding names its line
    conf.env.append_value("LINKFLAGS", flags)


# ---- build


def build(bld):
    _make_include_directory(bld)
    _build_library(bld)
    for part in bld.parts:
        PARTS[part](bld)
    _install(bld)


def _build_examples(bld):
    for source in bld.path.ant_glob("examples/*.cc"):
        _build_example(bld, source)


def _build_demo(bld):
    for name in DEMO_PROGRAMS:
        _build_example(bld, bld.path.find_node("examples/%s.cc" % name))


def _build_example(bld, source):
    _build_program(bld, "examples/" + source.name[: -len(".cc")], [source])


def _build_emu(bld):
    if not bld.env.LIB_PROGRAM_OPTIONS:
        what = "real peers need Boost.Program_options: install it (Debian: apt-get install %s), then ./waf configure"
        bld.fatal(what % PROGRAM_OPTIONS)
    if not bld.env.LIB_SQLITE3:
        what = "real peers need SQLite: install it (Debian: apt-get install %s), then ./waf configure"
        bld.fatal(what % "libsqlite3-dev")
    _build_real_peer(bld)
    _build_gateway_objects(bld)
    _build_program(bld, "emu/dht-emulate", bld.path.ant_glob(GATEWAY_PROGRAM), use=["gateway"])


def _make_include_directory(bld):
    # As in an ns-3 tree, a header is "ns3/NAME.h" wherever it lives
    headers = _public_headers(bld)
    directory = bld.bldnode.make_node("include/ns3")
    directory.mkdir()
    module = "%s-module.h" % APPNAME
    for stray in set(directory.listdir()) - {header.name for header in headers} - {module}:
        directory.make_node(stray).delete()
    for header in headers:
        _link(header, directory.make_node(header.name))
    includes = "".join('#include "ns3/%s"\n' % name for name in sorted(h.name for h in headers))
    _write(directory.make_node(module), "#pragma once\n\n" + includes)


def _public_headers(ctx, patterns=HEADERS):
    return [header for header in ctx.path.ant_glob(patterns) if INTERNAL not in header.read()]


def _rooms(bld, *directories):
    # Where #include "NAME.h" looks. The project's own headers go by their names alone, wherever they
    # live; "ns3/NAME.h" is ns-3's, or what a script sees of the project.
    headers = bld.path.ant_glob(["%s/**/*.h" % directory for directory in directories])
    return sorted({header.parent for header in headers}, key=lambda room: room.abspath())


def _sources(bld, patterns, excl=()):
    """The files of the patterns, or units, each of which includes up to UNITY_SIZE files of a storey.

    A storey is what two directories deep lies together, such as model/protocol/ with all of its rooms.
    """
    files = bld.path.ant_glob(patterns, excl=excl)
    if not bld.env.UNITY:
        return files
    alone = [file for file in files if UNITY_NOT in file.read()]
    storeys = {}
    for file in files:
        if file not in alone:
            storey = file.parent.path_from(bld.path).split(os.sep)[:2]
            storeys.setdefault("-".join(storey), []).append(file)
    return alone + [unit for storey in storeys for unit in _units(bld, storey, storeys[storey])]


def _units(bld, storey, files):
    count = -(-len(files) // UNITY_SIZE)
    for number in range(count):
        unit = bld.bldnode.make_node("unity/%s-%d.cc" % (storey, number + 1))
        together = files[len(files) * number // count : len(files) * (number + 1) // count]
        _write(unit, "".join('#include "%s"\n' % file.path_from(unit.parent) for file in together))
        yield unit


def _link(node, link):
    target = node.path_from(link.parent)
    if not os.path.islink(link.abspath()) or os.readlink(link.abspath()) != target:
        link.delete(evict=False)
        os.symlink(target, link.abspath())


def _write(node, text):
    # a file that is written needlessly is compiled needlessly
    if not node.exists() or node.read() != text:
        node.parent.mkdir()
        node.write(text)


def _build_library(bld):
    _build_without_ns3(bld)
    _build_ranks(bld)
    bld.shlib(
        target="ns3-" + APPNAME,
        name=APPNAME,
        source=_sources(bld, LIBRARY, excl=[PROTOCOL, SHARED, RANKS, *LIBRARY_MPI.split()]),
        idx=BUILT,
        includes=_rooms(bld, "model", "helper"),
        export_includes="include",
        use="protocol shared build-info ranks NS3 JSON ZLIB",
        vnum=VERSION,
    )


def _build_ranks(bld):
    # what knows of MPI, and the one file that asks whether it is there
    mpi = bool(bld.env.WITH_MPI)
    bld.objects(
        target="ranks",
        idx=BUILT,
        source=bld.path.ant_glob(RANKS + " " + LIBRARY_MPI if mpi else RANKS),
        includes=_rooms(bld, "model", "helper"),
        cxxflags=bld.env.CXXFLAGS_cxxshlib,
        defines=["DHT_CC_MPI"] if mpi else [],
        use="NS3_MPI NS3 MPI JSON" if mpi else "NS3 JSON",
    )


def _build_without_ns3(bld):
    # The protocol core knows no host, and a real peer is made of it and of what programs share. To
    # leave ns-3 out of the include path is not enough, as Debian has its headers in /usr/include: so
    # the very word is forbidden, but for the directory in the names of headers.
    poison = bld.bldnode.make_node("without-ns3.h")
    _write(poison, "#pragma GCC poison ns3\n")
    bld.env.WITHOUT_NS3 = ["-include", poison.name]  # the compiler runs in that directory
    flags = bld.env.CXXFLAGS_cxxshlib + bld.env.WITHOUT_NS3
    bld.objects(
        target="protocol",
        idx=BUILT,
        source=_sources(bld, PROTOCOL),
        includes=_rooms(bld, "model/protocol"),
        cxxflags=flags,
        use="ISAL",
    )
    bld.shlib(target=CORE, source=[], features="cxx cxxshlib", idx=BUILT, use="protocol ISAL", vnum=VERSION)
    bld.objects(
        target="shared",
        idx=BUILT,
        source=_sources(bld, SHARED, excl=BUILD_INFO),
        includes=_rooms(bld, "model/protocol", "helper/shared"),
        cxxflags=flags,
        use="JSON ZLIB",
    )
    _build_info(bld, flags)


def _build_info(bld, flags=()):
    commit = 'DHT_CC_COMMIT="%s"' % _commit(bld.path.abspath())
    # a new commit compiles this one file again, and no other
    bld.objects(
        target="build-info",
        idx=BUILT,
        source=bld.path.ant_glob(BUILD_INFO),
        cxxflags=list(flags),
        defines=[commit] + _version_defines(bld),
    )


def _version_defines(bld):
    return ['DHT_CC_VERSION="%s"' % VERSION, 'DHT_CC_NS3_VERSION="%s"' % bld.env.NS3_VERSION]


def _commit(directory):
    # "+" after the commit: tracked files have been changed since. The ceiling keeps git from
    # answering for a repository that merely contains this directory.
    describe = ["describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    environment = dict(os.environ, GIT_CEILING_DIRECTORIES=os.path.dirname(directory))
    try:
        return subprocess.check_output(
            ["git", "-C", directory, *describe],
            env=environment,
            stderr=subprocess.DEVNULL,
            text=True,
        ).strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _build_program(bld, target, source, use=(), **arguments):
    # relative to the program, so the tree may move
    depth = target.count("/")
    rpath = ["/".join(["$ORIGIN"] + [".."] * depth)]
    bld.program(
        target=target,
        idx=BUILT,
        source=source,
        use=[APPNAME, "NS3", "JSON", *use],
        rpath=rpath,
        install_path=None,
        **arguments,
    )


def _build_real_peer(bld):
    # no ns-3: processes that need the protocol, and what programs share
    rooms = _rooms(bld, "model/protocol", "helper/shared", "emu/peer")
    bld.objects(
        target="option-reader",
        idx=BUILT,
        source=bld.path.ant_glob(OPTION_READER),
        includes=rooms,
        export_includes=rooms,
        cxxflags=bld.env.WITHOUT_NS3,
        use="PROGRAM_OPTIONS",
    )
    _build_peer_store(bld, rooms)
    sources = _sources(bld, REAL_PEER, excl=[OPTION_READER, PEER_STORE])
    _build_process(bld, "dht-peer", sources, install_path="${PREFIX}/bin")
    _build_pages(bld, "dht-peer")
    _build_process(bld, "dht-storm", bld.path.ant_glob(STORM), install_path=None)


def _build_pages(bld, name):
    # the program writes them from its table of options
    program = bld.path.find_or_declare("emu/" + name)
    pages = {"man": ("man/man1", name + ".1"), "bash": ("bash-completion/completions", name)}
    for form, (directory, page) in pages.items():
        bld(
            name="%s.%s" % (name, form),
            rule="${SRC} --help=%s > ${TGT}" % form,
            source=program,
            target=bld.path.find_or_declare("emu/%s/%s" % (form, page)),
            install_path="${PREFIX}/share/" + directory,
        )


def _build_peer_store(bld, rooms):
    # compiled once, for the program and for the checks
    bld.objects(
        target="peer-store",
        idx=BUILT,
        source=bld.path.ant_glob(PEER_STORE),
        includes=rooms,
        export_includes=rooms,
        cxxflags=bld.env.WITHOUT_NS3,
        use="SQLITE3",
    )


def _build_process(bld, name, sources, **arguments):
    bld.program(
        target="emu/" + name,
        idx=BUILT,
        source=sources,
        cxxflags=bld.env.WITHOUT_NS3,
        use="option-reader peer-store protocol shared build-info JSON ZLIB PROGRAM_OPTIONS",
        lib=["pthread"],
        **arguments,
    )


def _build_gateway_objects(bld):
    # compiled once, for the program and for the checks
    sources = _sources(bld, GATEWAY, excl=GATEWAY_PROGRAM)
    rooms = _rooms(bld, "model", "helper", "emu/gateway")
    bld.objects(
        target="gateway",
        source=sources,
        includes=rooms,
        export_includes=rooms,
        use=[APPNAME, "NS3", "JSON"],
        idx=BUILT,
    )


def _build_doc_code(bld):
    for source in bld.path.ant_glob(DOC_CODE):
        name = source.name[: -len(".cc")]
        module = NEEDS_MODULE.get(name)
        if not module or module in bld.env.OPTIONAL_MODULES:
            _build_program(bld, "doc/code/" + name, [source], use=[module] if module else [])


def _build_tests(bld):
    door = {"defines": ["DHT_CC_STAND_ALONE"]}
    if bld.env.HAVE_GTEST:
        _build_checks(bld)
        use = ["checks", "places", "gateway", "connections", "peer-store", "GTEST"]
        door = {"defines": ["DHT_CC_STAND_ALONE", "DHT_CC_HAVE_GTEST"], "use": use}
    _build_program(bld, DOOR_PROGRAM, bld.path.ant_glob(DOOR), **door)


def _build_checks(bld):
    # compiled once, for googletest's own program and for ns-3's
    bld.objects(
        target="checks",
        idx=BUILT,
        source=_sources(bld, TESTS, excl=[DOOR, PLACES, FUZZERS, *bld.env.LEFT_OUT]),
        includes=_rooms(bld, "model", "helper", "emu/gateway", "emu/peer", "test"),
        defines=["DHT_CC_MPI"] if bld.env.WITH_MPI else [],
        cxxflags=bld.env.CHECKS_FLAGS,
        use=[APPNAME, "NS3", "GTEST", "JSON"],
    )
    bld.objects(
        target="connections",
        source=bld.path.ant_glob(CONNECTIONS),
        includes=_rooms(bld, "model/protocol", "emu/peer"),
        cxxflags=bld.env.WITHOUT_NS3,
        idx=CHECKED,
    )
    # in a tree that has moved, this one is compiled again
    bld.objects(target="places", idx=BUILT, source=bld.path.ant_glob(PLACES), defines=_defines_of_places(bld))
    use = ["checks", "places", "gateway", "connections", "peer-store", "GTEST_MAIN"]
    _build_program(bld, CHECKS_PROGRAM, [], features="cxx cxxprogram", use=use)


def _defines_of_places(bld):
    places = {
        "DHT_CC_SOURCE_DIR": bld.path,
        "DHT_CC_EXAMPLES_DIR": bld.bldnode.make_node("examples"),
        "DHT_CC_DOC_CODE_DIR": bld.bldnode.make_node("doc/code"),
        "DHT_CC_EMU_DIR": bld.bldnode.make_node("emu"),
    }
    return ['%s="%s"' % (name, node.abspath()) for name, node in places.items()]


# What may be built besides the library; a command builds the parts that it needs
DEMO_PROGRAMS = ["collapse", "collapse-figure"]
PARTS = {
    "demo": _build_demo,
    "examples": _build_examples,
    "emu": _build_emu,
    "doc-code": _build_doc_code,
    "tests": _build_tests,
}
BuildContext.parts = ["examples", "emu", "doc-code"]


def _install(bld):
    include = bld.bldnode.make_node("include/ns3")
    bld.install_files("${PREFIX}/include/ns3", _public_headers(bld))
    bld.install_files("${PREFIX}/include/ns3", include.make_node("%s-module.h" % APPNAME))
    package = bld.bldnode.make_node("ns3-%s.pc" % APPNAME)
    _write(package, _package_description(bld.env))
    bld.install_files("${LIBDIR}/pkgconfig", package)
    _install_core(bld)


def _install_core(bld):
    # not among ns-3's headers, so that a program which wants the core alone cannot take one of ns-3's by mistake
    bld.install_files("${PREFIX}/include/" + APPNAME, _public_headers(bld, CORE_HEADERS))
    values = {"PREFIX": bld.env.PREFIX, "LIBDIR_OF_PREFIX": _libdir(bld.env), "VERSION": VERSION}
    for directory, names in CORE_PACKAGES.items():
        for name in names.replace("%s", CORE).split():
            source = bld.path.find_node("model/protocol/%s.in" % name)
            bld(features="subst", source=source, target=name, install_path="${LIBDIR}/" + directory, **values)


def _libdir(env):
    libdir = os.path.relpath(env.LIBDIR, env.PREFIX)
    return env.LIBDIR if libdir.startswith("..") else "${prefix}/" + libdir


def _package_description(env):
    requires = ", ".join("ns3-" + module for module in NS3_MODULES)
    lines = [
        "prefix=" + env.PREFIX,
        "libdir=" + _libdir(env),
        "includedir=${prefix}/include",
        "",
        "Name: ns3-" + APPNAME,
        "Description: congestion control for distributed hash tables, in ns-3",
        "Version: " + VERSION,
        "Requires: " + requires + ", nlohmann_json",
        "Cflags: -I${includedir}",
        "Libs: -L${libdir} -lns3-" + APPNAME,
    ]
    return "\n".join(lines) + "\n"


# ---- test

# the checks' last line; shutdown() prints it after waf's own messages
closing_line = []


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
            shutdown(self)
            sys.exit(1)


def _prepare_view(bld):
    toolchain = _load(bld.path.find_node(VIEW_TOOLCHAIN))
    try:
        toolchain.Toolchain(bld.bldnode.abspath()).install()
    except toolchain.Missing as error:
        # its checks say so, too
        Logs.warn("the ring view is not checked: %s", error)


def _run_checks(bld):
    checks = _load(bld.path.find_node("test/checks.py"))
    sys.stdout.flush()
    program = bld.bldnode.make_node(CHECKS_PROGRAM).abspath()
    names = checks.list_checks(program, bld.options.filter)
    if not names:
        bld.fatal("no check is called %s" % bld.options.filter)
    if any(OF_THE_VIEW in name for name in names):
        _prepare_view(bld)
    outcomes = checks.run(program, bld.jobs, names)
    if not bld.options.filter and not outcomes["failed"]:
        door = bld.bldnode.make_node(DOOR_PROGRAM).abspath()
        outcomes["failed" if checks.open_door(door, APPNAME, names[0]) else "passed"] += 1
    closing_line.append(checks.closing_line(outcomes))
    return outcomes["failed"]


def shutdown(ctx):
    if closing_line:
        print(closing_line.pop(), flush=True)


# ---- the other commands


class Tool:
    # Runs a python file after the build: its run() gets the directories, the number of jobs and
    # waf's options, and returns an exit status.

    fun = "build"
    tool = None

    def execute_build(self):
        super().execute_build()
        node = self.path.find_node(self.tool)
        if not node:
            self.fatal("%s is missing" % self.tool)
        sys.stdout.flush()
        tool = _load(node)
        status = tool.run(self.path.abspath(), self.bldnode.abspath(), self.jobs, self.options)
        if status:
            Logs.error("%s failed", self.cmd)
            sys.exit(status)


def _load(node):
    name = os.path.splitext(node.name)[0].replace("-", "_")
    specification = importlib.util.spec_from_file_location(name, node.abspath())
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


class DemoContext(Tool, BuildContext):
    """builds, then shows congestion collapse and its cures"""

    cmd = "demo"
    parts = ["demo"]
    tool = "examples/demo/demo.py"


class FiguresContext(Tool, BuildContext):
    """builds, then draws the papers' figures; --full: in their size"""

    cmd = "figures"
    parts = ["examples"]
    tool = "examples/paper/figures.py"


class SweepContext(Tool, BuildContext):
    """builds, then runs a program for every combination of the options after the word sweep"""

    cmd = "sweep"
    parts = ["examples"]
    tool = "examples/sweep/sweep.py"

    def execute_build(self):
        # ./waf has kept these words from waf's own options
        self.options.sweep = Options.words
        # before anything is built, as far as that can be told
        status = _load(self.path.find_node(self.tool)).check(self.options)
        if status:
            sys.exit(status)
        super().execute_build()


class EmulateContext(Tool, BuildContext):
    """builds, then lets processes be peers of a ring behind emulated access links"""

    cmd = "emulate"
    tool = "emu/emulate.py"


class FuzzContext(Tool, BuildContext):
    """builds the fuzzers and the core's checks with clang's sanitizers, and runs them; --frames: how many they try"""

    cmd = "fuzz"
    fun = "build_fuzzers"
    tool = "test/fuzz/fuzz.py"


def build_fuzzers(bld):
    clang = _find_clang()
    if not clang:
        bld.fatal(
            "fuzz needs clang++ with libFuzzer: install it "
            "(Debian 12: apt-get install clang-14 libclang-rt-14-dev)"
        )
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
    rooms = _rooms(bld, "model/protocol", "helper/shared", "emu/peer")
    shared = _sources(bld, SHARED, excl=BUILD_INFO) + bld.path.ant_glob(OPTION_READER)
    peer = _sources(bld, REAL_PEER, excl=OPTION_READER)
    for target, sources in (("stormed-peer", peer), ("storm", bld.path.ant_glob(STORM))):
        bld.program(
            target="test/fuzz/" + target,
            source=sources,
            includes=rooms,
            use="fuzzed shared-sanitized build-info JSON ZLIB PROGRAM_OPTIONS SQLITE3",
            lib=["pthread"],
            install_path=None,
            env=env.derive(),
            idx=FUZZED,
        )
    bld.objects(target="shared-sanitized", source=shared, includes=rooms, use="JSON ZLIB", env=env, idx=FUZZED)
    _build_info(bld)


def _build_fuzzers_as(bld, env, objects, prefix, idx):
    rooms = _rooms(bld, "model/protocol", "test/fuzz")
    bld.objects(target=objects, source=_sources(bld, PROTOCOL), includes=rooms, env=env, idx=idx, use="ISAL")
    for source in bld.path.ant_glob(FUZZERS):
        bld.program(
            target="test/fuzz/%s%s" % (prefix, source.name[len("fuzz") : -len(".cc")]),
            source=[source],
            includes=rooms,
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
        source=list(_units(bld, "core-checks", files)),
        includes=_rooms(bld, "model/protocol", "test/support", "test/fuzz"),
        defines=_defines_of_places(bld),
        use="fuzzed GTEST GTEST_MAIN JSON",
        install_path=None,
        env=env.derive(),
        idx=FUZZED,
    )


SANITIZED = "-O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer".split()
COUNTED = "-O1 -fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping".split()


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


class BenchContext(Tool, BuildContext):
    """builds, then measures speed and memory of both hosts: about five minutes"""

    cmd = "bench"
    parts = ["examples"]
    tool = "examples/bench/bench.py"


def view(ctx):
    """makes a page of one or two recordings, the files after the word view, that shows the ring over time"""
    tool = ctx.path.find_node(VIEW)
    if not tool:
        ctx.fatal("%s is missing" % VIEW)
    sys.stdout.flush()
    status = _load(tool).run(ctx.path.abspath(), os.path.join(ctx.path.abspath(), out), Options.words)
    if status:
        sys.exit(status)


def doc(ctx):
    """writes the documentation to build/doc/html"""
    if not ctx.path.find_node("doc/conf.py"):
        ctx.fatal("doc/conf.py is missing")
    html = os.path.join(out, "doc", "html")
    # one place for the version: here
    settings = ["-D", "version=" + VERSION, "-D", "release=" + VERSION, *_write_reference(ctx)]
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", *settings]
    if subprocess.call(command + ["doc", html], cwd=ctx.path.abspath()):
        ctx.fatal("the documentation has errors")
    Logs.info("wrote %s", os.path.join(html, "index.html"))


def _write_reference(ctx):
    # what Sphinx gets to know of the reference
    if not shutil.which("doxygen"):
        Logs.warn("doxygen was not found: no reference of the headers (Debian: apt-get install doxygen)")
        return []
    directory = ctx.path.make_node(os.path.join(out, "doc"))
    # no page of a header that is no more
    for name in ("xml", "html/api"):
        shutil.rmtree(directory.make_node(name).abspath(), ignore_errors=True)
    directory.make_node("html").mkdir()
    headers = [header.path_from(ctx.path) for header in _public_headers(ctx)]
    settings = {"PROJECT_NUMBER": VERSION, "OUTPUT_DIRECTORY": directory.abspath(), "INPUT": " ".join(headers)}
    lines = ["@INCLUDE = doc/Doxyfile"] + ["%s = %s" % setting for setting in settings.items()]
    command = {"args": ["doxygen", "-"], "input": "\n".join(lines), "text": True, "cwd": ctx.path.abspath()}
    if subprocess.run(**command, check=False).returncode:
        # each version of Doxygen finds faults of its own
        Logs.warn("doxygen found faults in the headers' comments")
    return ["-t", "doxygen", "-D", "api_xml=" + directory.make_node("xml").abspath()]


class CheckFormatContext(waflib.Context.Context):
    """compares the C++ files with .clang-format"""

    cmd = "check-format"
    fun = "check_format"


def check_format(ctx):
    if not shutil.which("clang-format"):
        ctx.fatal("clang-format was not found: install it (Debian: apt-get install clang-format); nothing was checked")
    files = [node.path_from(ctx.path) for node in ctx.path.ant_glob(ALL_CXX)]
    command = ["clang-format", "--dry-run", "-Werror", *files]
    if files and subprocess.call(command, cwd=ctx.path.abspath()):
        ctx.fatal("some files are not formatted: clang-format -i does it")
