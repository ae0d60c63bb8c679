# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Finds ns-3: where pkg-config looks, or under --ns3-prefix.

import os
import re

from waftools import scripts
from waftools.libraries import check_package
from waftools.sources import link

MODULES = ["core", "network", "internet", "traffic-control", "point-to-point", "stats"]
OLDEST = (3, 37)
# libraries of MPI, in C: its C++ interface is no more
MPI_PACKAGES = ["ompi-c", "mpi-c", "mpich", "mpi"]
# ns-3's headers compile under exactly one C++ standard, by version
CXX_STANDARDS = [((3, 46), "23"), ((3, 41), "20"), (OLDEST, "17")]


def configure(conf):
    if conf.options.ns3_prefix:
        _use_ns3_prefix(conf)
    conf.env.NS3_VERSION = _ns3_version(conf)
    packages = " ".join("ns3-" + module for module in MODULES)
    if not check_package(conf, packages, "NS3", "its modules", conf.env.NS3_PKGCONFIG_ARGS):
        conf.fatal("ns-3 lacks a module: dht-cc needs %s" % ", ".join(MODULES))
    _tidy_ns3_flags(conf, "NS3")
    _configure_standard(conf)
    fragment = '#include "ns3/simulator.h"\nint main() { ns3::Simulator::Destroy(); }\n'
    message = "Checking that an ns-3 program links"
    if not conf.check_cxx(fragment=fragment, use="NS3", msg=message, mandatory=False):
        conf.fatal("ns-3 %s was found, but a program does not build with it" % conf.env.NS3_VERSION)
    conf.env.WITH_MPI = _configure_mpi(conf)
    _configure_scripts(conf)


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
    if _version_number(name) < OLDEST:
        conf.fatal("ns-3 %s is too old: dht-cc needs ns-%d.%d or newer" % ((name,) + OLDEST))
    return name


def _version_number(name):
    # a development tree calls itself 3-dev or 3.dev
    if "dev" in name:
        return (3, 999)
    return tuple(int(number) for number in re.findall(r"\d+", name)[:2])


def _configure_mpi(conf):
    # only an ns-3 that was built with MPI has it; without it, one process simulates all peers
    message = "its module mpi (optional)"
    if not check_package(conf, "ns3-mpi", "NS3_MPI", message, conf.env.NS3_PKGCONFIG_ARGS):
        return False
    _tidy_ns3_flags(conf, "NS3_MPI")
    for package in MPI_PACKAGES:
        if check_package(conf, package, "MPI", "MPI by the name %s" % package):
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


def _configure_scripts(conf):
    ours = ["ns3-" + module for module in MODULES]
    modules = scripts.modules_of_headers(conf.root.find_dir(_ns3_headers(conf)))
    asked = scripts.note(conf.path, conf.bldnode).read().split()
    # by header, and by package for what a script names itself; other headers are this project's
    wanted = {name: modules.get(name, "" if name.endswith(".h") else name) for name in asked}
    conf.env.MODULES_OF_HEADERS = {name: package for name, package in wanted.items() if name in modules and package not in ours}
    packages = sorted(set(wanted.values()) - {"", *ours})
    conf.env.SCRIPT_PACKAGES = [name for name in packages if _configure_package(conf, name)]


def _ns3_headers(conf):
    command = [*conf.env.PKGCONFIG, "--variable=includedir", *conf.env.NS3_PKGCONFIG_ARGS, "ns3-core"]
    return os.path.join(conf.cmd_and_log(command).strip().strip('"'), "ns3")


def _configure_package(conf, package):
    if not check_package(conf, package, package, package + ", for a script", conf.env.NS3_PKGCONFIG_ARGS):
        return False
    _tidy_ns3_flags(conf, package)
    # its libraries may need others that are not there, as the wheel's do, which is seen if none is left out
    check = {"fragment": "int main() {}", "use": [package, "NS3"], "linkflags": ["-Wl,--no-as-needed"]}
    message = "Checking that a program links with " + package
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
    link(conf.root.make_node(os.path.join(path, "ns3")), directory.make_node("ns3"))
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
