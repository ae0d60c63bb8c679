# Copyright (c) 2026 The dht-cc authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# Builds and installs the library, and the protocol core as one of its own.

import os

from waftools import ns3
from waftools.revision import commit
from waftools.sources import (
    BUILD_INFO,
    BUILT,
    PROTOCOL,
    SHARED,
    link,
    public_headers,
    include_directories,
    sources,
    write,
)

LIBRARY = "model/**/*.cc helper/**/*.cc"
RANKS = "helper/experiments/million/million-ranks.cc"
LIBRARY_MPI = "model/**/mpi/*.cc helper/**/mpi/*.cc"
CORE_HEADERS = "model/protocol/**/*.h"
CORE_PACKAGES = {"pkgconfig": "%s.pc", "cmake/%s": "%s-config.cmake %s-config-version.cmake"}


def make_include_directory(bld):
    # As in an ns-3 tree, a header is "ns3/NAME.h" wherever it lives
    headers = public_headers(bld)
    directory = bld.bldnode.make_node("include/ns3")
    directory.mkdir()
    module = _module_header(bld)
    for stray in set(directory.listdir()) - {header.name for header in headers} - {module}:
        directory.make_node(stray).delete()
    for header in headers:
        link(header, directory.make_node(header.name))
    includes = "".join('#include "ns3/%s"\n' % name for name in sorted(h.name for h in headers))
    write(directory.make_node(module), "#pragma once\n\n" + includes)


def _module_header(bld):
    return "%s-module.h" % bld.env.APPNAME


def _core(bld):
    # the protocol core as a library of its own, without ns-3
    return bld.env.APPNAME + "-core"


def build(bld):
    _build_without_ns3(bld)
    _build_ranks(bld)
    bld.shlib(
        target="ns3-" + bld.env.APPNAME,
        name=bld.env.APPNAME,
        source=sources(bld, LIBRARY, excl=[PROTOCOL, SHARED, RANKS, *LIBRARY_MPI.split()]),
        idx=BUILT,
        includes=include_directories(bld, "model", "helper"),
        export_includes="include",
        use="protocol shared build-info ranks NS3 JSON ZLIB",
        vnum=bld.env.VERSION,
    )


def _build_ranks(bld):
    # what knows of MPI, and the one file that asks whether it is there
    mpi = bool(bld.env.WITH_MPI)
    bld.objects(
        target="ranks",
        idx=BUILT,
        source=bld.path.ant_glob(RANKS + " " + LIBRARY_MPI if mpi else RANKS),
        includes=include_directories(bld, "model", "helper"),
        cxxflags=bld.env.CXXFLAGS_cxxshlib,
        defines=["DHT_CC_MPI"] if mpi else [],
        use="NS3_MPI NS3 MPI JSON" if mpi else "NS3 JSON",
    )


def _build_without_ns3(bld):
    # The protocol core knows no host, and a real peer is made of it and of what programs share. To
    # leave ns-3 out of the include path is not enough, as Debian has its headers in /usr/include: so
    # the very word is forbidden, but for the directory in the names of headers.
    poison = bld.bldnode.make_node("without-ns3.h")
    write(poison, "#pragma GCC poison ns3\n")
    bld.env.WITHOUT_NS3 = ["-include", poison.name]  # the compiler runs in that directory
    flags = bld.env.CXXFLAGS_cxxshlib + bld.env.WITHOUT_NS3
    bld.objects(
        target="protocol",
        idx=BUILT,
        source=sources(bld, PROTOCOL),
        includes=include_directories(bld, "model/protocol"),
        cxxflags=flags,
        use="ISAL",
    )
    bld.shlib(target=_core(bld), source=[], features="cxx cxxshlib", idx=BUILT, use="protocol ISAL", vnum=bld.env.VERSION)
    bld.objects(
        target="shared",
        idx=BUILT,
        source=sources(bld, SHARED, excl=BUILD_INFO),
        includes=include_directories(bld, "model/protocol", "helper/shared"),
        cxxflags=flags,
        use="JSON ZLIB",
    )
    build_info(bld, flags)


def build_info(bld, flags=()):
    define = 'DHT_CC_COMMIT="%s"' % commit(bld.path.abspath())
    # a new commit compiles this one file again, and no other
    bld.objects(
        target="build-info",
        idx=BUILT,
        source=bld.path.ant_glob(BUILD_INFO),
        cxxflags=list(flags),
        defines=[define] + _version_defines(bld),
    )


def _version_defines(bld):
    return ['DHT_CC_VERSION="%s"' % bld.env.VERSION, 'DHT_CC_NS3_VERSION="%s"' % bld.env.NS3_VERSION]


def build_program(bld, target, source, use=(), **arguments):
    # relative to the program, so the tree may move, and what is installed
    depth = target.count("/")
    rpath = ["/".join(["$ORIGIN"] + [".."] * depth)]
    rpath.append("$ORIGIN/" + os.path.relpath(bld.env.LIBDIR, bld.env.BINDIR))
    bld.program(
        target=target,
        idx=BUILT,
        source=source,
        use=[bld.env.APPNAME, "NS3", "JSON", *use],
        rpath=rpath,
        install_path=None,
        **arguments,
    )


def install(bld):
    include = bld.bldnode.make_node("include/ns3")
    bld.install_files("${PREFIX}/include/ns3", public_headers(bld))
    bld.install_files("${PREFIX}/include/ns3", include.make_node(_module_header(bld)))
    package = bld.bldnode.make_node("ns3-%s.pc" % bld.env.APPNAME)
    write(package, _package_description(bld.env))
    bld.install_files("${LIBDIR}/pkgconfig", package)
    _install_core(bld)


def _install_core(bld):
    # not among ns-3's headers, so that a program which wants the core alone cannot take one of ns-3's by mistake
    bld.install_files("${PREFIX}/include/" + bld.env.APPNAME, public_headers(bld, CORE_HEADERS))
    values = {"PREFIX": bld.env.PREFIX, "LIBDIR_OF_PREFIX": _libdir(bld.env), "VERSION": bld.env.VERSION}
    for directory, names in CORE_PACKAGES.items():
        for name in names.replace("%s", _core(bld)).split():
            source = bld.path.find_node("model/protocol/%s.in" % name)
            bld(features="subst", source=source, target=name, install_path="${LIBDIR}/" + directory.replace("%s", _core(bld)), **values)


def _libdir(env):
    libdir = os.path.relpath(env.LIBDIR, env.PREFIX)
    return env.LIBDIR if libdir.startswith("..") else "${prefix}/" + libdir


def _package_description(env):
    requires = ", ".join("ns3-" + module for module in ns3.MODULES)
    lines = [
        "prefix=" + env.PREFIX,
        "libdir=" + _libdir(env),
        "includedir=${prefix}/include",
        "",
        "Name: ns3-" + env.APPNAME,
        "Description: congestion control for distributed hash tables, in ns-3",
        "Version: " + env.VERSION,
        "Requires: " + requires + ", nlohmann_json",
        "Cflags: -I${includedir}",
        "Libs: -L${libdir} -lns3-" + env.APPNAME,
    ]
    return "\n".join(lines) + "\n"
